package dev.turnstile.proof.api;

import dev.turnstile.proof.thread.Baton;
import dev.turnstile.proof.thread.WallClock;
import dev.turnstile.service.informer.ObjectKey;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One API server with its store. What is stored is never changed, only replaced, so that answers, watches and the store
 * share it; requests are carried out at once.
 */
public final class ApiServer {
    private static final Set<String> WITHOUT_STATUS = Set.of("leases", "events", "secrets", "namespaces");

    private final String name;
    private final Baton baton;
    private final WallClock clock;
    private final Map<String, TreeMap<ObjectKey, ObjectNode>> objects = new LinkedHashMap<>();
    private final Map<String, History> histories = new LinkedHashMap<>();
    private final List<ChangeObserver> observers = new ArrayList<>();
    private long version = 1000;
    private long uids;
    private long writes;
    private final Map<String, Long> events = new TreeMap<>();
    private long restoredAt = Long.MIN_VALUE;

    /** An empty one. */
    public ApiServer(String name, Baton baton) {
        this.name = name;
        this.baton = baton;
        this.clock = new WallClock(baton);
    }

    /** The name of its cluster. */
    public String name() {
        return name;
    }

    /** Its clock, and that of the controllers beside it. */
    public WallClock clock() {
        return clock;
    }

    /** How many writes it has carried out, those of leases and events not counted. */
    public long writes() {
        return writes;
    }

    /** How many events were created about objects of that kind. */
    public long events(String kind) {
        return events.getOrDefault(kind, 0L);
    }

    /** Has every change from now on shown to it. */
    public void observe(ChangeObserver observer) {
        observers.add(observer);
    }

    /** The object, or null. Not to be changed. */
    public @Nullable ObjectNode find(String kind, ObjectKey key) {
        return all(kind).get(key);
    }

    /** All objects of a kind, by key. Not to be changed. */
    public Collection<ObjectNode> list(String kind) {
        return all(kind).values();
    }

    private Map<ObjectKey, ObjectNode> all(String kind) {
        return objects.computeIfAbsent(kind, _ -> new TreeMap<>());
    }

    History history(String kind) {
        return histories.computeIfAbsent(kind, _ -> new History(kind, version));
    }

    long version() {
        return version;
    }

    ObjectNode get(String kind, ObjectKey key) {
        ObjectNode found = find(kind, key);
        if (found == null) {
            throw Refusals.notFound(kind + "/" + key);
        }
        return answer(kind, found);
    }

    /** Who holds a lease edits what he was answered; everything else is only read. */
    private static ObjectNode answer(String kind, ObjectNode object) {
        return kind.equals("leases") ? object.deepCopy() : object;
    }

    /** Creates an object. */
    public ObjectNode create(String kind, String namespace, ObjectNode body, String by) {
        ObjectNode object = body.deepCopy();
        ObjectNode metadata = object.withObject("metadata");
        ObjectKey key = new ObjectKey(namespace, metadata.path("name").asString(""));
        if (all(kind).containsKey(key)) {
            throw Refusals.of(409, "AlreadyExists", kind + "/" + key + " already exists");
        }
        if (kind.equals("events")) {
            events.merge(object.path("involvedObject").path("kind").asString(""), 1L, Long::sum);
            return object;
        }
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        metadata.put("uid", "%s-%s-%06d".formatted(name, kind, ++uids));
        metadata.put(
                "creationTimestamp",
                clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        if (!WITHOUT_STATUS.contains(kind)) {
            metadata.put("generation", 1);
            object.remove("status");
        }
        store(kind, key, null, object, by);
        return answer(kind, object);
    }

    /** Changes an object by a merge patch. */
    public ObjectNode patch(String kind, ObjectKey key, String subresource, ObjectNode patch, String by) {
        ObjectNode before = all(kind).get(key);
        if (before == null) {
            throw Refusals.notFound(kind + "/" + key);
        }
        precondition(before, patch.path("metadata"), key);
        ObjectNode after = Merge.shallow(before);
        boolean status = subresource.equals("status");
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            switch (field.getKey()) {
                case "metadata" -> {
                    if (!status) {
                        Merge.into(after, "metadata", metadata(field.getValue()));
                    }
                }
                case "status" -> {
                    if (status || WITHOUT_STATUS.contains(kind)) {
                        Merge.into(after, "status", field.getValue());
                    }
                }
                default -> {
                    if (!status) {
                        Merge.into(after, field.getKey(), field.getValue());
                    }
                }
            }
        }
        return replaced(kind, key, before, after, by);
    }

