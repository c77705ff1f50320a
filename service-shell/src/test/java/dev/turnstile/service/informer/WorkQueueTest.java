package dev.turnstile.service.informer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class WorkQueueTest {
    private final AtomicLong now = new AtomicLong();
    private final WorkQueue<String> queue =
            new WorkQueue<>(new ReentrantLock(), now::get, RandomGenerator.of("L64X128MixRandom"));

    @Test
    void aKeyThatWaitsIsNotAddedAgain() throws InterruptedException {
        queue.add("a");
        queue.add("b");
        queue.add("a");
        assertThat(List.of(taken(), taken())).containsExactly("a", "b");
        assertThat(queue.depth()).isZero();
    }

    @Test
    void aKeyThatIsWorkedOnComesBackAfterwardsAndNotBefore() throws InterruptedException {
        queue.add("a");
        String first = taken();
        queue.add("a");
        assertThat(queue.depth()).isZero();
        queue.done(first);
        assertThat(taken()).isEqualTo("a");
    }

    @Test
    void ofSeveralTimesTheEarliestCounts() throws InterruptedException {
        queue.addAfter("a", Duration.ofSeconds(10));
        queue.addAfter("a", Duration.ofSeconds(5));
        queue.addAfter("a", Duration.ofSeconds(20));
        now.set(Duration.ofSeconds(5).toNanos());
        assertThat(taken()).isEqualTo("a");
        queue.done("a");
        now.set(Duration.ofSeconds(60).toNanos());
        queue.add("end");
        assertThat(taken()).isEqualTo("end");
    }

    @Test
    void fiftyThousandDelayedKeysAllArrive() throws InterruptedException {
        for (int i = 0; i < 50_000; i++) {
            queue.addAfter("key-" + i, Duration.ofMillis(i % 100 + 1));
        }
        now.set(Duration.ofSeconds(1).toNanos());
        List<String> arrived = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            arrived.add(taken());
        }
        assertThat(arrived).doesNotHaveDuplicates().hasSize(50_000);
    }

    @Test
    void failuresInARowWaitLongerAndASuccessForgetsThem() throws InterruptedException {
        long first = failAndMeasure();
        for (int i = 0; i < 6; i++) {
            failAndMeasure();
        }
        assertThat(failAndMeasure()).isGreaterThan(8 * first);
        queue.add("a");
        queue.done(taken());
        assertThat(failAndMeasure()).isLessThanOrEqualTo(Duration.ofMillis(20).toNanos());
    }

    private long failAndMeasure() throws InterruptedException {
        queue.add("a");
        String key = taken();
        long before = now.get();
        queue.failed(key, Duration.ZERO);
        while (queue.depth() == 0) {
            now.addAndGet(Duration.ofMillis(1).toNanos());
            queue.add("probe");
            String next = taken();
            queue.done(next);
            if (next.equals("a")) {
                queue.done(taken());
                return now.get() - before;
            }
        }
        return now.get() - before;
    }

    private String taken() throws InterruptedException {
        String key = queue.take();
        return key == null ? "closed" : key;
    }
}
