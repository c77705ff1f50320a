package dev.turnstile.service.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.service.thread.FastThreads;
import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

/** What a reflector makes of servers that go back, fall silent, or end what they begin. */
@Timeout(60)
class ReflectorTest {
    private static final int SPEED = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final ObjectKey A = new ObjectKey("team", "a");
    private static final ObjectKey B = new ObjectKey("team", "b");

    private final Threads threads = new FastThreads(SPEED);
    private final MemoryApi api = new MemoryApi(threads);
    private final Store<String> store = new Store<>(ApiResource.JOB, ReflectorTest::word);
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private @Nullable Reflector reflector;

    private static String word(ObjectNode object) {
        String word = object.path("word").asString();
        if (word.equals("nonsense")) {
            throw new IllegalArgumentException("no word: nonsense");
        }
        return word;
    }

    private void start() {
        store.listen((key, before, after) -> heard.add(key.name() + ": " + before + " -> " + after));
        reflector = Reflector.start(api, store, threads);
        await().atMost(PATIENCE).until(store::synced);
    }

    @AfterEach
    void end() {
        if (reflector != null) {
            reflector.close();
        }
    }

    private void eventuallyIs(ObjectKey key, String word) {
        await().atMost(PATIENCE).until(() -> word.equals(store.get(key)));
    }

    private @Nullable String problem() {
        Reflector running = reflector;
        return running == null ? "not started" : running.problem();
    }

    private long watches() {
        return api.requests.stream()
                .filter(request -> request.startsWith("WATCH"))
                .count();
    }

    @Test
    void whatASilentWatchDidNotSendIsThereWithinFifteenSeconds() {
        api.set("a", "one");
        start();
        await().atMost(PATIENCE).until(() -> watches() > 0);
        CompletableFuture<Long> known = new CompletableFuture<>();
        store.listen((key, before, after) -> {
            if ("two".equals(after)) {
                known.complete(threads.nanoTime());
            }
        });
        long fell = threads.nanoTime();
        api.fallSilent();
        api.set("a", "two");

        // Noted where it is heard: until this thread is woken, seconds pass on a clock that is so fast.
        assertThat(known).succeedsWithin(PATIENCE);
        assertThat(Duration.ofNanos(known.join() - fell)).isLessThan(Duration.ofSeconds(15));
    }

    @Test
    void aQuietKindCostsAFewSmallRequestsAMinute() {
        api.set("a", "one");
        start();
        long began = threads.nanoTime();

        await().atMost(PATIENCE).until(() -> watches() > 12);

        long seconds = Duration.ofNanos(threads.nanoTime() - began).toSeconds();
        assertThat(seconds).as("twelve watches").isGreaterThan(80);
        assertThat(api.requests.size() - watches())
                .as("the list, and now and then one object")
                .isLessThanOrEqualTo(2 + seconds / 30);
        assertThat(problem()).isNull();
    }

    @Test
    void watchesThatEndAtOnceArePacedAndSaid() {
        api.endWatchesAtOnce(true);
        long began = System.nanoTime();
        start();

        await().atMost(PATIENCE).until(() -> watches() >= 6);

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(50 + 100 + 200 + 400));
        assertThat(problem()).contains("ended at once");

        api.endWatchesAtOnce(false);
        api.set("a", "one");
        eventuallyIs(A, "one");
        await().atMost(PATIENCE).until(() -> problem() == null);
    }

    @Test
    void watchesThatAreAlwaysTooOldArePacedAndSaid() {
        api.refuseWatches(410);
        long began = System.nanoTime();
        start();

        await().atMost(PATIENCE).until(() -> watches() >= 7);

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(50 + 100 + 200 + 400));
        assertThat(problem()).contains("410");
    }

    @Test
    void afterARestoreTheStoreHoldsWhatIsThereAndNothingOfTheLostFuture() {
        api.set("a", "one");
        api.backUp();
        start();
        api.set("a", "lost");
        api.set("b", "lost, too");
        eventuallyIs(A, "lost");
        eventuallyIs(B, "lost, too");
        heard.clear();

        api.restore();

        eventuallyIs(A, "one");
        await().atMost(PATIENCE).until(() -> store.get(B) == null);
        assertThat(heard).containsExactlyInAnyOrder("a: lost -> one", "b: lost, too -> null");
        api.set("a", "two");
        eventuallyIs(A, "two");
    }

    @Test
    void whoFailedToTakeAChangeIsNotifiedAgainAndNobodyElseNoticesIt() {
        AtomicInteger failures = new AtomicInteger();
        List<String> taken = new CopyOnWriteArrayList<>();
        store.listen((key, before, after) -> {
            if (failures.getAndIncrement() < 3) {
                throw new IllegalStateException("on purpose");
            }
            taken.add(before + " -> " + after);
        });
        api.set("a", "one");
        start();
        await().atMost(PATIENCE).until(() -> failures.get() >= 3);
        api.set("a", "two");

        await().atMost(PATIENCE).until(() -> taken.stream().anyMatch(change -> change.endsWith("two")));

        assertThat(taken.getFirst()).startsWith("null -> ");
        assertThat(heard).containsExactly("a: null -> one", "a: one -> two");
        assertThat(store.listenerFailures()).isEqualTo(3);
    }

    @Test
    void anObjectThatCannotBeReadIsSkippedCountedAndNamed() {
        List<Unreadable> named = new CopyOnWriteArrayList<>();
        store.whenUnreadable(named::add);
        api.set("a", "nonsense");
        api.set("b", "one");

        start();

        assertThat(store.get(B)).isEqualTo("one");
        assertThat(store.get(A)).isNull();
        assertThat(store.unreadable()).hasSize(1).first().hasToString("jobs team/a cannot be read: no word: nonsense");
        assertThat(named).isNotEmpty();
        api.set("b", "nonsense");
        await().atMost(PATIENCE).until(() -> store.unreadable().size() == 2);
        assertThat(store.get(B)).as("as it was read last").isEqualTo("one");
        api.set("a", "two");
        eventuallyIs(A, "two");
        assertThat(store.unreadable()).hasSize(1);
    }

    @Test
    void aListThatBreaksInTheMiddleOfNowhereIsMadeAgain() {
        AtomicInteger failures = new AtomicInteger();
        api.fail(request -> request.startsWith("GET") && failures.getAndIncrement() < 2
                ? new IllegalStateException("what nobody expected")
                : null);
        api.set("a", "one");

        start();

        assertThat(store.get(A)).isEqualTo("one");
        assertThat(threads.loops().failures("reflector-job")).isEqualTo(2);
    }
}
