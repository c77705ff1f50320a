package dev.turnstile.service.transcript;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * The line from the controllers under test to their API, and from nobody else. What the API says can be held back, so
 * that requests of others follow each other before a controller has heard of the first of them.
 */
final class ControllersLine implements AutoCloseable {
    private static final int BUFFER = 16 * 1024;

    private final InetSocketAddress api;
    private final ServerSocket entrance;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile CountDownLatch held = new CountDownLatch(0);

    /** A line to the API at that address. */
    ControllersLine(URI server) {
        api = new InetSocketAddress(server.getHost(), server.getPort());
        try {
            entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().name("line to " + api).start(this::accept);
    }

    /** A kubeconfig for the API, as one that goes through this line. */
    String through(String kubeconfig) {
        return kubeconfig.replace(api.getHostString() + ":" + api.getPort(), "127.0.0.1:" + entrance.getLocalPort());
    }

    /** Holds back what the API says, or lets it go on. The player alone asks for it. */
    void hold(boolean on) {
        if (!on) {
            held.countDown();
        } else if (held.getCount() == 0) {
            held = new CountDownLatch(1);
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket near = entrance.accept();
                open.add(near);
                Thread.ofVirtual().start(() -> connect(near));
            }
        } catch (IOException e) {
            // Closed: the story is over.
        }
    }

    private void connect(Socket near) {
        try (near;
                Socket far = new Socket()) {
            open.add(far);
            far.connect(api);
            Thread.ofVirtual().start(() -> relay(near, far, false));
            relay(far, near, true);
        } catch (IOException e) {
            // The API is not there: its clients see a connection that ends.
        } finally {
            open.removeIf(Socket::isClosed);
        }
    }

    /** Until one side ends, which ends both. */
    private void relay(Socket from, Socket to, boolean news) {
        byte[] buffer = new byte[BUFFER];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                if (news) {
                    held.await();
                }
                out.write(buffer, 0, count);
            }
        } catch (IOException e) {
            // One side has gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        hold(false);
        try {
            entrance.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
