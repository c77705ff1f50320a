package dev.turnstile.worker.pod;

import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.ReclaimablePod;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The next thing to do about a unit; what follows is decided from the state after it. */
sealed interface PodStep {
    /** Nothing, until something changes or that time has passed. */
    record Rest(@Nullable Duration requeueAfter) implements PodStep {}

    /** Says why there is no Workload. */
    record Refuse(PodView about, String message) implements PodStep {}

    /** A Workload is made of these pods. */
    record Create(List<PodView> members, List<PodSet> podSets) implements PodStep {}

    /** These pods, too, own the Workload. */
    record Adopt(List<PodView> pods) implements PodStep {}

    /** Our finalizer goes from these pods. */
    record RemoveFinalizers(List<PodView> pods) implements PodStep {}

    /** These pods are too many. */
    record DeleteExcess(List<PodView> pods) implements PodStep {}

    /** These pods may be scheduled. */
    record Start(List<PodView> pods) implements PodStep {}

    /** These pods have to end, and why: for programs and for people. */
    record Stop(List<PodView> pods, String reason, String message) implements PodStep {}

    /** Quota is released, to be requested again if pods are left that could run. */
    record Release(boolean canRestart) implements PodStep {}

    /** The Workload is over. */
    record Finish(String reason, String message) implements PodStep {}

    /** Our finalizer goes from the Workload that is being deleted. */
    record RemoveWorkloadFinalizer() implements PodStep {}

    /** Pods that are done give back their part of the quota. */
    record Reclaim(List<ReclaimablePod> pods) implements PodStep {}

    /** Whether the group waits for other pods in the place of lost ones. */
    record Replacements(boolean waits, String reason, String message) implements PodStep {}

    /** The Workload follows what its pods say, and shows whether they are ready. */
    record Follow(boolean ready, @Nullable Duration requeueAfter) implements PodStep {}
}
