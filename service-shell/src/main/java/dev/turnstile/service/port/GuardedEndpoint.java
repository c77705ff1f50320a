package dev.turnstile.service.port;

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
        String peer = channel.socket().getInetAddress().getHostAddress();
        if (asked == null) {
            return super.setSocketOptions(channel);
        }
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
