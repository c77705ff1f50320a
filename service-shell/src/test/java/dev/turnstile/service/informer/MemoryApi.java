package dev.turnstile.service.informer;

import dev.turnstile.service.thread.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * An API server of one kind in memory, as its clients see it: versions, conflicts, watches. It can go back to a backup,
 * end its watches at once, or send nothing more on those that are open.
 */
public final class MemoryApi implements ApiConnection {
    private record Change(long version, String type, ObjectNode object) {}

    /** What it keeps: an API server whose etcd is restored has all of it as it was. */
    private record State(TreeMap<ObjectKey, ObjectNode> objects, List<Change> history, long version) {
        State copy() {
            TreeMap<ObjectKey, ObjectNode> copies = new TreeMap<>();
            objects.forEach((key, object) -> copies.put(key, object.deepCopy()));
            return new State(copies, new ArrayList<>(history), version);
        }
    }

    /** Each request as it came: {@code GET path}, {@code WATCH path from 7}. */
    public final List<String> requests = new CopyOnWriteArrayList<>();

    private final Threads threads;
    private State state = new State(new TreeMap<>(), new ArrayList<>(), 100);
    private State backup = state.copy();
    private volatile boolean watchesEnd;
    private volatile int watchCode;
    private volatile boolean mute;
    private volatile Function<String, @Nullable RuntimeException> failure = request -> null;

    /** An empty one whose watches take their time from those threads. */
    public MemoryApi(Threads threads) {
        this.threads = threads;
    }

    /** Sets an object's word, as somebody else who writes. */
    public synchronized void set(String name, String word) {
        ObjectKey key = new ObjectKey("team", name);
        ObjectNode object =
                state.objects().containsKey(key) ? state.objects().get(key).deepCopy() : created(name);
        put(key, object.put("word", word), state.objects().containsKey(key) ? "MODIFIED" : "ADDED");
    }

