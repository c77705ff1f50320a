package dev.turnstile.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
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

    private @Nullable Duration sleep;

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
            public @Nullable Duration turn(Inbox inbox) {
                turns.incrementAndGet();
                if (failingTurns.getAndDecrement() > 0) {
                    throw new IllegalStateException("on purpose");
                }
                return sleep;
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

    @Test
    void anInspectionIsAnsweredAfterTheTurnAndGivesNone() throws Exception {
        try (StateThread<String> thread = thread()) {
            thread.changed("good");
            assertThat(thread.inspect(turns::get).get(15, TimeUnit.SECONDS)).isEqualTo(1);

            assertThat(thread.inspect(thread::wakes).get(15, TimeUnit.SECONDS)).isFalse();
            assertThat(turns).hasValue(1);
        }
    }

    @Test
    void aQuestionIsAnsweredAfterTheChangesBeforeItAndGivesNoTurn() throws Exception {
        try (StateThread<String> thread = thread()) {
            thread.changed("good");
            assertThat(thread.ask(() -> List.copyOf(noted)).get(15, TimeUnit.SECONDS))
                    .containsExactly("good");

            assertThat(thread.ask(thread::wakes).get(15, TimeUnit.SECONDS)).isFalse();
            assertThat(thread.inspect(turns::get).get(15, TimeUnit.SECONDS)).isEqualTo(1);
        }
    }

    @Test
    void aThreadThatIsInspectedAllTheTimeWakesWhenItWasTo() throws Exception {
        sleep = Duration.ofMillis(200);
        try (StateThread<String> thread = thread()) {
            thread.changed("good");
            while (turns.get() < 3) {
                var _ = thread.inspect(thread::wakes).get(15, TimeUnit.SECONDS);
            }
            assertThat(noted).containsExactly("good");
        }
    }

    @Test
    void aTurnThatFailsHoldsUpNoInspection() throws Exception {
        failingTurns.set(1);
        try (StateThread<String> thread = thread()) {
            thread.changed("good");

            assertThat(thread.inspect(() -> "answered").get(15, TimeUnit.SECONDS))
                    .isEqualTo("answered");
        }
    }
}
