package dev.turnstile.worker.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Threads;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of messages that are not due yet. */
@Timeout(30)
class WriteQueueTest {
    private static final ObjectKey KEY = new ObjectKey("team", "one");

    private final List<String> written = new CopyOnWriteArrayList<>();
    private final List<String> results = new CopyOnWriteArrayList<>();
    private final WriteQueue<String> queue = new WriteQueue<>(Clock.systemUTC(), Threads.system());

    private final class Noted implements WriteResults<String> {
        @Override
        public void written(String about) {
            results.add("written " + about);
        }

        @Override
        public void refused(String about, String why) {
            results.add("refused " + about);
        }

        @Override
        public void unanswered(String about, String why) {
            results.add("unanswered " + about);
        }
    }

    @BeforeEach
    void start() {
        queue.start(new Noted(), Runnable::run);
    }

    @AfterEach
    void close() {
        queue.close();
    }

    /** One that is not due before it has waited that long. */
    private WriteQueue.Message later(String text, Duration wait) {
        return turn -> {
            if (!turn.deferred()) {
                written.add(text + " waits");
                return new Published.Later(wait);
            }
            written.add(text);
            return new Published.Done(Written.SENT);
        };
    }

    @Test
    void aMessageThatIsNotDueIsSentLater() {
        queue.publish(KEY, later("first", Duration.ofMillis(200)));

        await().untilAsserted(() -> assertThat(written).containsExactly("first waits", "first"));
    }

    @Test
    void ofThoseThatWaitTheNewestIsSent() {
        queue.publish(KEY, later("first", Duration.ofSeconds(2)));
        await().untilAsserted(() -> assertThat(written).containsExactly("first waits"));
        queue.publish(KEY, later("second", Duration.ofMillis(200)));

        await().untilAsserted(() -> assertThat(written).containsExactly("first waits", "second waits", "second"));
        await().during(Duration.ofSeconds(3))
                .untilAsserted(() -> assertThat(written).hasSize(3));
    }

    @Test
    void oneThatWaitsIsVoidOnceADecisionIsWritten() {
        queue.publish(KEY, later("first", Duration.ofSeconds(2)));
        await().untilAsserted(() -> assertThat(written).containsExactly("first waits"));

        queue.carryOut(KEY, new WriteQueue.Task<>("admission", WriteQueue.Kind.WRITE, () -> Written.SENT));

        await().untilAsserted(() -> assertThat(results).containsExactly("written admission"));
        await().during(Duration.ofSeconds(3))
                .untilAsserted(() -> assertThat(written).containsExactly("first waits"));
    }

    /** Otherwise a Workload that gets another message all the time would never show one. */
    @Test
    void aMessageTakesOverSinceWhenSomethingIsToBePublished() {
        List<Instant> since = new CopyOnWriteArrayList<>();
        WriteQueue.Message noted = turn -> {
            since.add(turn.since());
            return new Published.Later(Duration.ofHours(1));
        };
        queue.publish(KEY, noted);
        await().until(() -> since.size() == 1);
        queue.publish(KEY, noted);
        await().until(() -> since.size() == 2);
        queue.publish(KEY, turn -> {
            since.add(turn.since());
            return new Published.Done(Written.SENT);
        });
        await().until(() -> since.size() == 3);
        queue.publish(KEY, noted);
        await().until(() -> since.size() == 4);

        assertThat(since.subList(0, 3)).containsOnly(since.getFirst());
        assertThat(since.getLast()).isAfter(since.getFirst());
    }

    /** Otherwise a workload that waits for its slot with an equal's answer would show each wait of its own at once. */
    @Test
    void aMessageForIdleObjectsIsNoEarlierOne() {
        List<Instant> since = new CopyOnWriteArrayList<>();
        Instant start = Instant.now();
        queue.publishIfIdle(KEY, later("first", Duration.ofSeconds(2)));
        await().untilAsserted(() -> assertThat(written).containsExactly("first waits"));
        queue.publish(KEY, turn -> {
            since.add(turn.since());
            return new Published.Done(Written.SENT);
        });

        await().until(() -> since.size() == 1);
        assertThat(since.getFirst()).isBetween(start, Instant.now());
    }
}
