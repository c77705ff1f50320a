package dev.turnstile.worker.inbound;

import dev.turnstile.model.kueue.AdmissionCheck;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.Cohort;
import dev.turnstile.model.kueue.KueueKinds;
import dev.turnstile.model.kueue.LocalQueue;
import dev.turnstile.model.kueue.ResourceFlavor;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadPriorityClass;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Everything that this service reads, by kind. */
public record Stores(
        Store<Workload> workloads,
        Store<ClusterQueue> clusterQueues,
        Store<LocalQueue> localQueues,
        Store<Cohort> cohorts,
        Store<ResourceFlavor> flavors,
        Store<AdmissionCheck> checks,
        Store<WorkloadPriorityClass> priorityClasses,
        Store<ObjectNode> podPriorityClasses,
        Store<ObjectNode> namespaces,
        Store<ObjectNode> runtimeClasses,
        Store<ObjectNode> limitRanges,
        Indexes indexes) {

    public static Stores empty() {
        Store<Workload> workloads = Store.of(KueueKinds.WORKLOAD);
        Store<LocalQueue> localQueues = Store.of(KueueKinds.LOCAL_QUEUE);
        Store<ObjectNode> limitRanges = new Store<>(ApiResource.LIMIT_RANGE, object -> object);
        return new Stores(
                workloads,
                Store.of(KueueKinds.CLUSTER_QUEUE),
                localQueues,
                Store.of(KueueKinds.COHORT),
                Store.of(KueueKinds.RESOURCE_FLAVOR),
                Store.of(KueueKinds.ADMISSION_CHECK),
                Store.of(KueueKinds.WORKLOAD_PRIORITY_CLASS),
                new Store<>(ApiResource.PRIORITY_CLASS, object -> object),
                new Store<>(ApiResource.NAMESPACE, object -> object),
                new Store<>(ApiResource.RUNTIME_CLASS, object -> object),
                limitRanges,
                Indexes.of(workloads, localQueues, limitRanges));
    }

    /** What pods get from where they are. */
    public Surroundings surroundings(ResourceRules rules) {
        return new Surroundings(rules, name -> runtimeClasses.get(ObjectKey.of(name)), indexes.limitRanges()::of);
    }

    /** The cohorts above a ClusterQueue, the nearest first. */
    public List<String> cohortsAbove(String clusterQueue) {
        List<String> above = new ArrayList<>();
        ClusterQueue queue = clusterQueues.get(ObjectKey.of(clusterQueue));
        String cohort = queue == null ? null : queue.spec().cohortName();
        while (cohort != null && !cohort.isEmpty() && !above.contains(cohort)) {
            above.add(cohort);
            Cohort parent = cohorts.get(ObjectKey.of(cohort));
            cohort = parent == null ? null : parent.spec().parentName();
        }
        return above;
    }

    /** All of them. */
    public List<Store<?>> all() {
        return List.of(
                namespaces,
                runtimeClasses,
                limitRanges,
                flavors,
                cohorts,
                checks,
                priorityClasses,
                podPriorityClasses,
                clusterQueues,
                localQueues,
                workloads);
    }
}
