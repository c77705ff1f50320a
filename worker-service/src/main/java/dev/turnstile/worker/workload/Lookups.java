package dev.turnstile.worker.workload;

import dev.turnstile.model.condition.ConditionTypes;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.AdmissionCheckState;
import dev.turnstile.model.kueue.AdmissionCheckStrategyRule;
import dev.turnstile.model.kueue.AdmissionChecksStrategy;
import dev.turnstile.model.kueue.CheckState;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.LocalQueue;
import dev.turnstile.model.kueue.StopPolicy;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds what decisions on Workloads look at besides the Workload. */
public final class Lookups {
    private final Store<LocalQueue> localQueues;
    private final Store<ClusterQueue> clusterQueues;
    private final Predicate<Workload> ownerGone;
    private final InstantSource clock;

    /**
     * Looks things up in these stores.
     *
     * @param ownerGone whether it is the Workload of a job of a kind that we know, which does not exist any more
     */
    public Lookups(
            Store<LocalQueue> localQueues,
            Store<ClusterQueue> clusterQueues,
            Predicate<Workload> ownerGone,
            InstantSource clock) {
        this.localQueues = localQueues;
        this.clusterQueues = clusterQueues;
        this.ownerGone = ownerGone;
        this.clock = clock;
    }

    /** Everything about one Workload. */
    public Surroundings of(Workload workload) {
        ObjectKey key = WorkloadFacts.key(workload);
        LocalQueue localQueue = localQueues.get(new ObjectKey(
                key.namespace(), Objects.requireNonNullElse(workload.spec().queueName(), "")));
        Admission admission = workload.status().admission();
        ClusterQueue clusterQueue = admission != null && admission.clusterQueue() != null
                ? clusterQueues.get(ObjectKey.of(admission.clusterQueue()))
                : behind(localQueue);
        return new Surroundings(
                localQueue == null
                        ? null
                        : new Surroundings.LocalQueueState(
                                Objects.requireNonNullElse(localQueue.metadata().getName(), ""),
                                localQueue.spec().stopPolicy(),
                                Objects.requireNonNullElse(localQueue.spec().clusterQueue(), "")),
                clusterQueue == null
                        ? null
                        : new Surroundings.ClusterQueueState(
                                Objects.requireNonNullElse(
                                        clusterQueue.metadata().getName(), ""),
                                clusterQueue.spec().stopPolicy(),
                                admits(clusterQueue)),
                ownerGone.test(workload),
                admission == null ? workload.status().admissionChecks() : checks(workload, admission));
    }

    private @Nullable ClusterQueue behind(@Nullable LocalQueue localQueue) {
        String name = localQueue == null ? null : localQueue.spec().clusterQueue();
        return name == null ? null : clusterQueues.get(ObjectKey.of(name));
    }

    /** A queue of which nothing was said yet counts as one that admits. */
    private static boolean admits(ClusterQueue queue) {
        return queue.spec().stopPolicy() == StopPolicy.NONE
                && !Conditions.isFalse(queue.status().conditions(), ConditionTypes.ACTIVE);
    }

    /** The checks that a Workload has to pass with that admission: known ones as they are, new ones pending. */
    public List<AdmissionCheckState> checks(Workload workload, Admission admission) {
        String name = admission.clusterQueue();
        ClusterQueue queue = name == null ? null : clusterQueues.get(ObjectKey.of(name));
        AdmissionChecksStrategy strategy = queue == null ? null : queue.spec().admissionChecksStrategy();
        if (strategy == null) {
            return List.of();
        }
        Set<String> flavors = new TreeSet<>();
        admission
                .podSetAssignments()
                .forEach(podSet -> flavors.addAll(podSet.flavors().values()));
        List<AdmissionCheckState> states = new ArrayList<>();
        for (AdmissionCheckStrategyRule rule : strategy.admissionChecks()) {
            if (rule.onFlavors().isEmpty() || !Collections.disjoint(rule.onFlavors(), flavors)) {
                states.add(workload.status().admissionChecks().stream()
                        .filter(state -> state.name().equals(rule.name()))
                        .findFirst()
                        .orElseGet(() -> new AdmissionCheckState(
                                rule.name(), CheckState.PENDING, clock.instant(), "", null, null, List.of())));
            }
        }
        return states;
    }
}
