package dev.turnstile.worker.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StateThreadTest {
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Threads threads = Threads.system();
    private final List<String> noted = new CopyOnWriteArrayList<>();
    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicInteger failingTurns = new AtomicInteger();
    private final AtomicInteger failingNotes = new AtomicInteger();

    private StateThread<String> thread() {
        StateThread<String> thread = new StateThread<>(threads, "state", new StateThread.Owner<>() {
            @Override
            public void note(String change) {
                if (change.equals("bad") && failingNotes.getAndDecrement() > 0) {
                    throw new IllegalStateException("on purpose");
                }
                noted.add(change);
            }

            @Override
            public @Nullable Duration turn() {
                turns.incrementAndGet();
                if (failingTurns.getAndDecrement() > 0) {
                    throw new IllegalStateException("on purpose");
                }
                return null;
            }
        });
        thread.start();
        return thread;
    }

    @Test
    void aChangeThatCouldNotBeNotedIsNotedLaterAndHoldsNobodyUp() {
        failingNotes.set(2);
        try (StateThread<String> thread = thread()) {
            thread.changed("bad");
            thread.changed("good");

            await().atMost(PATIENCE).until(() -> noted.contains("good"));
            await().atMost(PATIENCE).until(() -> noted.contains("bad"));
            assertThat(noted).containsExactly("good", "bad");
            assertThat(threads.loops().failures("state")).isEqualTo(2);
        }
    }

    @Test
    void aTurnThatFailedComesAgainAlthoughNothingHappens() {
        failingTurns.set(2);
        try (StateThread<String> thread = thread()) {
            thread.changed("good");

            await().atMost(PATIENCE).until(() -> turns.get() >= 3);
            assertThat(noted).containsExactly("good");
            assertThat(threads.loops().failures("state")).isEqualTo(2);
        }
    }
}
