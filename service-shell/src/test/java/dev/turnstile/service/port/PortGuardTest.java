package dev.turnstile.service.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;

/** A real port, and peers that misbehave. */
@Timeout(60)
class PortGuardTest {
    private static final String HALF = "GET / HTTP/1.1\r\nHost: localhost\r\nSlow: ";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<Socket> sockets = new ArrayList<>();
    private final CountDownLatch answered = new CountDownLatch(1);
    private final List<WebServer> servers = new ArrayList<>();

    private PortGuard listen(PortLimits limits) {
        var factory = new TomcatServletWebServerFactory(0);
        factory.setAddress(InetAddress.getLoopbackAddress());
        var guard = PortGuard.of(factory, limits);
        var server = factory.getWebServer(
                context -> context.addServlet("echo", new Echo()).addMapping("/"));
        server.start();
        servers.add(server);
        return guard;
    }

    private final class Echo extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getRequestURI().equals("/slow")) {
                try {
                    var _ = answered.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            response.getOutputStream().write("here".getBytes(StandardCharsets.UTF_8));
        }
    }

    @AfterEach
    void close() throws IOException {
        answered.countDown();
        for (Socket socket : sockets) {
            socket.close();
        }
        servers.forEach(WebServer::stop);
        servers.forEach(WebServer::destroy);
    }

    private Socket connect(String first) throws IOException {
        var socket =
                new Socket(InetAddress.getLoopbackAddress(), servers.getFirst().getPort());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        sockets.add(socket);
        socket.getOutputStream().write(first.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        return socket;
    }

    private String get(String path) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(
                            URI.create("http://localhost:" + servers.getFirst().getPort() + path))
                    .timeout(PATIENCE)
                    .build();
            return client.send(request, BodyHandlers.ofString()).body();
        }
    }

    /** Whether the server has ended it. */
    private static boolean ended(Socket socket) {
        try {
            socket.setSoTimeout(10);
            return socket.getInputStream().read() < 0;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private long endedOnes() {
        return sockets.stream().filter(PortGuardTest::ended).count();
    }

    @Test
    void peersThatConnectAndSayNothingDoNotKeepOthersOut() throws Exception {
        PortGuard guard = listen(new PortLimits(20, 20, Duration.ofMinutes(10), Duration.ofMinutes(10)));
        for (int i = 0; i < 60; i++) {
            var _ = connect(i % 2 == 0 ? "" : "GET / HTTP/1.1\r\nHost: local");
        }

        assertThat(get("/")).isEqualTo("here");
        await().atMost(PATIENCE).until(() -> endedOnes() >= 40);
        assertThat(guard.sentAway()).isBetween(40L, 45L);
    }

    @Test
    void halfARequestHasToBeWholeInTimeAlsoOnAConnectionThatWasAnsweredBefore() throws Exception {
        var _ = listen(new PortLimits(20, 20, Duration.ofSeconds(1), Duration.ofMinutes(10)));
        Socket fresh = connect(HALF);
        Socket known = connect("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        var answer = new byte[4096];
        String text = "";
        while (!text.endsWith("here")) {
            text += new String(answer, 0, known.getInputStream().read(answer), StandardCharsets.UTF_8);
        }
        known.getOutputStream().write(HALF.getBytes(StandardCharsets.UTF_8));

        await().atMost(PATIENCE).until(() -> {
            drip(fresh);
            drip(known);
            return endedOnes() == 2;
        });
    }

    /** Slowly, but within each single pause that a server allows. */
    private static void drip(Socket socket) {
        try {
            socket.getOutputStream().write('x');
            socket.getOutputStream().flush();
        } catch (IOException e) {
            // The other side has ended it, which is what is waited for.
        }
    }

    @Test
    void whoIsBeingServedStaysAndTheNextOneIsRefused() throws Exception {
        var _ = listen(new PortLimits(2, 2, Duration.ofMillis(500), Duration.ofMillis(500)));
        Socket first = connect("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
        Socket second = connect("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
        Thread.sleep(2_500);

        Socket third = connect("");
        await().atMost(PATIENCE).until(() -> ended(third));
        assertThat(ended(first)).isFalse();
        assertThat(ended(second)).isFalse();

        answered.countDown();
        first.setSoTimeout((int) PATIENCE.toMillis());
        assertThat(new String(first.getInputStream().readNBytes(12), StandardCharsets.UTF_8))
                .isEqualTo("HTTP/1.1 200");
        // And once they are idle for too long, they leave.
        await().atMost(PATIENCE).until(() -> {
            first.getInputStream().skip(first.getInputStream().available());
            second.getInputStream().skip(second.getInputStream().available());
            return ended(first) && ended(second);
        });
    }
}