    private static ObjectNode created(String name) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.putObject("metadata").put("namespace", "team").put("name", name).put("uid", "uid of " + name);
        return object;
    }

    private ObjectNode put(ObjectKey key, ObjectNode object, String type) {
        long version = state.version() + 1;
        object.withObject("metadata").put("resourceVersion", Long.toString(version));
        state.objects().put(key, object);
        state.history().add(new Change(version, type, object.deepCopy()));
        state = new State(state.objects(), state.history(), version);
        return object.deepCopy();
    }

    /** Deletes an object. */
    public synchronized void remove(String name) {
        ObjectNode gone = state.objects().get(new ObjectKey("team", name));
        if (gone != null) {
            put(new ObjectKey("team", name), gone.deepCopy(), "DELETED");
            state.objects().remove(new ObjectKey("team", name));
        }
    }

    /** Keeps a backup of what is there. */
    public synchronized void backUp() {
        backup = state.copy();
    }

    /** Has again what the backup holds, and its version. */
    public synchronized void restore() {
        state = backup.copy();
    }

    /** Writes something of another kind, as API servers do all the time. */
    public synchronized void goOn(int versions) {
        state = new State(state.objects(), state.history(), state.version() + versions);
    }

    /** Each watch ends as soon as it begins. */
    public void endWatchesAtOnce(boolean on) {
        watchesEnd = on;
    }

    /** Each watch is refused with that code; 0 for none. */
    public void refuseWatches(int code) {
        watchCode = code;
    }

    /** Watches that are open send nothing more, for ever. */
    public void fallSilent() {
        mute = true;
    }

    /** Requests for which that answers an exception fail with it. */
    public void fail(Function<String, @Nullable RuntimeException> with) {
        failure = with;
    }

    private void came(String request) {
        requests.add(request);
        RuntimeException thrown = failure.apply(request);
        if (thrown != null) {
            throw thrown;
        }
    }

    private static ApiStatusException refusal(String request, int code, String reason) {
        return new ApiStatusException(request, code, reason, reason, Duration.ZERO);
    }

    @Override
    public ObjectNode get(String path, Map<String, String> query) {
        came("GET " + path);
        synchronized (this) {
            if (query.containsKey("limit")) {
                ObjectNode list = JsonNodeFactory.instance.objectNode();
                list.putObject("metadata").put("resourceVersion", Long.toString(state.version()));
                var items = list.putArray("items");
                state.objects().values().forEach(object -> items.add(object.deepCopy()));
                return list;
            }
            ObjectNode object = state.objects().get(new ObjectKey("team", path.substring(path.lastIndexOf('/') + 1)));
            if (object == null) {
                throw refusal("GET " + path, 404, "NotFound");
            }
            return object.deepCopy();
        }
    }

    @Override
    public ApiConnection within(Duration time) {
        return this;
    }

    @Override
    public void abandon() {}

    @Override
    public ObjectNode create(ApiResource resource, String namespace, ObjectNode body) {
        came("POST " + resource.path(namespace));
        synchronized (this) {
            return put(ObjectKey.of(body), body.deepCopy(), "ADDED");
        }
    }

    @Override
    public ObjectNode patch(ApiResource resource, ObjectKey key, String subresource, ObjectNode body) {
        came("PATCH " + resource.path(key));
        synchronized (this) {
            ObjectNode there = state.objects().get(key);
            if (there == null) {
                throw refusal("PATCH " + key, 404, "NotFound");
            }
            boolean guarded = body.path("metadata").has("resourceVersion");
            if (guarded
                    && Versioned.of(body.deepCopy()).version()
                            != Versioned.of(there).version()) {
                throw refusal("PATCH " + key, 409, "Conflict");
            }
            ObjectNode changed = there.deepCopy();
            ObjectNode fields = body.deepCopy();
            fields.remove("metadata");
            changed.setAll(fields);
            return put(key, changed, "MODIFIED");
        }
    }

    @Override
    public ObjectNode replace(ApiResource resource, ObjectKey key, ObjectNode body) {
        came("PUT " + resource.path(key));
        synchronized (this) {
            ObjectNode there = state.objects().get(key);
            if (there == null) {
                throw refusal("PUT " + key, 404, "NotFound");
            }
            if (!body.path("metadata")
                    .path("resourceVersion")
                    .equals(there.path("metadata").path("resourceVersion"))) {
                throw refusal("PUT " + key, 409, "Conflict");
            }
            return put(key, body.deepCopy(), "MODIFIED");
        }
    }

    @Override
    public ObjectNode delete(ApiResource resource, ObjectKey key, ObjectNode options) {
        came("DELETE " + resource.path(key));
        remove(key.name());
        return JsonNodeFactory.instance.objectNode().put("kind", "Status");
    }

    @Override
    public ChangeStream watch(String path, Map<String, String> query, Duration atMost) {
        long from = Long.parseLong(query.getOrDefault("resourceVersion", "0"));
        came("WATCH " + path + " from " + from);
        if (watchCode != 0) {
            throw refusal("WATCH " + path, watchCode, "Expired");
        }
        Stream stream = new Stream(
                from,
                threads.nanoTime()
                        + Duration.ofSeconds(Long.parseLong(query.get("timeoutSeconds")))
                                .toNanos(),
                threads.nanoTime() + atMost.toNanos());
        mute = false;
        return stream;
    }

    private synchronized Queue<Change> after(long version) {
        Queue<Change> changes = new ArrayDeque<>();
        state.history().stream().filter(change -> change.version() > version).forEach(changes::add);
        return changes;
    }

    private final class Stream implements ChangeStream {
        private final long ends;
        private final long breaks;
        private long position;
        private volatile boolean cancelled;

        Stream(long from, long ends, long breaks) {
            this.position = from;
            this.ends = ends;
            this.breaks = breaks;
        }

        @Override
        public @Nullable ObjectNode next() {
            while (!watchesEnd) {
                if (cancelled || threads.nanoTime() - breaks >= 0) {
                    throw new UncheckedIOException(new IOException("the watch was cut"));
                }
                Change change = mute ? null : after(position).poll();
                if (change != null) {
                    position = change.version();
                    ObjectNode event = JsonNodeFactory.instance.objectNode().put("type", change.type());
                    event.set("object", change.object().deepCopy());
                    return event;
                }
                if (!mute && threads.nanoTime() - ends >= 0) {
                    return null;
                }
                pause();
            }
            return null;
        }

        private void pause() {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new UncheckedIOException(new IOException("interrupted", e));
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
        }

        @Override
        public void close() {
            cancelled = true;
        }
    }
}
