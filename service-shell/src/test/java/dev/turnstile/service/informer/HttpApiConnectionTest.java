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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of answers that do not come, or are none, by a server that says what it is told to, and when. */
@Timeout(30)
class HttpApiConnectionTest {
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final String EVENT = "{\"type\":\"BOOKMARK\",\"object\":{}}\n";

    private final CountDownLatch over = new CountDownLatch(1);
    private ServerSocket server;
    private HttpApiConnection connection;

    @BeforeEach
    void connect() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ApiClient client = new ApiClient().setBasePath("http://127.0.0.1:" + server.getLocalPort());
        connection = new HttpApiConnection(client);
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

    private static void answer(OutputStream caller, String body) throws IOException {
        caller.write(("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII));
        caller.flush();
    }

    @Test
    void aWatchThatDoesNotBeginIsGivenUp() {
        serve(caller -> {});

        assertThatThrownBy(() -> connection.watch("/api/v1/pods", Map.of(), SHORT))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("WATCH /api/v1/pods got no answer");
    }

    @Test
    void aWatchThatLastsLongerThanItMayIsCutAlthoughSomethingArrives() {
        serve(caller -> {
            begin(caller);
            while (over.getCount() > 0) {
                caller.write((Integer.toHexString(EVENT.length()) + "\r\n" + EVENT + "\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                caller.flush();
                var _ = over.await(10, TimeUnit.MILLISECONDS);
            }
        });

        try (ApiConnection.ChangeStream changes = connection.watch("/api/v1/pods", Map.of(), SHORT)) {
            assertThatThrownBy(() -> {
                        while (changes.next() != null) {
                            assertThat(over.getCount()).isPositive();
                        }
                    })
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("a watch broke");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>busy</html>", "[]"})
    void anAnswerWithoutAnObjectIsNoAnswer(String body) {
        serve(caller -> answer(caller, body));

        assertThatThrownBy(() -> connection.get("/api/v1/pods", Map.of()))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("what came is no JSON");
    }

    @Test
    void credentialsThatCannotBeReadJustNowAreNoAnswerEither() {
        ApiClient client = new ApiClient().setBasePath("http://127.0.0.1:" + server.getLocalPort());
        client.setHttpClient(client.getHttpClient()
                .newBuilder()
                .addInterceptor(chain -> {
                    throw new IllegalStateException("Cannot read file: /var/run/token");
                })
                .build());

        assertThatThrownBy(() -> new HttpApiConnection(client).get("/api/v1/pods", Map.of()))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("Cannot read file: /var/run/token");
    }
}
