package dev.turnstile.service.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.service.informer.MemoryApi;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.FastThreads;
import dev.turnstile.service.thread.Threads;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What must not end the life of the one thread that renews the Lease. */
@Timeout(30)
class LeaderLeaseTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final LeaderLease.Times TIMES =
            new LeaderLease.Times(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));

    private final Threads threads = new FastThreads(20);
    private final MemoryApi api = new MemoryApi(threads);
    private final List<Boolean> heard = new CopyOnWriteArrayList<>();

    private LeaderLease start(Consumer<Boolean> leads) {
        return LeaderLease.start(api, threads, new ObjectKey("team", "lease"), "me", TIMES, Clock.systemUTC(), leads);
    }

    @Test
    void anExceptionThatNobodyExpectedCostsOneRenewal() {
        try (LeaderLease lease = start(heard::add)) {
            await().atMost(PATIENCE).until(lease::leads);
            AtomicInteger failures = new AtomicInteger();
            api.fail(request -> failures.getAndIncrement() < 2
                    ? new IllegalStateException("Cannot read file: /var/run/token")
                    : null);

            int seen = api.requests.size();
            await().atMost(PATIENCE).until(() -> api.requests.size() > seen + 8);

            assertThat(lease.leads()).isTrue();
            assertThat(heard).as("never lost meanwhile").containsExactly(true);
            assertThat(threads.loops().failures("lease")).isEqualTo(2);
        }
    }

    @Test
    void whoFailedToLearnThatHeLeadsIsNotifiedAgain() {
        try (LeaderLease lease = start(now -> {
            heard.add(now);
            if (heard.size() == 1) {
                throw new IllegalStateException("on purpose");
            }
        })) {
            await().atMost(PATIENCE).until(() -> heard.size() == 2);

            assertThat(lease.leads()).isTrue();
            assertThat(heard).containsExactly(true, true);
        }
    }
}
