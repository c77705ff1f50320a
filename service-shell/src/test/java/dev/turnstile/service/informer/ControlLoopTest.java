package dev.turnstile.service.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.thread.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ControlLoopTest {
    private final Threads threads = Threads.system();
    private final Queue<String> witnessed = new ConcurrentLinkedQueue<>();
    private final CountDownLatch done = new CountDownLatch(1);
    private final AtomicInteger tries = new AtomicInteger();

    private void worksOnceAfter(RuntimeException failure) throws InterruptedException {
        threads.loops().whenFailed((loop, cause) -> witnessed.add(loop + ": " + cause.getMessage()));
        try (ControlLoop<String> loop = new ControlLoop<>(threads, "group", 2, key -> {
            if (tries.incrementAndGet() == 1) {
                throw failure;
            }
            done.countDown();
            return Outcome.done();
        })) {
            loop.start();
            loop.add("a");
            done.await();
        }
        assertThat(tries).hasValue(2);
    }

    @Test
    void whatNobodyExpectedIsTriedAgainAndCountsAsAFailureOfTheLoop() throws InterruptedException {
        worksOnceAfter(new IllegalStateException("for the test"));

        assertThat(threads.loops().failures("group")).isEqualTo(1);
        assertThat(witnessed).containsExactly("group: for the test");
    }

    @Test
    void anApiThatDoesNotAnswerIsNoFailureOfTheLoop() throws InterruptedException {
        worksOnceAfter(new UncheckedIOException(new IOException("no answer")));

        assertThat(threads.loops().failures("group")).isZero();
        assertThat(witnessed).isEmpty();
    }
}
