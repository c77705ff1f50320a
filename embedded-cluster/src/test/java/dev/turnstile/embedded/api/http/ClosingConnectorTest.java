package dev.turnstile.embedded.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.Options;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client of an API that goes away hears of it. */
@Timeout(120)
class ClosingConnectorTest {
    private static final int TIMES = 30;
    private static final int CALLERS = 8;
    private static final int PATIENCE_MILLIS = (int) TimeUnit.SECONDS.toMillis(5);

    @Test
    void aConnectionAcceptedDuringTheStopIsClosed() throws InterruptedException {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(Options.defaults())) {
            int port = cluster.server().getPort();
            for (int i = 0; i < TIMES; i++) {
                Queue<Socket> connected = new ConcurrentLinkedQueue<>();
                CountDownLatch calling = new CountDownLatch(CALLERS);
                List<Thread> callers = new ArrayList<>();
                for (int caller = 0; caller < CALLERS; caller++) {
                    callers.add(Thread.ofVirtual().start(() -> callUntilRefused(port, connected, calling)));
                }
                calling.await();
                cluster.faults().leave();
                for (Thread caller : callers) {
                    caller.join();
                }
                assertThat(connected)
                        .isNotEmpty()
                        .allSatisfy(socket -> assertThat(isOver(socket))
                                .as("%s knows that nobody is there", socket)
                                .isTrue());
                cluster.faults().comeBack();
            }
        }
    }

    private static void callUntilRefused(int port, Queue<Socket> connected, CountDownLatch calling) {
        try {
            while (true) {
                connected.add(new Socket(InetAddress.getLoopbackAddress(), port));
                calling.countDown();
            }
        } catch (IOException e) {
            // Refused: the port is closed.
        }
    }

    /** Sends a request first, as clients do: the kernel may drop a connection that was not accepted. */
    private static boolean isOver(Socket socket) {
        try (socket) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(0);
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