    private static JsonNode metadata(JsonNode patch) {
        ObjectNode own = Merge.shallow((ObjectNode) patch);
        own.remove(List.of("resourceVersion", "uid"));
        return own;
    }

    private static void precondition(ObjectNode before, JsonNode wanted, ObjectKey key) {
        for (String field : List.of("uid", "resourceVersion")) {
            JsonNode value = wanted.path(field);
            if (value.isString() && !value.equals(before.path("metadata").path(field))) {
                throw Refusals.conflict(key);
            }
        }
    }

    ObjectNode replace(String kind, ObjectKey key, ObjectNode body, String by) {
        ObjectNode before = all(kind).get(key);
        if (before == null) {
            throw Refusals.notFound(kind + "/" + key);
        }
        precondition(before, body.path("metadata"), key);
        return replaced(kind, key, before, body.deepCopy(), by);
    }

    private ObjectNode replaced(String kind, ObjectKey key, ObjectNode before, ObjectNode after, String by) {
        if (after.equals(before)) {
            return answer(kind, before);
        }
        if (kind.equals("jobs")) {
            JobRules.check(before, after);
        }
        ObjectNode metadata = Merge.metadata(after);
        if (metadata.has("generation") && !after.path("spec").equals(before.path("spec"))) {
            metadata.put("generation", metadata.path("generation").asLong() + 1);
        }
        if (metadata.has("deletionTimestamp") && metadata.path("finalizers").isEmpty()) {
            store(kind, key, before, null, by);
            return after;
        }
        store(kind, key, before, after, by);
        return answer(kind, after);
    }

    /** Deletes an object, or has it wait for its finalizers. */
    public ObjectNode delete(String kind, ObjectKey key, ObjectNode options, String by) {
        ObjectNode before = all(kind).get(key);
        if (before == null) {
            throw Refusals.notFound(kind + "/" + key);
        }
        precondition(before, options.path("preconditions"), key);
        if (before.path("metadata").path("finalizers").isEmpty()) {
            store(kind, key, before, null, by);
            return JsonNodeFactory.instance.objectNode().put("kind", "Status");
        }
        if (before.path("metadata").has("deletionTimestamp")) {
            return before;
        }
        ObjectNode after = Merge.shallow(before);
        Merge.metadata(after)
                .put(
                        "deletionTimestamp",
                        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        store(kind, key, before, after, by);
        return after;
    }

    private void store(String kind, ObjectKey key, @Nullable ObjectNode before, @Nullable ObjectNode after, String by) {
        version++;
        if (after == null) {
            all(kind).remove(key);
        } else {
            Merge.metadata(after).put("resourceVersion", Long.toString(version));
            all(kind).put(key, after);
        }
        Change change = new Change(kind, key, before, after, version, baton.now(), by);
        if (!kind.equals("leases")) {
            writes++;
        }
        history(kind).add(change);
        observers.forEach(observer -> observer.changed(this, change));
    }

    /** Forgets its history: a reader that is behind has to list again. */
    public void compact() {
        histories.values().forEach(History::compact);
    }

    /** When it was restored for the last time, in nanoseconds of the world; long ago if never. */
    public long restoredAt() {
        return restoredAt;
    }

    /** What a backup of it would hold. */
    public Backup backup() {
        Map<String, TreeMap<ObjectKey, ObjectNode>> copy = new LinkedHashMap<>();
        objects.forEach((kind, all) -> copy.put(kind, new TreeMap<>(all)));
        return new Backup(copy, version);
    }

    /** Everything that a server held once. */
    public record Backup(Map<String, TreeMap<ObjectKey, ObjectNode>> objects, long version) {}

    /** Goes back to what it held then: what came after is lost, and versions are given a second time. */
    public void restore(Backup backup) {
        objects.clear();
        backup.objects().forEach((kind, all) -> objects.put(kind, new TreeMap<>(all)));
        version = backup.version();
        histories.values().forEach(history -> history.restart(version));
        restoredAt = baton.now();
        writes++;
    }
}
