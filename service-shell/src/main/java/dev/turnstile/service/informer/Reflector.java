package dev.turnstile.service.informer;

import dev.turnstile.service.thread.Loop;
import dev.turnstile.service.thread.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Feeds a store from the API, for as long as it is open: lists in pages, then watches.
 *
 * <p>Goal: what happens in the API is known at once, and what was missed within fifteen seconds. Constraints: a watch
 * on which nothing arrives may be quiet, forgotten by the network, or stuck; an API server need not send bookmarks; and
 * one whose etcd was restored from a backup accepts a watch from a version that is yet to come, and sends nothing. So a
 * watch lasts {@link #LONGEST_LEG} seconds at most, which the server is asked to keep to, is cut a moment later where
 * it does not, and the next one begins at the last version seen: whatever the one before did not send arrives then. Now
 * and then, and whenever a watch broke, a list of one object shows the version that the API is at; where that is lower
 * than what was seen, or where the API no longer knows the version, everything is listed again.
 *
 * <p>Versions are those of the whole API server, so that it may be past the last one of a seldom changed kind again
 * before anybody asks. Hence whoever notices that the API has gone back says so, and {@link Readers} have every kind
 * listed again.
 *
 * <p>Failures wait with a growing, spread delay. So does the next watch where one ended at once without an event.
 */
public final class Reflector implements AutoCloseable {
    private static final String LABELS = "labelSelector";
    private static final int SHORTEST_LEG = 8;
    private static final int LONGEST_LEG = 10;
    private static final Duration GRACE = Duration.ofSeconds(4);
    private static final Duration AT_ONCE = Duration.ofSeconds(2);
    private static final Duration BETWEEN_LEGS = Duration.ofMillis(100);
    private static final Duration VERSION_CHECKS = Duration.ofSeconds(30);
    private static final Duration REDELIVERY = Duration.ofSeconds(1);

    private final ApiConnection connection;
    private final Store<?> store;
    private final String path;
    private final Map<String, String> filter;
    private final Threads threads;
    private final Runnable wentBack;
    private final RereadRequests requests;
    private final ReadHealth health;
    private volatile @Nullable Loop loop;
    private volatile ApiConnection.@Nullable ChangeStream stream;

    // What follows belongs to the loop's thread.
    private String version = "";
    private boolean unsure;
    private long checkedAt;
    private long deliveredAt;

    /** Starts to feed the store. */
    public static Reflector start(ApiConnection connection, Store<?> store, Threads threads) {
        return start(connection, store, threads, null);
    }

    /**
     * Starts to feed the store.
     *
     * @param wentBack is run, instead of listing this kind again, as soon as the API turns out to have gone back to an
     *     earlier state; before anything of that state is taken over, unless an answer to a write showed it
     */
    public static Reflector start(
            ApiConnection connection, Store<?> store, Threads threads, @Nullable Runnable wentBack) {
        String labels = store.labelSelector();
        Map<String, String> filter = labels.isEmpty() ? Map.of() : Map.of(LABELS, labels);
        return started(new Reflector(connection, store, store.resource().path(), filter, threads, wentBack));
    }

    /** Starts to feed the store with a single object, for which the right to read that one is enough. */
    public static Reflector start(ApiConnection connection, Store<?> store, ObjectKey only, Threads threads) {
        Map<String, String> filter = Map.of("fieldSelector", "metadata.name=" + only.name());
        return started(
                new Reflector(connection, store, store.resource().path(only.namespace()), filter, threads, null));
    }

    private static Reflector started(Reflector reflector) {
        ApiResource resource = reflector.store.resource();
        reflector.loop = Loop.start(
                reflector.threads,
                "reflector-" + resource.kind().toLowerCase(Locale.ROOT),
                "reflector-" + resource.plural(),
                Loop.Pace.USUAL,
                reflector::round);
        return reflector;
    }

    private Reflector(
            ApiConnection connection,
            Store<?> store,
            String path,
            Map<String, String> filter,
            Threads threads,
            @Nullable Runnable wentBack) {
        this.connection = connection;
        this.store = store;
        this.path = path;
        this.filter = filter;
        this.threads = threads;
        this.requests = new RereadRequests(threads);
        this.health = new ReadHealth(store.resource(), threads);
        this.checkedAt = threads.nanoTime();
        this.deliveredAt = checkedAt;
        this.wentBack = wentBack == null ? this::distrustAlone : wentBack;
        store.whenInDoubt(this::reportBack);
    }

    /** Where this kind is to be listed again for that very reason, another one has reported it already. */
    private void reportBack() {
        if (!requests.distrust()) {
            wentBack.run();
        }
    }

    private void distrustAlone() {
        var _ = distrust();
    }

    /** What it feeds. */
    public Store<?> store() {
        return store;
    }

    /** What keeps the store from being whole and fresh, or null. */
    public @Nullable String problem() {
        return health.problem();
    }

    /** What keeps any of these from having whole and fresh stores, kind by kind; empty where nothing does. */
    public static List<String> problems(Collection<Reflector> reflectors) {
        return reflectors.stream()
                .map(Reflector::problem)
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .toList();
    }

    /** Has that run whenever something begins to keep the store from being whole and fresh. */
    public void whenTroubled(Runnable alarm) {
        health.whenTroubled(alarm);
    }

    /** How long ago the API last said anything: a change, the begin of a watch, or a whole list. */
    public Duration silence() {
        return health.silence();
    }

    /**
     * Has everything listed once more, unless it is being listed for the first time; done when that was read. Who must
     * not decide on what was true a while ago asks for it: a watch that fell silent looks like one that has nothing to
     * tell.
     */
    public CompletableFuture<Boolean> reread() {
        if (!store.synced()) {
            return store.whenSynced();
        }
        return interrupting(requests.add());
    }

    /**
     * As {@link #reread}, where the API has gone back to an earlier state: what is known may be of the lost future,
     * also where its version is one that the API has now.
     */
    public CompletableFuture<Boolean> distrust() {
        return interrupting(requests.addDistrustful());
    }

    /** Ends the watch of now, so that the request is answered at once. */
    private CompletableFuture<Boolean> interrupting(CompletableFuture<Boolean> read) {
        ApiConnection.ChangeStream current = stream;
        if (current != null) {
            current.cancel();
        }
        return read;
    }

    /** Lists where that is needed, and watches until the watch ends. */
    private void round(Loop running) throws InterruptedException {
        try {
            deliverOwed();
            if (version.isEmpty() || !requests.isEmpty()) {
                list(running);
            } else if (wentBack()) {
                reportBack();
                list(running);
            }
            watch(running);
        } catch (ApiStatusException e) {
            unsure = true;
            if (e.expired()) {
                version = "";
                if (health.barren() == 1) {
                    return;
                }
            }
            pause(running, e, e.retryAfter());
        } catch (UncheckedIOException e) {
            unsure = true;
            pause(running, e, Duration.ZERO);
        } catch (RuntimeException e) {
            version = "";
            health.troubled(store.resource() + ": " + e);
            throw e;
        }
    }

    private void pause(Loop running, RuntimeException cause, Duration atLeast) throws InterruptedException {
        if (!running.isOpen()) {
            return;
        }
        int inARow = health.failed(String.valueOf(cause.getMessage()));
        Duration wait = Backoff.CONNECTION.after(inARow, threads.random());
        var _ = running.idle(() -> requests.await(wait.compareTo(atLeast) < 0 ? atLeast : wait));
    }

    private void list(Loop running) {
        RereadRequests.Batch asked = requests.take();
        Listing listing = store.list(Versioned.number(version), asked.distrusts());
        try {
            pages(running, listing, asked.distrusts());
        } catch (RuntimeException e) {
            asked.failed();
            throw e;
        }
        if (running.isOpen()) {
            store.end(listing);
            asked.done();
        }
        checked();
        health.answered();
    }

    private void pages(Loop running, Listing listing, boolean known) {
        Pages pages = new Pages(connection);
        String listed;
        String next = "";
        do {
            Map<String, String> query = new LinkedHashMap<>(filter);
            if (!next.isEmpty()) {
                query.put("continue", next);
            }
            ObjectNode page = pages.next(query, (by, asked) -> by.get(path, asked));
            listed = page.path("metadata").path("resourceVersion").asString("");
            if (next.isEmpty() && !known && listing.isFromBefore(Versioned.number(listed))) {
                reportBack();
            }
            listing.page(page);
            running.alive();
            next = page.path("metadata").path("continue").asString("");
        } while (!next.isEmpty() && running.isOpen());
        version = listed;
    }

    /** Whether the API is at an earlier version than it was. Only a read without a version is sure to be fresh. */
    private boolean wentBack() {
        if (!unsure && threads.nanoTime() - checkedAt < VERSION_CHECKS.toNanos()) {
            return false;
        }
        long seen = Math.max(Versioned.number(version), store.newest());
        Map<String, String> query = new LinkedHashMap<>(filter);
        // Of a kind that is selected by labels, any object will do: to find one that matches could take long.
        query.remove(LABELS);
        query.put("limit", "1");
        String now = connection
                .urgent()
                .get(path, query)
                .path("metadata")
                .path("resourceVersion")
                .asString("");
        checked();
        return !now.isEmpty() && Versioned.number(now) < seen;
    }

    private void checked() {
        unsure = false;
        checkedAt = threads.nanoTime();
    }

    private void watch(Loop running) throws InterruptedException {
        int seconds = SHORTEST_LEG + threads.random().nextInt(LONGEST_LEG - SHORTEST_LEG + 1);
        Map<String, String> query = new LinkedHashMap<>(filter);
        query.put("watch", "true");
        query.put("allowWatchBookmarks", "true");
        query.put("resourceVersion", version);
        query.put("timeoutSeconds", Integer.toString(seconds));
        long began = threads.nanoTime();
        boolean changed = false;
        try (ApiConnection.ChangeStream changes = connection.urgent().watch(path, query, GRACE.plusSeconds(seconds))) {
            stream = changes;
            health.answered();
            if (!requests.isEmpty()) {
                return;
            }
            ObjectNode event = running.idle(changes::next);
            while (event != null && running.isOpen()) {
                changed |= take(event);
                event = running.idle(changes::next);
            }
        } catch (UncheckedIOException e) {
            unsure = true;
            if (running.isOpen() && requests.isEmpty() && !changed) {
                throw e;
            }
        }
        if (!running.isOpen() || !requests.isEmpty()) {
            return;
        }
        Duration lasted = Duration.ofNanos(threads.nanoTime() - began);
        if (changed || lasted.compareTo(AT_ONCE) >= 0) {
            health.fruitful();
            if (lasted.compareTo(BETWEEN_LEGS) < 0) {
                running.sleep(BETWEEN_LEGS);
            }
        } else {
            var _ = health.barren();
            throw new UncheckedIOException(new IOException(
                    "a watch of " + store.resource() + " that was to last " + seconds + " s ended at once"));
        }
    }

    /** Takes over an event; whether it is a change. */
    private boolean take(ObjectNode event) {
        ObjectNode object = (ObjectNode) event.path("object");
        String type = event.path("type").asString("");
        health.heard();
        switch (type) {
            case "ADDED", "MODIFIED" -> store.observed(object);
            case "DELETED" -> store.gone(object);
            case "BOOKMARK" -> {}
            case "ERROR" ->
                throw new ApiStatusException(
                        "WATCH " + path,
                        object.path("code").asInt(500),
                        object.path("reason").asString(""),
                        object.path("message").asString(""),
                        Duration.ZERO);
            default -> throw new IllegalArgumentException("a watch of " + store.resource() + " sent type " + type);
        }
        String seen = object.path("metadata").path("resourceVersion").asString("");
        version = seen.isEmpty() ? version : seen;
        deliverOwed();
        return !type.equals("BOOKMARK");
    }

    /** Listeners that failed get another chance, but not with every event of a busy kind. */
    private void deliverOwed() {
        if (store.owes() && threads.nanoTime() - deliveredAt >= REDELIVERY.toNanos()) {
            deliveredAt = threads.nanoTime();
            store.deliverOwed();
        }
    }

    /** Stops feeding. */
    @Override
    public void close() {
        Loop running = loop;
        if (running != null) {
            running.close();
        }
        ApiConnection.ChangeStream current = stream;
        if (current != null) {
            current.cancel();
        }
    }
}
