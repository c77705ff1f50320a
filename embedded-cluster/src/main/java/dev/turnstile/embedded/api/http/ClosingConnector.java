package dev.turnstile.embedded.api.http;

import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.IO;

/**
 * A connector that closes all connections when it stops. Jetty's own connector leaks connections that were accepted a
 * moment before the stop: they stay open, and their clients wait for a response until they time out. There are two
 * causes. A thread that only accepts is interrupted, and drops the connection that it has just accepted; so the
 * selector accepts. And connections that are queued for the selector when it stops are never closed; so they are closed
 * here.
 */
final class ClosingConnector extends ServerConnector {
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    ClosingConnector(Server server, ConnectionFactory... factories) {
        super(server, null, null, null, 0, 1, factories);
    }

    @Override
    protected void configure(Socket socket) {
        open.add(socket);
        super.configure(socket);
    }

    @Override
    protected void onEndPointClosed(EndPoint end) {
        super.onEndPointClosed(end);
        if (end.getTransport() instanceof SocketChannel channel) {
            open.remove(channel.socket());
        }
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        open.forEach(IO::close);
        open.clear();
    }
}
