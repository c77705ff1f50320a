package dev.turnstile.service.informer;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Feeds a store from the API, for as long as it is open: lists in pages, then watches.
 *
 * <p>A watch that ends or breaks is resumed at the last version seen, which bookmarks keep fresh. Only where the API no
 * longer knows that version is everything listed again. Failures wait with a growing, spread delay.
 */
public final class Reflector implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
    private static final int PAGE = 500;
    private static final int WATCH_SECONDS = 300;
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private final ApiConnection connection;
    private final Store<?> store;
    private final String path;
    private final Map<String, String> filter;
    private final RandomGenerator random;
    private final Thread thread;
    private volatile boolean open = true;
    private volatile ApiConnection.@Nullable ChangeStream stream;
    private volatile @Nullable String problem;
    private volatile long heardAt = System.nanoTime();
    private final Queue<CompletableFuture<Boolean>> wishes = new ConcurrentLinkedQueue<>();
    private final Semaphore wished = new Semaphore(0);
    private int failures;

    /** Starts to feed the store. */
    public static Reflector start(ApiConnection connection, Store<?> store, RandomGenerator random) {
        String labels = store.labelSelector();
        Map<String, String> filter = labels.isEmpty() ? Map.of() : Map.of("labelSelector", labels);
        Reflector reflector = new Reflector(connection, store, store.resource().path(), filter, random);
        reflector.thread.start();
        return reflector;
    }

    /** Starts to feed the store with a single object, for which the right to read that one is enough. */
    public static Reflector start(ApiConnection connection, Store<?> store, ObjectKey only, RandomGenerator random) {
        Map<String, String> filter = Map.of("fieldSelector", "metadata.name=" + only.name());
        Reflector reflector = new Reflector(connection, store, store.resource().path(only.namespace()), filter, random);
        reflector.thread.start();
        return reflector;
    }

    private Reflector(
            ApiConnection connection, Store<?> store, String path, Map<String, String> filter, RandomGenerator random) {
        this.connection = connection;
        this.store = store;
        this.path = path;
        this.filter = filter;
        this.random = random;
        this.thread = Thread.ofVirtual()
                .name("reflector-" + store.resource().plural())
                .unstarted(this::run);
    }

    /** What keeps the store from being whole and fresh, or null. */
    public @Nullable String problem() {
        return problem;
    }

    /** What keeps any of these from having whole and fresh stores, kind by kind; empty where nothing does. */
    public static List<String> problems(Collection<Reflector> reflectors) {
        return reflectors.stream()
                .map(Reflector::problem)
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .toList();
    }

    /** How long ago the API last said anything: a change, a bookmark (once a minute) or a whole list. */
    public Duration silence() {
        return Duration.ofNanos(System.nanoTime() - heardAt);
    }

    /**
     * Has everything listed once more, unless it is being listed for the first time; done when that was read. Who must
     * not decide on what was true a while ago asks for it: a watch that fell silent looks like one that has nothing to
     * tell.
     */
    public CompletableFuture<Boolean> readAnew() {
        if (!store.synced()) {
            return store.whenSynced();
        }
        CompletableFuture<Boolean> read = new CompletableFuture<>();
        wishes.add(read);
        wished.release();
        ApiConnection.ChangeStream current = stream;
        if (current != null) {
            current.cancel();
        }
        return read;
    }

    private void run() {
        String version = "";
        while (open) {
            try {
                if (version.isEmpty() || !wishes.isEmpty()) {
                    version = list();
                }
                version = watch(version);
            } catch (ApiStatusException e) {
                if (e.expired() && !version.isEmpty()) {
                    version = "";
                    continue;
                }
                pause(e, e.retryAfter());
            } catch (UncheckedIOException | IllegalArgumentException e) {
                pause(e, Duration.ZERO);
            } catch (RuntimeException e) {
                // Whoever listens has failed: with this thread, everybody's reading would end.
                LOG.error("what was read of {} could not be passed on; it is listed anew", store.resource(), e);
                version = "";
                pause(e, Duration.ZERO);
            }
        }
    }

    private void pause(RuntimeException cause, Duration atLeast) {
        if (!open) {
            return;
        }
        failures++;
        String words = String.valueOf(cause.getMessage());
        if (!words.equals(problem)) {
            LOG.warn("{} can not be read for now: {}", store.resource(), words);
            problem = words;
        }
        Duration wait = Backoff.CONNECTION.after(failures, random);
        try {
            var _ = wished.tryAcquire((wait.compareTo(atLeast) < 0 ? atLeast : wait).toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            open = false;
        }
    }

    private void healthy() {
        heardAt = System.nanoTime();
        failures = 0;
        if (problem != null) {
            LOG.info("{} can be read again", store.resource());
            problem = null;
        }
    }

    private String list() {
        wished.drainPermits();
        int asked = wishes.size();
        Set<ObjectKey> listed = new HashSet<>();
        String version = "";
        String next = "";
        do {
            Map<String, String> query = new LinkedHashMap<>(filter);
            query.put("limit", Integer.toString(PAGE));
            if (!next.isEmpty()) {
                query.put("continue", next);
            }
            ObjectNode page = connection.get(path, query);
            for (JsonNode item : page.path("items")) {
                listed.add(store.observed((ObjectNode) item));
            }
            JsonNode metadata = page.path("metadata");
            version = metadata.path("resourceVersion").asString("");
            next = metadata.path("continue").asString("");
        } while (!next.isEmpty() && open);
        if (open) {
            store.retain(listed, Versioned.number(version));
            for (int i = 0; i < asked; i++) {
                wishes.remove().complete(true);
            }
        }
        healthy();
        return version;
    }

    private String watch(String from) {
        String version = from;
        int seconds = WATCH_SECONDS + random.nextInt(WATCH_SECONDS);
        Map<String, String> query = new LinkedHashMap<>(filter);
        query.put("watch", "true");
        query.put("allowWatchBookmarks", "true");
        query.put("resourceVersion", from);
        query.put("timeoutSeconds", Integer.toString(seconds));
        try (ApiConnection.ChangeStream changes = connection.watch(path, query, SILENCE.plusSeconds(seconds))) {
            stream = changes;
            healthy();
            if (!wishes.isEmpty()) {
                return version;
            }
            for (ObjectNode event = changes.next(); event != null && open; event = changes.next()) {
                version = take(event, version);
            }
        } catch (UncheckedIOException e) {
            if (open && wishes.isEmpty() && version.equals(from)) {
                throw e;
            }
        }
        return version;
    }

    private String take(ObjectNode event, String version) {
        ObjectNode object = (ObjectNode) event.path("object");
        String type = event.path("type").asString("");
        heardAt = System.nanoTime();
        switch (type) {
            case "ADDED", "MODIFIED" -> {
                var _ = store.observed(object);
            }
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
        return seen.isEmpty() ? version : seen;
    }

    /** Stops feeding. */
    @Override
    public void close() {
        open = false;
        thread.interrupt();
        ApiConnection.ChangeStream current = stream;
        if (current != null) {
            current.cancel();
        }
    }
}
