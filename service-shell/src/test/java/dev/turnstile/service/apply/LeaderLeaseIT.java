package dev.turnstile.service.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.service.TestClient;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Threads;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import okhttp3.Interceptor;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two instances that run for one Lease. Their times are long enough for a busy machine. */
@Timeout(120)
class LeaderLeaseIT {
    private static final Duration LEASE = Duration.ofSeconds(8);
    private static final Duration RENEW = Duration.ofSeconds(4);
    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    /** What lies between an instance and the API. */
    private static final class Line implements Interceptor {
        private volatile boolean dead;
        private volatile boolean hanging;
        private final AtomicLong renewed = new AtomicLong();

        @Override
        public Response intercept(Chain chain) throws IOException {
            while (hanging && !chain.call().isCanceled()) {
                pause();
            }
            if (dead || chain.call().isCanceled()) {
                throw new IOException("cut off on purpose");
            }
            Response response = chain.proceed(chain.request());
            if (!chain.request().method().equals("GET") && response.isSuccessful()) {
                renewed.set(System.nanoTime());
            }
            return response;
        }

        private static void pause() throws IOException {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("stopped", e);
            }
        }

        Duration sinceRenewal() {
            return Duration.ofNanos(System.nanoTime() - renewed.get());
        }
    }

    private final String namespace = TestCluster.shared().newNamespace("lease");
    private final AtomicInteger won = new AtomicInteger();

    private LeaderLease start(String identity, Line line) {
        ApiClient client = TestClient.of(TestCluster.shared().kubeconfig());
        client.setHttpClient(
                client.getHttpClient().newBuilder().addInterceptor(line).build());
        return LeaderLease.start(
                new HttpApiConnection(client),
                Threads.system(),
                new ObjectKey(namespace, "one"),
                identity,
                new LeaderLease.Times(LEASE, RENEW, RETRY),
                Clock.systemUTC(),
                now -> {
                    if (now) {
                        won.incrementAndGet();
                    }
                });
    }

    private static void eventuallyLeads(LeaderLease lease) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(lease::leads);
    }

    @Test
    void whoFollowsADeadLeaderDoesSoWithinALeaseOfItsLastRenewal() {
        Line line = new Line();
        Line other = new Line();
        try (LeaderLease first = start("first", line)) {
            eventuallyLeads(first);
            try (LeaderLease second = start("second", other)) {
                // Two renewals that the other has seen, and a moment in which the next one is not due yet.
                long begun = line.renewed.get();
                await().atMost(PATIENCE).until(() -> line.renewed.get() - begun > RETRY.toNanos());
                await().atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(20))
                        .until(() -> line.sinceRenewal().compareTo(RETRY.dividedBy(2)) > 0);
                line.dead = true;
                long end = System.nanoTime();

                eventuallyLeads(second);

                assertThat(Duration.ofNanos(System.nanoTime() - end)).isLessThan(LEASE);
                assertThat(other.renewed.get() - line.renewed.get())
                        .as("not before it was over")
                        .isGreaterThan(LEASE.minus(RETRY).toNanos());
                assertThat(first.leads()).isFalse();
                assertThat(won).hasValue(2);
            }
        }
    }

    @Test
    void whoseRenewalHangsStopsToLeadBeforeAnotherBegins() {
        Line line = new Line();
        try (LeaderLease first = start("first", line)) {
            eventuallyLeads(first);
            try (LeaderLease second = start("second", new Line())) {
                line.hanging = true;
                await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
                    boolean secondLeads = second.leads();
                    assertThat(secondLeads && first.leads()).as("both lead").isFalse();
                    return secondLeads;
                });
            }
        }
    }

    @Test
    void anInstanceThatLeadsAgainStartsOver() {
        Line line = new Line();
        try (LeaderLease alone = start("alone", line)) {
            eventuallyLeads(alone);
            line.hanging = true;
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> !alone.leads());
            line.hanging = false;

            eventuallyLeads(alone);

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(won)
                            .as("what was not done meanwhile is looked at")
                            .hasValue(2));
        }
    }
}
