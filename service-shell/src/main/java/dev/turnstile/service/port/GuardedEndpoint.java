package dev.turnstile.service.port;

import java.net.InetAddress;
import java.nio.channels.SocketChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.jspecify.annotations.Nullable;

/** A port that asks its guard about each connection. */
final class GuardedEndpoint extends NioEndpoint {
    private volatile @Nullable PortGuard guard;

    void guardedBy(PortGuard newGuard) {
        guard = newGuard;
    }

    @Override
    protected boolean setSocketOptions(SocketChannel channel) {
        PortGuard asked = guard;
        if (asked == null) {
            return super.setSocketOptions(channel);
        }
        InetAddress address = channel.socket().getInetAddress();
        // A peer that has hung up already has no address any more.
        String peer = address == null ? "" : address.getHostAddress();
        if (!asked.admits(peer)) {
            destroySocket(channel);
            return false;
        }
        boolean taken = super.setSocketOptions(channel);
        if (taken && connections.get(channel) instanceof NioSocketWrapper socket) {
            asked.admitted(socket.getServletConnection("", "").getConnectionId(), socket, peer);
        }
        return taken;
    }
}
