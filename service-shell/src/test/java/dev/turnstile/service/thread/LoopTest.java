package dev.turnstile.service.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LoopTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Loop.Pace QUICK =
            new Loop.Pace(Duration.ofMinutes(1), Duration.ofMillis(1), Duration.ofMillis(5));

    private final Threads threads = new FastThreads(100);
    private final AtomicInteger rounds = new AtomicInteger();

    @Test
    void aLoopSurvivesWhateverItsRoundsThrow() {
        Throwable[] kinds = {
            new IllegalStateException("a bug"),
            new java.io.IOException("a broken line"),
            new InterruptedException("by somebody else"),
            new StackOverflowError("too deep"),
            new NoClassDefFoundError("a class")
        };
        try (Loop _ = Loop.start(threads, "test", "test-1", QUICK, loop -> {
            int round = rounds.getAndIncrement();
            if (round < kinds.length) {
                sneak(kinds[round]);
            }
            loop.sleep(Duration.ofSeconds(1));
        })) {
            await().atMost(PATIENCE).until(() -> rounds.get() > kinds.length + 2);

            assertThat(threads.loops().failures("test")).isEqualTo(kinds.length);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @Test
    void failuresInARowArePaced() {
        Loop.Pace pace = new Loop.Pace(Duration.ofMinutes(1), Duration.ofMillis(10), Duration.ofSeconds(1));
        Threads real = Threads.system();
        long began = System.nanoTime();
        try (Loop _ = Loop.start(real, "test", "test", pace, loop -> {
            rounds.incrementAndGet();
            throw new IllegalStateException("always");
        })) {
            await().atMost(PATIENCE).until(() -> rounds.get() >= 6);

            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isGreaterThan(Duration.ofMillis(10 + 20 + 40 + 80 + 160));
        }
    }

    @Test
    void whoWaitsOnPurposeIsNotStuckAndWhoHangsIs() throws InterruptedException {
        CountDownLatch hang = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        try (Loop loop = Loop.start(threads, "test", "test-1", QUICK, running -> {
            var _ = running.idle(() -> {
                hang.await();
                return true;
            });
            over.await();
        })) {
            long began = threads.nanoTime();
            await().atMost(PATIENCE)
                    .until(() ->
                            threads.nanoTime() - began > Duration.ofMinutes(2).toNanos());
            assertThat(threads.loops().stuck()).isEmpty();
            assertThat(threads.loops().busy("test")).isZero();

            hang.countDown();

            await().atMost(PATIENCE).until(() -> !threads.loops().stuck().isEmpty());
            assertThat(threads.loops().stuck()).first().asString().startsWith("test-1 has not come round for ");
            loop.end();
            over.countDown();
            await().atMost(PATIENCE).until(() -> threads.loops().stuck().isEmpty());
        }
    }

    @Test
    void workThatHasToBeDoneOnceIsDoneOnce() {
        Loop.untilDone(threads, "once", () -> {
            if (rounds.incrementAndGet() < 3) {
                throw new IllegalStateException("not yet");
            }
        });

        await().atMost(PATIENCE).until(() -> rounds.get() == 3);
        assertThat(threads.loops().failures("once")).isEqualTo(2);
    }
}
