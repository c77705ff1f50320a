package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the administrator of a ClusterQueue wants.
 *
 * @param cohortName the Cohort that the queue shares quota with; none: it stands alone
 * @param resourceGroups the quota, by groups of resources that share their flavors
 * @param queueingStrategy whether a head that does not fit holds up the others
 * @param namespaceSelector the namespaces whose workloads are admitted; missing: none, without requirements: all
 * @param flavorFungibility when to go on to the next flavor instead of borrowing or preempting
 * @param preemption which workloads may be preempted
 * @param admissionChecksStrategy checks that must be ready before a workload is admitted
 * @param fairSharing the queue's weight in its cohort
 * @param stopPolicy whether the queue admits, and what happens to what runs
 */
public record ClusterQueueSpec(
        @Nullable String cohortName,
        List<ResourceGroup> resourceGroups,
        QueueingStrategy queueingStrategy,
        @Nullable LabelSelector namespaceSelector,
        FlavorFungibility flavorFungibility,
        ClusterQueuePreemption preemption,
        @Nullable AdmissionChecksStrategy admissionChecksStrategy,
        @Nullable FairSharing fairSharing,
        StopPolicy stopPolicy) {
    /** Nothing said: no quota, no namespaces. */
    public static final ClusterQueueSpec EMPTY = new ClusterQueueSpec(
            null,
            List.of(),
            QueueingStrategy.BEST_EFFORT_FIFO,
            null,
            FlavorFungibility.DEFAULT,
            ClusterQueuePreemption.DEFAULT,
            null,
            null,
            StopPolicy.NONE);

    /** Fills in what the JSON left out. */
    public ClusterQueueSpec {
        resourceGroups = Absent.list(resourceGroups);
        queueingStrategy = Absent.orElse(queueingStrategy, QueueingStrategy.BEST_EFFORT_FIFO);
        flavorFungibility = Absent.orElse(flavorFungibility, FlavorFungibility.DEFAULT);
        preemption = Absent.orElse(preemption, ClusterQueuePreemption.DEFAULT);
        stopPolicy = Absent.orElse(stopPolicy, StopPolicy.NONE);
    }
}
