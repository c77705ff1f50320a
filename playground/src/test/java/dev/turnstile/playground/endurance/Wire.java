package dev.turnstile.playground.endurance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * A network of one's own between a client and a server: connections to {@link #port} lead to the server, later by a
 * delay, or not at all. Bytes are never lost or reordered within a connection, as TCP has it.
 */
final class Wire implements AutoCloseable {
    private static final int LARGEST_PIECE = 64 * 1024;

    /** What becomes of the bytes. */
    enum State {
        OPEN,
        /** Connections stay, and nothing comes through; what was sent arrives when the wire is open again. */
        SILENT,
        /** Connections are closed, and new ones at once. */
        BROKEN
    }

    /** @param bytes nothing more comes after an empty one */
    private record Piece(long dueNanos, ByteBuffer bytes) {
        static Piece of(Duration delay, byte[] bytes, int length) {
            return new Piece(System.nanoTime() + delay.toNanos(), ByteBuffer.wrap(Arrays.copyOf(bytes, length)));
        }
    }

    /** How long bytes are on their way: each piece its own time, between these two. */
    record Delay(Duration shortest, Duration longest) {
        static Delay always(Duration time) {
            return new Delay(time, time);
        }

        /** Whether bytes are not held up at all. */
        boolean isNone() {
            return longest.isZero();
        }

        private Duration next() {
            return Duration.ofNanos(ThreadLocalRandom.current().nextLong(shortest.toNanos(), longest.toNanos() + 1));
        }
    }

    private final ServerSocket door;
    private final int target;
    private final Delay delay;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile State state = State.OPEN;

    /**
     * Accepts connections from now on.
     *
     * @param target a port of the loopback address
     * @param delay of each direction, the same for all bytes
     */
    Wire(int target, Duration delay) {
        this(target, Delay.always(delay));
    }

    /** As {@link #Wire(int, Duration)}, with a delay that varies. */
    Wire(int target, Delay delay) {
        this.target = target;
        this.delay = delay;
        try {
            door = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().name("wire to " + target).start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** From now on. */
    synchronized void set(State next) {
        state = next;
        if (next == State.BROKEN) {
            sockets.forEach(Wire::closeQuietly);
        }
        notifyAll();
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        set(State.BROKEN);
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket near = door.accept();
                Thread.ofVirtual().start(() -> join(near));
            } catch (IOException e) {
                if (!door.isClosed()) {
                    throw new UncheckedIOException("the wire to " + target + " takes no more connections", e);
                }
            }
        }
    }

    // Sockets of both ends belong to the pumps from here on: each closes both when its direction has ended.
    private void join(Socket near) {
        Socket far = new Socket();
        sockets.add(near);
        sockets.add(far);
        try {
            awaitPassage();
            far.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            pump(near, far);
            pump(far, near);
        } catch (IOException e) {
            // The server is not there, or the wire broke meanwhile: the client sees a closed connection.
            drop(near, far);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            drop(near, far);
        }
    }

    private void pump(Socket from, Socket to) {
        var pieces = new LinkedBlockingQueue<Piece>();
        Thread.ofVirtual().start(() -> {
            read(from, pieces);
            pieces.add(Piece.of(delay.next(), new byte[0], 0));
        });
        Thread.ofVirtual().start(() -> {
            try {
                write(pieces, to);
            } catch (IOException e) {
                // One end is gone; the other learns it by the close below.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                drop(from, to);
            }
        });
    }

    private void read(Socket from, LinkedBlockingQueue<Piece> pieces) {
        byte[] buffer = new byte[LARGEST_PIECE];
        try (InputStream bytes = from.getInputStream()) {
            for (int length = bytes.read(buffer); length > 0; length = bytes.read(buffer)) {
                pieces.add(Piece.of(delay.next(), buffer, length));
            }
        } catch (IOException e) {
            // The connection ended without saying so, which is the end of this direction all the same.
        }
    }

    private void write(LinkedBlockingQueue<Piece> pieces, Socket to) throws IOException, InterruptedException {
        while (true) {
            Piece piece = pieces.take();
            if (!piece.bytes().hasRemaining()) {
                return;
            }
            TimeUnit.NANOSECONDS.sleep(piece.dueNanos() - System.nanoTime());
            awaitPassage();
            to.getOutputStream().write(piece.bytes().array());
        }
    }

    private synchronized void awaitPassage() throws IOException, InterruptedException {
        while (state == State.SILENT) {
            wait();
        }
        if (state == State.BROKEN) {
            throw new IOException("the wire is broken");
        }
    }

    private void drop(Socket... ends) {
        for (Socket end : ends) {
            closeQuietly(end);
            sockets.remove(end);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("a socket of this machine cannot be closed", e);
        }
    }
}
