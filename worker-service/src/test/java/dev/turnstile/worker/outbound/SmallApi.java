package dev.turnstile.worker.outbound;

import dev.turnstile.model.kueue.KueueKinds;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.informer.StoreFeed;
import dev.turnstile.worker.inbound.Indexes;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.inbound.WorkloadFacts;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Workloads as an API server has them, each state with its version, and a store that knows some of these states. */
final class SmallApi {
    private static final YAMLMapper YAML = YAMLMapper.builder().build();
    private static final Map<String, Workload> CREATED = new HashMap<>();

    private final Map<String, Workload> objects = new TreeMap<>();
    private final Map<String, Long> versions = new TreeMap<>();
    private final Map<String, Workload> states = new HashMap<>();
    private final Store<Workload> store = new Store<>(ApiResource.of(KueueKinds.WORKLOAD), this::state);
    private long version;

    private Workload state(ObjectNode object) {
        return Objects.requireNonNull(
                states.get(object.path("metadata").path("resourceVersion").asString("")));
    }

    static ObjectKey key(String name) {
        return new ObjectKey("team", name);
    }

    Store<Workload> store() {
        return store;
    }

    /** The same, and nothing of any other kind. */
    Stores stores() {
        Stores empty = Stores.empty();
        return new Stores(
                store,
                empty.clusterQueues(),
                empty.localQueues(),
                empty.cohorts(),
                empty.flavors(),
                empty.checks(),
                empty.priorityClasses(),
                empty.podPriorityClasses(),
                empty.namespaces(),
                empty.runtimeClasses(),
                empty.limitRanges(),
                Indexes.of(store, empty.localQueues(), empty.limitRanges()));
    }

    void create(String name, int cpu, int priority) {
        put(name, CREATED.computeIfAbsent("%s %d %d".formatted(name, cpu, priority), _ -> made(name, cpu, priority)));
    }

    private static Workload made(String name, int cpu, int priority) {
        String yaml = ("{metadata: {namespace: team, name: %s, uid: uid-%s, creationTimestamp: '2026-11-01T11:00:00Z'},"
                        + " spec: {queueName: main, priority: %d, podSets: [{name: main, count: 1, template: {spec:"
                        + " {containers: [{name: c, resources: {requests: {cpu: %d}}}]}}}]}}")
                .formatted(name, name, priority, cpu);
        return KubernetesJson.read((ObjectNode) YAML.readTree(yaml), Workload.class);
    }

    private void put(String name, Workload workload) {
        version++;
        objects.put(name, workload);
        versions.put(name, version);
        states.put(Long.toString(version), workload);
    }

    void write(String name, WorkloadStatus status) {
        put(name, get(name).withStatus(status));
    }

    /** Somebody else writes something that does not matter here. */
    void touch(String name) {
        put(name, get(name));
    }

    void delete(String name) {
        objects.remove(name);
        versions.remove(name);
    }

    Set<String> names() {
        return objects.keySet();
    }

    Workload get(String name) {
        return Objects.requireNonNull(objects.get(name), name);
    }

    @Nullable
    Workload find(String name) {
        return objects.get(name);
    }

    long version(String name) {
        return versions.getOrDefault(name, 0L);
    }

    long known(String name) {
        Store.Entry<Workload> entry = store.entry(key(name));
        return entry == null ? 0 : entry.version();
    }

    /** The store sees what is there now: a watch event, the response to a write, or a read. */
    void show(String name) {
        Workload now = objects.get(name);
        if (now == null) {
            store.absent(key(name), "uid-" + name);
            return;
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.putObject("metadata")
                .put("namespace", "team")
                .put("name", name)
                .put("uid", "uid-" + name)
                .put("resourceVersion", Long.toString(version(name)));
        StoreFeed.observed(store, object);
    }

    boolean waits(String name) {
        Workload workload = find(name);
        return workload != null && !WorkloadFacts.finished(workload) && !WorkloadFacts.reserved(workload);
    }

    boolean holds(String name) {
        Workload workload = find(name);
        return workload != null && !WorkloadFacts.finished(workload) && WorkloadFacts.reserved(workload);
    }

    int cpu(String name) {
        return get(name)
                .spec()
                .podSets()
                .getFirst()
                .template()
                .at("/spec/containers/0/resources/requests/cpu")
                .asInt();
    }

    int priority(String name) {
        return Objects.requireNonNullElse(get(name).spec().priority(), 0);
    }

    /** In a word: what the books can tell apart. */
    String look(@Nullable Workload workload) {
        if (workload == null) {
            return "-";
        }
        String holds = WorkloadFacts.reserved(workload) ? "R" : "w";
        return (WorkloadFacts.finished(workload) ? "F" : holds) + (WorkloadFacts.evicted(workload) ? "e" : "");
    }
}
