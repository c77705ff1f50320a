package dev.turnstile.worker.quota;

import dev.turnstile.core.hierarchy.Availability;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.AdmissionCheck;
import dev.turnstile.model.kueue.AdmissionCheckStrategyRule;
import dev.turnstile.model.kueue.AdmissionChecksStrategy;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.FlavorQuotas;
import dev.turnstile.model.kueue.LocalQueue;
import dev.turnstile.model.kueue.ResourceFlavor;
import dev.turnstile.model.kueue.ResourceGroup;
import dev.turnstile.model.kueue.StopPolicy;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.ActiveReason;
import dev.turnstile.vocabulary.ConditionType;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Whether queues admit, and if not, why. */
public final class QueueConditions {
    private final Store<ResourceFlavor> flavors;
    private final Store<AdmissionCheck> checks;

    /** What a condition {@code Active} says. */
    public record Active(boolean holds, ActiveReason reason, String message) {}

    private record Obstacle(ActiveReason reason, String words) {}

    /** Looks flavors and checks up there. */
    public QueueConditions(Store<ResourceFlavor> flavors, Store<AdmissionCheck> checks) {
        this.flavors = flavors;
        this.checks = checks;
    }

    /** Whether a ClusterQueue may admit nothing for a reason that the core cannot see. */
    public boolean held(ClusterQueue queue) {
        return queue.metadata().getDeletionTimestamp() != null
                || obstacles(queue).stream().anyMatch(obstacle -> obstacle.reason() != ActiveReason.FLAVOR_NOT_FOUND);
    }

    /** Whether a ClusterQueue may admit nothing, as far as it, its flavors and its checks show. */
    public boolean obstructed(ClusterQueue queue) {
        return queue.metadata().getDeletionTimestamp() != null
                || !obstacles(queue).isEmpty();
    }

    /** The condition of a ClusterQueue; {@code availability} is what the core says of it. */
    public Active of(ClusterQueue queue, Availability availability) {
        if (queue.metadata().getDeletionTimestamp() != null) {
            return new Active(
                    false, ActiveReason.TERMINATING, "Can't admit new workloads; clusterQueue is terminating");
        }
        if (availability instanceof Availability.CohortCycle) {
            return new Active(false, ActiveReason.COHORT_CYCLE, availability.message());
        }
        List<Obstacle> obstacles = obstacles(queue);
        if (obstacles.isEmpty()) {
            return availability instanceof Availability.Invalid
                    ? new Active(false, ActiveReason.FLAVOR_NOT_FOUND, availability.message())
                    : new Active(true, ActiveReason.READY, "Can admit new workloads");
        }
        return new Active(
                false,
                obstacles.getFirst().reason(),
                "Can't admit new workloads: "
                        + String.join(
                                ", ", obstacles.stream().map(Obstacle::words).toList()) + ".");
    }

    private List<Obstacle> obstacles(ClusterQueue queue) {
        List<Obstacle> obstacles = new ArrayList<>();
        if (queue.spec().stopPolicy() != StopPolicy.NONE) {
            obstacles.add(new Obstacle(ActiveReason.STOPPED, "is stopped"));
        }
        TreeSet<String> missingFlavors = new TreeSet<>();
        for (ResourceGroup group : queue.spec().resourceGroups()) {
            for (FlavorQuotas flavor : group.flavors()) {
                if (flavors.get(ObjectKey.of(flavor.name())) == null) {
                    missingFlavors.add(flavor.name());
                }
            }
        }
        add(obstacles, ActiveReason.FLAVOR_NOT_FOUND, "references missing ResourceFlavor(s): ", missingFlavors);
        TreeSet<String> missing = new TreeSet<>();
        TreeSet<String> inactive = new TreeSet<>();
        TreeSet<String> dispatching = new TreeSet<>();
        for (String name : checkNames(queue)) {
            AdmissionCheck check = checks.get(ObjectKey.of(name));
            if (check == null) {
                missing.add(name);
            } else {
                if (!Conditions.isTrue(check.status().conditions(), ConditionType.ACTIVE)) {
                    inactive.add(name);
                }
                if (check.spec().controllerName().equals(ApiNames.MULTIKUEUE_CONTROLLER)) {
                    dispatching.add(name);
                }
            }
        }
        add(obstacles, ActiveReason.ADMISSION_CHECK_NOT_FOUND, "references missing AdmissionCheck(s): ", missing);
        add(obstacles, ActiveReason.ADMISSION_CHECK_INACTIVE, "references inactive AdmissionCheck(s): ", inactive);
        if (dispatching.size() > 1) {
            add(
                    obstacles,
                    ActiveReason.MULTIPLE_MULTIKUEUE_ADMISSION_CHECKS,
                    "Cannot use multiple MultiKueue AdmissionChecks on the same ClusterQueue, found: ",
                    dispatching);
        }
        return obstacles;
    }

    /** The names of a ClusterQueue's checks. */
    public static List<String> checkNames(ClusterQueue queue) {
        AdmissionChecksStrategy strategy = queue.spec().admissionChecksStrategy();
        return strategy == null
                ? List.of()
                : strategy.admissionChecks().stream()
                        .map(AdmissionCheckStrategyRule::name)
                        .toList();
    }

    private static void add(List<Obstacle> obstacles, ActiveReason reason, String words, SortedSet<String> names) {
        if (!names.isEmpty()) {
            obstacles.add(new Obstacle(reason, words + String.join(",", names)));
        }
    }

    /** The condition of a LocalQueue. */
    public static Active of(LocalQueue queue, @Nullable ClusterQueue behind) {
        if (queue.spec().stopPolicy() != StopPolicy.NONE) {
            return new Active(false, ActiveReason.STOPPED, "LocalQueue is stopped");
        }
        if (behind == null) {
            return new Active(
                    false, ActiveReason.CLUSTER_QUEUE_DOES_NOT_EXIST, "Can't submit new workloads to clusterQueue");
        }
        return Conditions.isTrue(behind.status().conditions(), ConditionType.ACTIVE)
                ? new Active(true, ActiveReason.READY, "Can submit new workloads to localQueue")
                : new Active(
                        false, ActiveReason.CLUSTER_QUEUE_IS_INACTIVE, "Can't submit new workloads to clusterQueue");
    }
}
