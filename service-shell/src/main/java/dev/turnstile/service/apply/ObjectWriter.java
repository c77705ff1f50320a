package dev.turnstile.service.apply;

import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.Backoff;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Permits;
import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes objects. Blocks until the API has answered: call it on a virtual thread.
 *
 * <p>Sends nothing while this instance does not lead. Answers that say <em>later</em> (429) are waited for a few times,
 * everything else that is not a conflict is the caller's to try again, later and with fresh eyes.
 */
public final class ObjectWriter {
    /** Which part of an object a write goes to. */
    public enum Part {
        /** Everything but the status. */
        MAIN(""),
        STATUS("status");

        private final String subresource;

        Part(String subresource) {
            this.subresource = subresource;
        }
    }

    private static final int ATTEMPTS = 6;
    private static final int IN_FLIGHT = 64;
    private static final Backoff BUSY = new Backoff(Duration.ofMillis(250), Duration.ofSeconds(10));

    private final ApiConnection connection;
    private final BooleanSupplier leads;
    private final Threads threads;
    private final KeyLocks locks;
    private final Permits inFlight;

    /** A writer to one API server; {@code leads} is asked before every request. */
    public ObjectWriter(ApiConnection connection, BooleanSupplier leads, Threads threads) {
        this.connection = connection;
        this.leads = leads;
        this.threads = threads;
        this.locks = new KeyLocks(threads);
        this.inFlight = new Permits(threads, IN_FLIGHT);
    }

    /**
     * Changes an object.
     *
     * @param decide says which fields to set (null as a value removes one), or null where nothing is to be done; may be
     *     called several times, each time with a newer state
     */
    public <T> WriteResult<T> update(Store<T> store, ObjectKey key, Part part, Function<T, @Nullable ObjectNode> decide)
            throws InterruptedException {
        Lock lock = locks.of(store.resource(), key);
        lock.lockInterruptibly();
        try {
            for (int attempt = 1; ; attempt++) {
                Store.Entry<T> fresh = store.entry(key);
                if (fresh == null) {
                    return new WriteResult.Missing<>();
                }
                ObjectNode patch = decide.apply(fresh.object());
                if (patch == null) {
                    return new WriteResult.Unchanged<>();
                }
                fresh.unknown().keepIn(patch);
                guard(patch, fresh);
                try {
                    ObjectNode answer = send(
                            "PATCH " + store.resource().path(key),
                            () -> connection.patch(store.resource(), key, part.subresource, patch));
                    return new WriteResult.Changed<>(store.written(answer));
                } catch (ApiStatusException e) {
                    if (e.notFound()) {
                        store.absent(key, fresh.uid());
                        return new WriteResult.Missing<>();
                    }
                    if (!e.conflict() || attempt == ATTEMPTS) {
                        throw e;
                    }
                    refresh(store, key, fresh);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private static void guard(ObjectNode patch, Store.Entry<?> fresh) {
        ObjectNode metadata = patch.withObject("metadata");
        metadata.put("resourceVersion", Long.toString(fresh.version()));
        metadata.put("uid", fresh.uid());
    }

    /** Reads an object again. One that is gone, or has made room for another of its name, is absent from then on. */
    public <T> void read(Store<T> store, ObjectKey key, String uid) throws InterruptedException {
        Lock lock = locks.of(store.resource(), key);
        lock.lockInterruptibly();
        try {
            Store.Entry<T> known = store.entry(key);
            if (known != null && known.uid().equals(uid)) {
                refresh(store, key, known);
            }
        } finally {
            lock.unlock();
        }
    }

    private <T> void refresh(Store<T> store, ObjectKey key, Store.Entry<T> before) throws InterruptedException {
        try {
            ObjectNode object = send(
                    "GET " + store.resource().path(key),
                    () -> connection.get(store.resource().path(key), Map.of()));
            if (!object.path("metadata").path("uid").asString("").equals(before.uid())) {
                store.absent(key, before.uid());
            }
            store.readAgain(object, before);
        } catch (ApiStatusException e) {
            if (!e.notFound()) {
                throw e;
            }
            store.absent(key, before.uid());
        }
    }

    /**
     * Asks the API whether exactly the object with that uid is there, not on its way out: what a store shows may be
     * gone, and nobody hears of that while its watch is silent.
     */
    public boolean exists(ApiResource resource, ObjectKey key, String uid) throws InterruptedException {
        try {
            JsonNode metadata = send("GET " + resource.path(key), () -> connection.get(resource.path(key), Map.of()))
                    .path("metadata");
            return metadata.path("uid").asString("").equals(uid) && !metadata.has("deletionTimestamp");
        } catch (ApiStatusException e) {
            if (e.notFound()) {
                return false;
            }
            throw e;
        }
    }

    /** Creates an object of a kind that is read. The answer is not taken over: the watch reports what is there. */
    public ObjectNode create(Store<?> store, String namespace, ObjectNode object) throws InterruptedException {
        ObjectNode answer = create(store.resource(), namespace, object);
        store.created(answer);
        return answer;
    }

    /** Creates an object of a kind that nobody here reads. */
    public ObjectNode create(ApiResource resource, String namespace, ObjectNode object) throws InterruptedException {
        return send("POST " + resource.path(namespace), () -> connection.create(resource, namespace, object));
    }

    /**
     * Deletes exactly the object with that uid; answers whether this call did it, and not one before. An object that
     * stays until its finalizers are gone is taken over as leaving, so that nobody deletes it once more.
     */
    public boolean delete(Store<?> store, ObjectKey key, String uid) throws InterruptedException {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("propagationPolicy", "Background");
        options.putObject("preconditions").put("uid", uid);
        try {
            ObjectNode answer = send(
                    "DELETE " + store.resource().path(key), () -> connection.delete(store.resource(), key, options));
            if (!answer.path("kind").asString("").equals("Status")) {
                var _ = store.written(answer);
            }
            return true;
        } catch (ApiStatusException e) {
            if (!e.notFound() && !e.conflict()) {
                throw e;
            }
            if (e.notFound()) {
                // Nobody deletes it once more while a watch has not said so.
                store.absent(key, uid);
            }
            return false;
        }
    }

    /** Throws where that request would not be sent now: called before a request is counted as sent. */
    public void checkMaySend(String request) {
        if (!leads.getAsBoolean()) {
            throw new NotLeaderException(request);
        }
    }

    private ObjectNode send(String request, Supplier<ObjectNode> call) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            checkMaySend(request);
            Duration wait;
            inFlight.acquire();
            try {
                return call.get();
            } catch (ApiStatusException e) {
                if (e.code() != 429 || attempt == ATTEMPTS) {
                    throw e;
                }
                wait = BUSY.after(attempt, threads.random());
                if (wait.compareTo(e.retryAfter()) < 0) {
                    wait = e.retryAfter()
                            .plusMillis(threads.random().nextLong(BUSY.first().toMillis()));
                }
            } finally {
                inFlight.release();
            }
            threads.sleep(wait);
        }
    }
}
