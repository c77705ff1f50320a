package dev.turnstile.service.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.service.thread.FastThreads;
import dev.turnstile.service.thread.Loop;
import dev.turnstile.service.thread.Threads;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.health.contributor.Status;

@Timeout(30)
class LoopsHealthTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Threads threads = new FastThreads(1000);
    private final LoopsHealth health = new LoopsHealth(threads.loops());

    @Test
    void aLoopThatHangsIsNamedUntilItComesRound() {
        CountDownLatch hanging = new CountDownLatch(1);
        try (Loop _ = Loop.start(threads, "lease", "lease", Loop.Pace.USUAL, loop -> {
            hanging.await();
            loop.sleep(Duration.ofMinutes(1));
        })) {
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            await().atMost(PATIENCE).until(() -> health.health().getStatus().equals(Status.DOWN));
            assertThat(health.health().getDetails().toString()).contains("lease has not come round");

            hanging.countDown();

            await().atMost(PATIENCE).until(() -> health.health().getStatus().equals(Status.UP));
        }
    }

    @Test
    void failuresAreCountedUnderTheNameOfTheirLoopWheneverItBegan() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new LoopMetrics(threads.loops()).bindTo(registry);
        try (Loop _ = Loop.start(threads, "events", "events-1", Loop.Pace.USUAL, loop -> {
            throw new IllegalStateException("on purpose");
        })) {
            await().atMost(PATIENCE)
                    .until(() -> registry.get("kueue.loop.failures")
                                    .tag("loop", "events")
                                    .functionCounter()
                                    .count()
                            > 1);
        }
    }
}
