package dev.turnstile.service.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What strangers with tokens cost the API server. */
@Timeout(60)
class AccessReviewTest {
    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch answers = new CountDownLatch(1);
    private volatile String answered =
            "{\"apiVersion\": \"authentication.k8s.io/v1\", \"kind\": \"TokenReview\", \"spec\": {\"token\": \"-\"},"
                    + " \"status\": {}}";
    private final HttpServer server = server();
    private Instant now = Instant.parse("2026-01-01T12:00:00Z");
    private final AccessReview review = new AccessReview(
            new ApiClient()
                    .setBasePath("http://127.0.0.1:" + server.getAddress().getPort()),
            () -> now);

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @BeforeEach
    void listen() {
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::nobodyKnows);
        server.start();
    }

    @AfterEach
    void close() {
        answers.countDown();
        server.stop(0);
    }

    private void nobodyKnows(HttpExchange exchange) throws IOException {
        asked.incrementAndGet();
        try {
            var _ = answers.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        byte[] answer = answered.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(201, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    @Test
    void onlyAFewTokensAreAskedAboutAtATime() throws Exception {
        List<Future<Verdict>> waiting = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 16; i++) {
                String token = "random-" + i;
                waiting.add(threads.submit(() -> review.review(token, "get", "/actuator/queues")));
            }
            await().atMost(Duration.ofSeconds(20)).until(() -> asked.get() == 16);

            assertThat(review.review("one-more", "get", "/actuator/queues")).isEqualTo(new Verdict.Busy());
            assertThat(asked).hasValue(16);

            answers.countDown();
            for (Future<Verdict> verdict : waiting) {
                assertThat(verdict.get()).isEqualTo(new Verdict.UnknownToken());
            }
        }
        assertThat(review.review("one-more", "get", "/actuator/queues")).isEqualTo(new Verdict.UnknownToken());
    }

    @Test
    void anUnknownTokenIsAskedAboutOnceASecond() {
        answers.countDown();
        for (int i = 0; i < 50; i++) {
            assertThat(review.review("same", "get", "/actuator/queues")).isEqualTo(new Verdict.UnknownToken());
        }
        assertThat(asked).hasValue(1);

        now = now.plusSeconds(1);
        assertThat(review.review("same", "get", "/actuator/queues")).isEqualTo(new Verdict.UnknownToken());
        assertThat(asked).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>busy</html>", "[]", "{\"status\": []}", "{\"spec\": {}, \"status\": 7}"})
    void anAnswerThatCannotBeReadIsNoneAndIsNotRemembered(String unreadable) {
        answers.countDown();
        answered = unreadable;

        assertThat(review.review("mine", "get", "/actuator/queues")).isInstanceOf(Verdict.Unanswered.class);
        assertThat(review.review("mine", "get", "/actuator/queues")).isInstanceOf(Verdict.Unanswered.class);
        assertThat(asked).hasValue(2);
    }
}
