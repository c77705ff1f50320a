package dev.turnstile.service.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a watch is waited for, by a server that says what it is told to, and when. */
@Timeout(30)
class ApiConnectionTest {
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final String EVENT = "{\"type\":\"BOOKMARK\",\"object\":{}}\n";

    private final CountDownLatch over = new CountDownLatch(1);
    private ServerSocket server;
    private ApiConnection connection;

    @BeforeEach
    void connect() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ApiClient client = new ApiClient().setBasePath("http://127.0.0.1:" + server.getLocalPort());
        connection = new ApiConnection(client, SHORT);
    }

    @AfterEach
    void disconnect() throws IOException {
        over.countDown();
        server.close();
    }

    /** What a server does with its one caller. */
    private interface Manners {
        void answer(OutputStream caller) throws IOException, InterruptedException;
    }

    private void serve(Manners manners) {
        Thread.ofVirtual().start(() -> {
            try (Socket caller = server.accept()) {
                manners.answer(caller.getOutputStream());
                over.await();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static void begin(OutputStream caller) throws IOException {
        caller.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
        caller.flush();
    }

    @Test
    void aWatchThatDoesNotBeginIsGivenUpAsAnyOtherRequest() {
        serve(caller -> {});

        assertThatThrownBy(() -> connection.watch("/api/v1/pods", Map.of(), LONG))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("WATCH /api/v1/pods got no answer");
    }

    @Test
    void oneThatHasBegunMayBeSilentForLonger() {
        serve(caller -> {
            begin(caller);
            Thread.sleep(SHORT.multipliedBy(3));
            caller.write((Integer.toHexString(EVENT.length()) + "\r\n" + EVENT + "\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            caller.flush();
        });

        try (ApiConnection.ChangeStream changes = connection.watch("/api/v1/pods", Map.of(), LONG)) {
            assertThat(changes.next()).isNotNull();
        }
    }

    @Test
    void butNotForEver() {
        serve(ApiConnectionTest::begin);

        try (ApiConnection.ChangeStream changes = connection.watch("/api/v1/pods", Map.of(), SHORT)) {
            assertThatThrownBy(changes::next)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("a watch broke");
        }
    }
}
