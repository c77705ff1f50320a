package dev.turnstile.worker.state;

import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.cycle.SchedulingOptions.Rule;
import dev.turnstile.core.fairsharing.PreemptionStrategy;
import dev.turnstile.model.config.Resources;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.informer.Watched;
import dev.turnstile.worker.enqueue.PreEnqueue;
import dev.turnstile.worker.enqueue.PreEnqueueGates;
import dev.turnstile.worker.inbound.ResourceRules;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.inbound.Surroundings;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** A cache that notes everything which its stores are given, at noon; nothing is written. */
public final class FedCache {
    /** The status of a Workload that holds one cpu of the ClusterQueue {@code %s}, and whose pods are ready. */
    public static final String HOLDS_QUOTA = """
        admission: {clusterQueue: %s, podSetAssignments: [{name: main, count: 1, flavors: {cpu: default},
        resourceUsage: {cpu: 1}}]}, conditions: [{type: QuotaReserved, status: 'True', reason: QuotaReserved,
        message: '', lastTransitionTime: '2026-11-01T11:30:00Z'}, {type: PodsReady, status: 'True',
        reason: PodsReady, message: '', lastTransitionTime: '2026-11-01T11:31:00Z'}]\
        """;

    /** When everything happens. */
    public static final Clock NOON = Clock.fixed(Instant.parse("2026-11-01T12:00:00Z"), ZoneOffset.UTC);

    private static final YAMLMapper YAML = YAMLMapper.builder().build();

    private final Stores stores = Stores.empty();
    private final Surroundings surroundings =
            stores.surroundings(new ResourceRules(new Resources(List.of(), List.of())));
    private final PreEnqueueGates gates;
    private final ClusterCache cache;
    private int version;

    private static final class Unheard implements QueueListener {
        @Override
        public void clusterQueueChanged(String name) {}

        @Override
        public void holdChanged(ObjectKey workload) {}

        @Override
        public void localQueueChanged(ObjectKey key) {}
    }

    /** A cluster with a flavor {@code default} and a Cohort {@code all}, whose Workloads these beans may hold. */
    public FedCache(PreEnqueue... beans) {
        gates = new PreEnqueueGates(List.of(beans), (workload, message) -> {});
        cache = new ClusterCache(
                new CacheSources(stores, surroundings, gates, queue -> false),
                SchedulingOptions.DEFAULT
                        .with(Rule.FAIR_SHARING, true)
                        .with(List.of(PreemptionStrategy.LESS_THAN_INITIAL_SHARE)),
                NOON,
                new Unheard(),
                (key, problem) -> {});
        cache.note(new Change.OfFlavor(put(stores.flavors(), "", "default", "").name()));
        cache.note(new Change.OfCohort(put(stores.cohorts(), "", "all", "").name()));
    }

    /** The cache. */
    public ClusterCache cache() {
        return cache;
    }

    /** What it is fed from. */
    public Stores stores() {
        return stores;
    }

    /** What requests count as. */
    public Surroundings surroundings() {
        return surroundings;
    }

    /** What may hold Workloads. */
    public PreEnqueueGates gates() {
        return gates;
    }

    /** A namespace. */
    public void namespace(String name) {
        cache.note(new Change.OfNamespace(put(stores.namespaces(), "", name, "").name()));
    }

    /** A ClusterQueue of the Cohort, with that much cpu. */
    public void clusterQueue(String name, int cpu, String more) {
        cache.note(new Change.OfClusterQueue(
                put(stores.clusterQueues(), "", name, """
                    spec: {cohortName: all, namespaceSelector: {}, %s resourceGroups: [{coveredResources: [cpu],
                    flavors: [{name: default, resources: [{name: cpu, nominalQuota: %d}]}]}]}\
                    """.formatted(more, cpu)).name()));
    }

    /** A LocalQueue. */
    public void localQueue(String namespace, String name, String clusterQueue) {
        cache.note(new Change.OfLocalQueue(
                put(stores.localQueues(), namespace, name, "spec: {clusterQueue: %s}".formatted(clusterQueue))));
    }

    /** A Workload of one pod with one cpu; {@code spec} and {@code status} in YAML's short form. */
    public ObjectKey workload(String namespace, String name, String queue, String spec, String status) {
        return workload(namespace, name, queue, spec, status, 1);
    }

    /** One whose pod requests that much cpu. */
    public ObjectKey workload(String namespace, String name, String queue, String spec, String status, int cpu) {
        ObjectKey key = unnoted(namespace, name, queue, spec, status, cpu);
        cache.note(new Change.OfWorkload(key));
        return key;
    }

    /** One of which the cache is not notified. */
    public ObjectKey unnoted(String namespace, String name, String queue, String spec, String status) {
        return unnoted(namespace, name, queue, spec, status, 1);
    }

    private ObjectKey unnoted(String namespace, String name, String queue, String spec, String status, int cpu) {
        return put(stores.workloads(), namespace, name, """
            spec: {queueName: %s, %s podSets: [{name: main, count: 1, template: {spec: {containers: [{name: c,
            resources: {requests: {cpu: %d}}}]}}}]}, status: {%s}\
            """.formatted(queue, spec, cpu, status));
    }

    private ObjectKey put(Store<?> store, String namespace, String name, String more) {
        return Watched.shows(store, (ObjectNode)
                YAML.readTree(("{metadata: {namespace: '%s', name: %s, uid: %s-%s, resourceVersion: '%d',"
                                + " creationTimestamp: '2026-11-01T11:00:00Z'}, %s}")
                        .formatted(namespace, name, namespace, name, ++version, more)));
    }
}
