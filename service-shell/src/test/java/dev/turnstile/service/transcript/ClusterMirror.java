package dev.turnstile.service.transcript;

import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.client.Reflector;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** The objects of one cluster as watches tell of them, in every order of kinds. */
final class ClusterMirror implements AutoCloseable {
    private final String cluster;
    private final Names names;
    private final Map<String, ObjectNode> objects = new TreeMap<>();
    private final Map<String, Long> counts = new TreeMap<>();
    private final List<ObjectNode> events = new ArrayList<>();
    private final List<Groups.Write> writes = new ArrayList<>();
    private final List<Reflector> reflectors = new ArrayList<>();
    private final Consumer<ObjectNode> pods;
    private long lastWrite = System.nanoTime();
    private long version;

    ClusterMirror(String cluster, HttpApi api, Names names, Consumer<ObjectNode> pods) {
        this.cluster = cluster;
        this.names = names;
        this.pods = pods;
        for (String kind : Kinds.COMPARED) {
            reflectors.add(new Reflector(api, Kinds.path(kind), Map.of(), event -> changed(kind, event)));
        }
        reflectors.add(new Reflector(api, Kinds.path("Event"), Map.of(), this::told));
    }

    void start() {
        reflectors.forEach(Reflector::start);
    }

    @Override
    public void close() {
        reflectors.forEach(Reflector::close);
    }

    private void changed(String kind, WatchEvent event) {
        ObjectNode object = event.object();
        object.put("kind", kind);
        if (Json.name(object).contains(Variation.NEIGHBOUR)) {
            if (kind.equals("Pod") && event.type() != WatchEvent.Type.DELETED) {
                pods.accept(object);
            }
            return;
        }
        String key = key(kind, Json.namespace(object), Json.name(object));
        boolean deleted = event.type() == WatchEvent.Type.DELETED;
        names.learn(cluster, object);
        synchronized (this) {
            ObjectNode before = deleted ? objects.remove(key) : objects.put(key, object);
            if (!deleted && before != null && kind.equals("Workload")) {
                writes.add(Groups.between(key, before, object));
            }
            lastWrite = System.nanoTime();
            version++;
        }
        if (kind.equals("Pod") && !deleted) {
            pods.accept(object);
        }
    }

    private void told(WatchEvent event) {
        ObjectNode object = event.object();
        String uid = Json.text(object, "metadata", "uid");
        long count = Math.max(1, Json.number(object, 1, "count"));
        synchronized (this) {
            boolean neighbours = Json.text(object, "involvedObject", "name").contains(Variation.NEIGHBOUR);
            if (event.type() != WatchEvent.Type.DELETED && !neighbours && counts.getOrDefault(uid, 0L) < count) {
                counts.put(uid, count);
                events.add(object);
                version++;
            }
        }
    }

    /** What is there now by {@code kind/namespace/name}. */
    synchronized Map<String, ObjectNode> objects() {
        return new TreeMap<>(objects);
    }

    /** Whether watches have told of that object in that version. */
    synchronized boolean knows(ApiObject object) {
        ObjectNode known = objects.get(key(object.kind(), object.namespace(), object.name()));
        return known != null && new ApiObject(known).version() >= object.version();
    }

    /** Whether an object is there, as far as watches have told, and nobody has deleted it. */
    synchronized boolean showsToStay(String kind, String namespace, String name) {
        ObjectNode known = objects.get(key(kind, namespace, name));
        return known != null && !new ApiObject(known).isBeingDeleted();
    }

    private static String key(String kind, String namespace, String name) {
        return kind + "/" + (namespace.isEmpty() ? "" : namespace + "/") + name;
    }

    /** Events and their repetitions from that number on, in order of arrival. */
    synchronized List<ObjectNode> eventsFrom(int number) {
        return List.copyOf(events.subList(Math.min(number, events.size()), events.size()));
    }

    /** Writes on Workloads from that number on. */
    synchronized List<Groups.Write> writesFrom(int number) {
        return List.copyOf(writes.subList(Math.min(number, writes.size()), writes.size()));
    }

    synchronized int writeCount() {
        return writes.size();
    }

    synchronized int eventCount() {
        return events.size();
    }

    /** Grows with every change. */
    synchronized long version() {
        return version;
    }

    /** When anything but an event was written last, as {@link System#nanoTime}. */
    synchronized long lastWrite() {
        return lastWrite;
    }
}
