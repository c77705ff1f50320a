package dev.turnstile.worker.pod;

import dev.turnstile.model.kueue.PodSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How the pods of a unit stand against what its Workload was made for.
 *
 * <p>Goal: every pod set has as many pods as it says, and a pod that was lost is kept as the reminder of a missing one
 * until another takes its place. Constraint: what runs is never given up for what waits. Steps, for each pod set: pods
 * that serve are ordered, those that have started first, then by age; those beyond the count are too many. Of the lost
 * ones (failed, or ending) as many are replaced as there are serving and lost pods beyond the count: the one that ended
 * first goes first, and of those that ended in the same second the newest.
 *
 * <p>Example: a set of two with {@code p1} failed and {@code p2} running waits for one; {@code p1b} comes and replaces
 * {@code p1}; {@code p4} comes and is one too many.
 *
 * @param excess pods beyond the count, the newest first
 * @param replaced lost pods whose place was taken
 * @param lost lost pods whose place is empty
 * @param serving how many pods serve
 * @param total how many the Workload was made for
 * @param strangers pods of a role that the Workload does not know
 */
record Census(
        List<PodView> excess,
        List<PodView> replaced,
        List<PodView> lost,
        int serving,
        int total,
        List<PodView> strangers) {

    static Census of(PodUnit unit, List<PodSet> podSets, boolean fastRelease, Instant now) {
        List<PodView> excess = new ArrayList<>();
        List<PodView> replaced = new ArrayList<>();
        List<PodView> lost = new ArrayList<>();
        Set<PodView> known = new HashSet<>();
        int serving = 0;
        int total = 0;
        for (PodSet podSet : podSets) {
            List<PodView> members = unit.where(pod -> unit.podSetOf(pod).equals(podSet.name()));
            known.addAll(members);
            int count = podSet.count();
            List<PodView> serves = members.stream()
                    .filter(pod -> pod.serves(fastRelease, now))
                    .sorted(Comparator.comparing(PodView::gated).thenComparing(PodView.BY_AGE))
                    .toList();
            serves.stream().skip(count).filter(pod -> !pod.over()).forEach(excess::add);
            List<PodView> away = members.stream()
                    .filter(pod -> pod.held() && !pod.gated() && !pod.serves(fastRelease, now))
                    .sorted(Comparator.<PodView, Instant>comparing(pod -> pod.ended(now))
                            .thenComparing(PodView.BY_AGE.reversed()))
                    .toList();
            int taken = Math.clamp(serves.size() + away.size() - count, 0, away.size());
            replaced.addAll(away.subList(0, taken));
            lost.addAll(away.subList(taken, away.size()));
            serving += Math.min(count, serves.size());
            total += count;
        }
        excess.sort(PodView.BY_AGE.reversed());
        return new Census(
                List.copyOf(excess),
                List.copyOf(replaced),
                List.copyOf(lost),
                serving,
                total,
                unit.where(pod -> !known.contains(pod)));
    }

    /** Whether a pod counts among those that the Workload was made for. */
    boolean includes(PodView pod) {
        return Stream.concat(excess.stream(), strangers.stream()).noneMatch(pod::equals);
    }
}
