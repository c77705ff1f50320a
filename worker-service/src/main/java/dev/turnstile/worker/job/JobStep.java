package dev.turnstile.worker.job;

import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.ReclaimablePod;
import dev.turnstile.vocabulary.FinishedReason;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The next thing to do about a job and its Workload; what follows is decided from the state after it. */
sealed interface JobStep {
    /** Nothing, until something changes or that time has passed. */
    record Rest(@Nullable Duration requeueAfter) implements JobStep {}

    /** The job becomes the owner of the prebuilt Workload that it names. */
    record Adopt() implements JobStep {}

    /** A Workload is made for these pods. */
    record Create(List<PodSet> podSets) implements JobStep {}

    /** The waiting Workload requests these pods from now on. */
    record ChangePodSets(List<PodSet> podSets) implements JobStep {}

    /** The job may run, its pods with these placements. */
    record Start(List<Integration.Placement> placements) implements JobStep {}

    /** The job is suspended, and why. */
    record Stop(String message) implements JobStep {}

    /** The start time goes from the job's status: while it is there, the API refuses another template. */
    record ClearStartTime() implements JobStep {}

    /** The job's template becomes what its user wrote. */
    record Restore(List<PodSet> podSets) implements JobStep {}

    /** Quota is released, to be requested again. */
    record Release() implements JobStep {}

    /** Pods that are done give back their part of the quota. */
    record Reclaim(List<ReclaimablePod> pods) implements JobStep {}

    /** The Workload is over. */
    record Finish(FinishedReason reason, String message) implements JobStep {}

    /** The job is not what its prebuilt Workload was made for: both have to be created again. */
    record EndOutOfSync() implements JobStep {}

    /** Our finalizer goes from the Workload that is being deleted. */
    record RemoveWorkloadFinalizer() implements JobStep {}

    /** The Workload is deleted, to be made again for the job as that is now. */
    record DeleteWorkload() implements JobStep {}

    /** The job is deleted: it was kept as long as the configuration says. */
    record DeleteJob() implements JobStep {}

    /** The Workload follows the job's labels and annotations, and shows whether its pods are ready. */
    record Follow(boolean podsReady, @Nullable Duration requeueAfter) implements JobStep {}
}
