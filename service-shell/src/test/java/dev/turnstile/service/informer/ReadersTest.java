package dev.turnstile.service.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.turnstile.service.thread.FastThreads;
import dev.turnstile.service.thread.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

@Timeout(30)
class ReadersTest {
    private static final Logger LOG = (Logger) LoggerFactory.getLogger(Readers.class);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final ObjectKey A = new ObjectKey("team", "a");

    private final Threads threads = new FastThreads(20);
    private final MemoryApi api = new MemoryApi(threads);
    private final Store<String> jobs = store(ApiResource.JOB);
    private final Store<String> pods = store(ApiResource.POD);
    private final AtomicInteger whole = new AtomicInteger();
    private final Readers readers = new Readers();

    private static Store<String> store(ApiResource kind) {
        return new Store<>(kind, object -> object.path("word").asString());
    }

    private void start() {
        readers.add(List.of(jobs, pods));
        readers.start(api, threads, whole::incrementAndGet, skipped -> {});
    }

    @AfterEach
    void close() {
        readers.close();
    }

    /** Versions are of the whole API server: it may be past what a kind knows before that kind can be asked for. */
    @Test
    void whatOneKindShowsOfARestoreHoldsForAllUntilAllWereReadAgain() {
        api.set("a", "one");
        api.backUp();
        start();
        await().atMost(PATIENCE).until(() -> whole.get() == 1);
        api.set("a", "lost");
        await().atMost(PATIENCE).until(() -> "lost".equals(jobs.get(A)) && "lost".equals(pods.get(A)));

        api.fail(request -> request.contains("pods") ? new UncheckedIOException(new IOException("cut")) : null);
        api.restore();
        await().atMost(PATIENCE).until(() -> "one".equals(jobs.get(A)));

        assertThat(readers.synced()).isTrue();
        assertThat(readers.current())
                .as("pods are still those of the lost future")
                .isFalse();
        assertThat(pods.get(A)).isEqualTo("lost");

        api.set("a", "two");
        api.fail(request -> null);
        await().atMost(PATIENCE).until(readers::current);

        assertThat(pods.get(A)).as("under the version that it was known with").isEqualTo("two");
        await().atMost(PATIENCE).until(() -> whole.get() == 2);
    }

    /**
     * Each report has every kind listed once more: eight of them at once, as was seen, are eight lists of each kind.
     */
    @Test
    void whatTwoKindsShowOfOneRestoreIsReportedOnce() {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        LOG.addAppender(log);
        try {
            api.set("a", "one");
            api.backUp();
            start();
            await().atMost(PATIENCE).until(() -> whole.get() == 1);
            api.set("a", "lost");
            await().atMost(PATIENCE).until(() -> "lost".equals(jobs.get(A)) && "lost".equals(pods.get(A)));

            CountDownLatch asked = new CountDownLatch(1);
            CountDownLatch answered = new CountDownLatch(1);
            api.fail(request -> {
                if (request.startsWith("GET") && request.contains("pods")) {
                    asked.countDown();
                    join(answered);
                } else if (request.startsWith("GET")) {
                    join(asked);
                }
                return null;
            });
            api.restore();
            await().atMost(PATIENCE).until(() -> log.list.size() == 1);
            answered.countDown();
            await().atMost(PATIENCE).until(() -> readers.current() && whole.get() >= 2);

            assertThat(pods.get(A)).isEqualTo("one");
            assertThat(whole).hasValue(2);
            assertThat(List.copyOf(log.list)).hasSize(1);
        } finally {
            LOG.detachAppender(log);
        }
    }

    private static void join(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("interrupted", e));
        }
    }
}
