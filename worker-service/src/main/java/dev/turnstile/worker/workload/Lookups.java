package dev.turnstile.worker.workload;

import dev.turnstile.core.lifecycle.Circumstances;
import dev.turnstile.core.lifecycle.Circumstances.Queues;
import dev.turnstile.core.waiting.QueueAccess;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.AdmissionCheckState;
import dev.turnstile.model.kueue.AdmissionCheckStrategyRule;
import dev.turnstile.model.kueue.AdmissionChecksStrategy;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.LocalQueue;
import dev.turnstile.model.kueue.PreemptionGate;
import dev.turnstile.model.kueue.StopPolicy;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.ActiveReason;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.worker.inbound.Lifecycles;
import dev.turnstile.worker.inbound.WorkloadFacts;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds what decisions on Workloads look at besides the Workload. */
public final class Lookups {
    private final Store<LocalQueue> localQueues;
    private final Store<ClusterQueue> clusterQueues;
    private final Predicate<ClusterQueue> obstructed;
    private final Predicate<Workload> ownerGone;
    private final Function<Workload, Optional<Wait>> held;
    private final LifecycleRules rules;

    /**
     * Looks things up in these stores.
     *
     * @param obstructed whether a ClusterQueue, its flavors and its checks show that it may admit nothing
     * @param ownerGone whether the owner of the Workload is of a kind that we know and does not exist
     * @param held why something outside of the scheduler does not let it queue
     */
    public Lookups(
            Store<LocalQueue> localQueues,
            Store<ClusterQueue> clusterQueues,
            Predicate<ClusterQueue> obstructed,
            Predicate<Workload> ownerGone,
            Function<Workload, Optional<Wait>> held,
            LifecycleRules rules) {
        this.localQueues = localQueues;
        this.clusterQueues = clusterQueues;
        this.obstructed = obstructed;
        this.ownerGone = ownerGone;
        this.held = held;
        this.rules = rules;
    }

    /** Everything about one Workload. */
    public Circumstances of(Workload workload) {
        LocalQueue localQueue = localQueues.get(new ObjectKey(
                WorkloadFacts.key(workload).namespace(),
                Objects.requireNonNullElse(workload.spec().queueName(), "")));
        Admission admission = workload.status().admission();
        ClusterQueue waitsFor = behind(localQueue);
        ClusterQueue clusterQueue = admission != null && admission.clusterQueue() != null
                ? clusterQueues.get(ObjectKey.of(admission.clusterQueue()))
                : waitsFor;
        StopPolicy ofCluster =
                clusterQueue == null ? StopPolicy.NONE : clusterQueue.spec().stopPolicy();
        StopPolicy ofLocal =
                localQueue == null ? StopPolicy.NONE : localQueue.spec().stopPolicy();
        return new Circumstances(
                ownerGone.test(workload),
                WorkloadFacts.owners(workload).isEmpty(),
                new Queues(
                        obstacle(workload, localQueue, waitsFor),
                        ofCluster != StopPolicy.NONE,
                        ofCluster == StopPolicy.HOLD_AND_DRAIN,
                        ofLocal != StopPolicy.NONE,
                        ofLocal == StopPolicy.HOLD_AND_DRAIN),
                clusterQueue == null ? names(workload) : checks(clusterQueue, admission),
                Lifecycles.answers(workload),
                gates(workload),
                held.apply(workload),
                Optional.ofNullable(workload.spec().maximumExecutionTimeSeconds())
                        .map(Duration::ofSeconds),
                Optional.of(rules.podsReady()),
                rules.keepFinished());
    }

    private Optional<List<String>> gates(Workload workload) {
        return rules.preemptionGates()
                ? Optional.of(workload.spec().preemptionGates().stream()
                        .map(PreemptionGate::name)
                        .toList())
                : Optional.empty();
    }

    private @Nullable ClusterQueue behind(@Nullable LocalQueue localQueue) {
        String name = localQueue == null ? null : localQueue.spec().clusterQueue();
        return name == null ? null : clusterQueues.get(ObjectKey.of(name));
    }

    /** A stopped LocalQueue is a pre-enqueue gate's to report. */
    private Optional<Wait> obstacle(
            Workload workload, @Nullable LocalQueue localQueue, @Nullable ClusterQueue clusterQueue) {
        if (localQueue == null) {
            return QueueAccess.MISSING.ofLocalQueue(
                    Objects.requireNonNullElse(workload.spec().queueName(), ""));
        }
        QueueAccess access = clusterQueue == null
                ? QueueAccess.MISSING
                : admits(clusterQueue) ? QueueAccess.OPEN : QueueAccess.CLOSED;
        return access.ofClusterQueue(
                Objects.requireNonNullElse(localQueue.spec().clusterQueue(), ""));
    }

    /**
     * What can be seen of the queue, its flavors and its checks is asked of these: the condition comes later, and
     * believing it would take back what the scheduler has published meanwhile, which it does only once. The condition
     * is asked only for what the core alone knows.
     */
    private boolean admits(ClusterQueue queue) {
        return !obstructed.test(queue)
                && Conditions.find(queue.status().conditions(), ConditionType.ACTIVE)
                        .filter(active -> active.status() == ConditionStatus.FALSE)
                        .filter(active -> active.reason().equals(ActiveReason.COHORT_CYCLE.text()))
                        .isEmpty();
    }

    private static List<String> names(Workload workload) {
        return workload.status().admissionChecks().stream()
                .map(AdmissionCheckState::name)
                .toList();
    }

    /** The checks that a Workload has to pass with that admission. */
    public List<String> checks(Workload workload, Admission admission) {
        String name = admission.clusterQueue();
        ClusterQueue queue = name == null ? null : clusterQueues.get(ObjectKey.of(name));
        return queue == null ? names(workload) : checks(queue, admission);
    }

    /** Before its flavors are known, only the checks of all flavors are; in the order of their names. */
    private static List<String> checks(ClusterQueue queue, @Nullable Admission admission) {
        AdmissionChecksStrategy strategy = queue.spec().admissionChecksStrategy();
        if (strategy == null) {
            return List.of();
        }
        Set<String> flavors = new TreeSet<>();
        if (admission != null) {
            admission
                    .podSetAssignments()
                    .forEach(podSet -> flavors.addAll(podSet.flavors().values()));
        }
        return strategy.admissionChecks().stream()
                .filter(rule -> ofAllFlavors(rule, queue) || !Collections.disjoint(rule.onFlavors(), flavors))
                .map(AdmissionCheckStrategyRule::name)
                .sorted()
                .toList();
    }

    private static boolean ofAllFlavors(AdmissionCheckStrategyRule rule, ClusterQueue queue) {
        return rule.onFlavors().isEmpty()
                || queue.spec().resourceGroups().stream()
                        .flatMap(group -> group.flavors().stream())
                        .allMatch(flavor -> rule.onFlavors().contains(flavor.name()));
    }
}
