package dev.turnstile.service.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CrewTest {
    private static final int MOST = 16;

    private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private final Set<String> threads = ConcurrentHashMap.newKeySet();
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore mayEnd = new Semaphore(0);
    private final Semaphore ended = new Semaphore(0);
    private final Crew<String> crew = new Crew<>(Threads.system(), "crew", MOST, queue::take, (one, loop) -> {
        threads.add(loop.toString());
        mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
        begun.release();
        try {
            mayEnd.acquire();
            if (one.equals("fails")) {
                throw new IllegalStateException("for the test");
            }
        } finally {
            atOnce.decrementAndGet();
            ended.release();
        }
    });

    @AfterEach
    void close() {
        crew.close();
    }

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            queue.add("one");
        }
    }

    @Test
    void asMuchIsDoneAtOnceAsThereIsButNotMore() throws InterruptedException {
        crew.start();
        add(MOST + 6);

        begun.acquire(MOST);
        assertThat(begun.tryAcquire(Duration.ofMillis(100).toMillis(), TimeUnit.MILLISECONDS))
                .isFalse();
        mayEnd.release(MOST + 6);
        ended.acquire(MOST + 6);

        assertThat(mostAtOnce).hasValue(MOST);
    }

    @Test
    void whatComesOneByOneNeedsOneThreadBesidesTheOneThatWaits() throws InterruptedException {
        crew.start();
        mayEnd.release(100);
        for (int i = 0; i < 100; i++) {
            queue.add("one");
            ended.acquire();
        }

        assertThat(threads).hasSizeLessThan(MOST);
    }

    @Test
    void whatFailsCostsNobodyHisThread() throws InterruptedException {
        crew.start();
        mayEnd.release(100);
        for (int i = 0; i < 2 * MOST; i++) {
            queue.add("fails");
        }
        ended.acquire(2 * MOST);
        mayEnd.drainPermits();

        add(MOST);
        begun.acquire(2 * MOST + MOST);
        assertThat(atOnce).hasValue(MOST);
        mayEnd.release(MOST);
    }

    @Test
    void afterItsEndNothingIsBegun() throws InterruptedException {
        crew.start();
        crew.close();
        CountDownLatch soon = new CountDownLatch(1);
        add(3);

        assertThat(soon.await(100, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(begun.availablePermits()).isZero();
    }
}
