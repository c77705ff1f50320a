package dev.turnstile.proof.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

class BatonTest {
    private final Baton baton = new Baton(new SplittableRandom(1));
    private final ServiceProcess process = new ServiceProcess(baton, "p", new SplittableRandom(2));
    private final List<String> told = new ArrayList<>();

    private interface Work {
        void run() throws InterruptedException;
    }

    private void thread(String name, Work work) {
        process.run(name, () -> {
            try {
                work.run();
                told.add(name + " ends at " + Duration.ofNanos(baton.now()));
            } catch (InterruptedException e) {
                told.add(name + " is interrupted");
            }
        });
    }

    @Test
    void timePassesOnlyWhileNobodyCanRun() {
        thread("slow", () -> process.threads().sleep(Duration.ofHours(3)));
        thread("quick", () -> process.threads().sleep(Duration.ofSeconds(2)));

        baton.run(Duration.ofDays(1));

        assertThat(told).containsExactly("quick ends at PT2S", "slow ends at PT3H");
        assertThat(baton.failures()).isEmpty();
    }

    @Test
    void aLockIsHeldByOneAndGoesToTheThreadThatWaitedLongest() {
        Lock lock = process.threads().lock();
        for (int i = 0; i < 3; i++) {
            thread("t" + i, () -> {
                lock.lockInterruptibly();
                try {
                    process.threads().sleep(Duration.ofSeconds(1));
                } finally {
                    lock.unlock();
                }
            });
        }

        baton.run(Duration.ofMinutes(1));

        assertThat(told).hasSize(3);
        assertThat(told.getLast()).endsWith("PT3S");
    }

    @Test
    @SuppressWarnings("WaitNotInLoop") // what a single wait returns is what is tested
    void aConditionIsSignalledOrTimesOut() {
        Lock lock = process.threads().lock();
        Condition condition = lock.newCondition();
        thread("waits", () -> {
            lock.lock();
            try {
                assertThat(condition.awaitNanos(TimeUnit.SECONDS.toNanos(5))).isPositive();
                assertThat(condition.awaitNanos(TimeUnit.SECONDS.toNanos(5))).isNotPositive();
                assertThat(condition.await(1, TimeUnit.SECONDS)).isFalse();
            } finally {
                lock.unlock();
            }
        });
        thread("signals", () -> {
            process.threads().sleep(Duration.ofSeconds(1));
            lock.lock();
            try {
                condition.signal();
            } finally {
                lock.unlock();
            }
        });

        baton.run(Duration.ofMinutes(1));

        assertThat(told).containsExactly("signals ends at PT1S", "waits ends at PT7S");
    }

    @Test
    void aResultWakesTheThreadThatAwaitsIt() {
        CompletableFuture<String> result = new CompletableFuture<>();
        thread("awaits", () -> assertThat(process.threads().join(result)).isEqualTo("done"));
        thread("gives", () -> {
            process.threads().sleep(Duration.ofSeconds(4));
            result.complete("done");
        });

        baton.run(Duration.ofMinutes(1));

        assertThat(told).containsExactlyInAnyOrder("gives ends at PT4S", "awaits ends at PT4S");
    }

    @Test
    void threadsOfAProcessThatIsKilledDoNothingMore() {
        thread("never", () -> process.threads().sleep(Duration.ofHours(1)));
        baton.run(Duration.ofSeconds(1));

        process.kill();
        baton.run(Duration.ofDays(1));

        assertThat(told).isEmpty();
        assertThat(baton.failures()).isEmpty();
    }

    @Test
    void whatAThreadDiesOfIsAFailure() {
        process.run("dies", () -> {
            throw new IllegalStateException("for the test");
        });

        baton.run(Duration.ofSeconds(1));

        assertThat(baton.failures())
                .singleElement()
                .extracting(Throwable::getCause)
                .hasToString("java.lang.IllegalStateException: for the test");
    }
}
