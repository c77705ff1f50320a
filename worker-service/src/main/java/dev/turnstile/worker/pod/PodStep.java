package dev.turnstile.worker.pod;

import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.ReclaimablePod;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The next thing to do about a unit; what follows is decided from the state after it. */
sealed interface PodStep {
    /** Nothing, until something changes or that time has passed. */
    record Rest(@Nullable Duration lookAgain) implements PodStep {}

    /** Says why there is no Workload. */
    record Refuse(PodView about, String message) implements PodStep {}

    /** A Workload is made of these pods. */
    record Create(List<PodView> members, List<PodSet> podSets) implements PodStep {}

    /** These pods, too, own the Workload. */
    record Adopt(List<PodView> pods) implements PodStep {}

    /** Our finalizer goes. */
    record LetGo(List<PodView> pods) implements PodStep {}

    /** These pods are too many. */
    record DeleteExcess(List<PodView> pods) implements PodStep {}

    /** These pods may be scheduled. */
    record Start(List<PodView> pods) implements PodStep {}

    /** These pods have to end, and why: for programs and for people. */
    record Stop(List<PodView> pods, String reason, String message) implements PodStep {}

    /** Quota is given back, to be asked for again if pods are left that could run. */
    record Release(boolean canRestart) implements PodStep {}

    /** The Workload is over. */
    record Finish(String reason, String message) implements PodStep {}

    /** The Workload that is being deleted may go. */
    record LetGoWorkload() implements PodStep {}

    /** Pods that are done give their part of the quota back. */
    record Reclaim(List<ReclaimablePod> pods) implements PodStep {}

    /** Whether the group waits for other pods in the place of lost ones. */
    record Replacements(boolean waits, String reason, String message) implements PodStep {}

    /** The Workload follows what its pods say, and tells whether they are ready. */
    record Follow(boolean ready, @Nullable Duration lookAgain) implements PodStep {}
}
