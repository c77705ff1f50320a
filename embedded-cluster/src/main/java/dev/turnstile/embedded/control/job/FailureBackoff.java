package dev.turnstile.embedded.control.job;

import dev.turnstile.embedded.control.loop.Pace;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Failed pods are replaced with a growing delay: 10 s after the first consecutive failure, doubled with each further
 * one, at most 10 minutes. A success ends the series. Computed from the pods themselves, so that it survives a restart
 * of the controller.
 */
final class FailureBackoff {
    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private FailureBackoff() {}

    /** When the next pod may be created; empty if none failed since the last success. */
    static Optional<Instant> until(List<JobPod> pods, Pace pace) {
        var lastSuccess = pods.stream()
                .filter(JobPod::hasSucceeded)
                .map(JobPod::finishedAt)
                .max(Comparator.naturalOrder())
                .orElse(Instant.MIN);
        var failures = pods.stream()
                .filter(pod -> pod.phase().equals("Failed"))
                .map(JobPod::finishedAt)
                .filter(lastSuccess::isBefore)
                .sorted()
                .toList();
        if (failures.isEmpty()) {
            return Optional.empty();
        }
        var doublings = Math.min(failures.size() - 1, 10);
        var delay = FIRST.multipliedBy(1L << doublings);
        return Optional.of(pace.after(failures.getLast(), delay.compareTo(LONGEST) > 0 ? LONGEST : delay));
    }
}
