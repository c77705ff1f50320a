package dev.turnstile.worker.pod;

import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The pods that share one Workload.
 *
 * @param key namespace and name of the group, or of the pod
 * @param pods the oldest first
 */
record PodUnit(ObjectKey key, boolean group, List<PodView> pods) {

    static PodUnit single(PodView pod) {
        return new PodUnit(pod.metadata().key(), false, List.of(pod));
    }

    static PodUnit group(ObjectKey key, Collection<PodView> pods) {
        return new PodUnit(key, true, pods.stream().sorted(PodView.BY_AGE).toList());
    }

    List<PodView> where(Predicate<PodView> wanted) {
        return pods.stream().filter(wanted).toList();
    }

    boolean any(Predicate<PodView> wanted) {
        return pods.stream().anyMatch(wanted);
    }

    boolean active(boolean fastRelease, Instant now) {
        return any(pod -> pod.active(fastRelease, now));
    }

    /** Until the next pod's grace period is over, or null where none ends by time alone. */
    @Nullable
    Duration untilGraceEnds(boolean fastRelease, Instant now) {
        return pods.stream()
                .filter(pod -> pod.deleting() && pod.active(fastRelease, now))
                .map(PodView::deletion)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .map(end -> Duration.between(now, end).plusMillis(1))
                .orElse(null);
    }

    /** The name of the pod set that a pod belongs to. */
    String podSetOf(PodView pod) {
        return group ? pod.role() : PodSet.DEFAULT_NAME;
    }
}
