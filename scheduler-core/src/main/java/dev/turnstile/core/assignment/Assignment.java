package dev.turnstile.core.assignment;

import dev.turnstile.core.assignment.Obstacle.Severity;
import dev.turnstile.core.resource.Requests;
import dev.turnstile.core.resource.Usage;
import dev.turnstile.core.workload.PodSetAssignment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Flavors for a workload, as far as they were found: pod sets after one that does not fit are not looked at.
 *
 * @param borrowing the highest level from which something has to be borrowed; 0: none
 * @param usage what the pod sets with flavors would take
 */
public record Assignment(List<PodSetResult> podSets, int borrowing, Usage usage, Mode mode, FlavorProgress progress) {

    public Assignment {
        podSets = List.copyOf(podSets);
    }

    /** Why it does not fit as things are, as the workload's condition says it; empty where it fits. */
    public String message() {
        StringBuilder text = new StringBuilder();
        for (PodSetResult podSet : podSets) {
            if (podSet.obstacles().isEmpty()) {
                continue;
            }
            if (!text.isEmpty()) {
                text.append("; ");
            }
            text.append("couldn't assign flavors to pod set ")
                    .append(podSet.name())
                    .append(": ")
                    .append(String.join(
                            ", ",
                            podSet.obstacles().stream()
                                    .map(Obstacle::message)
                                    .sorted()
                                    .toList()));
        }
        return text.toString();
    }

    /**
     * What kind of waiting this is where nothing fits: per pod set the mildest among the flavors of a group, since any
     * of them would do, and the worst of the groups and pod sets, since all are needed.
     */
    public Severity severity() {
        Severity worst = Severity.NONE;
        for (PodSetResult podSet : podSets) {
            if (podSet.mode() == Mode.NO_FIT) {
                Severity own = severity(podSet);
                worst = own.compareTo(worst) > 0 ? own : worst;
            }
        }
        return worst;
    }

    private static Severity severity(PodSetResult podSet) {
        if (podSet.attempts().isEmpty()) {
            return Severity.NO_MATCHING_FLAVOR;
        }
        Map<Integer, Severity> mildest = new LinkedHashMap<>();
        for (FlavorAttempt attempt : podSet.attempts()) {
            if (attempt.mode() == FlavorMode.NO_FIT) {
                mildest.merge(attempt.group(), worst(attempt.obstacles()), (a, b) -> a.compareTo(b) < 0 ? a : b);
            }
        }
        Severity own = podSet.obstacles().stream()
                .filter(obstacle -> obstacle instanceof Obstacle.ResourceUnavailable)
                .map(Obstacle::severity)
                .findFirst()
                .orElse(Severity.NONE);
        return mildest.values().stream().reduce(own, (a, b) -> a.compareTo(b) > 0 ? a : b);
    }

    private static Severity worst(List<Obstacle> obstacles) {
        return obstacles.stream()
                .map(Obstacle::severity)
                .max(Severity::compareTo)
                .orElse(Severity.NONE);
    }

    /** The assignment as it is written into the workload's admission. */
    public List<PodSetAssignment> toAdmission() {
        return podSets.stream()
                .map(podSet -> {
                    Map<String, String> flavors = new TreeMap<>();
                    Map<String, Long> used = new TreeMap<>();
                    podSet.choices().forEach((resource, choice) -> {
                        flavors.put(resource, choice.flavor());
                        used.put(resource, podSet.requests().amount(resource));
                    });
                    return new PodSetAssignment(podSet.name(), podSet.count(), flavors, Requests.of(used));
                })
                .toList();
    }

    /**
     * The flavors that were looked at and not simply taken, for the event of an admission; empty where there is nothing
     * to tell: {@code main: spot(NoFit;untolerated taint …)}.
     */
    public String flavorsConsidered() {
        StringBuilder text = new StringBuilder();
        for (PodSetResult podSet : podSets) {
            String tried = String.join(
                    ", ",
                    podSet.attempts().stream()
                            .filter(attempt -> attempt.mode() != FlavorMode.FIT || attempt.borrowing() > 0)
                            .map(Assignment::words)
                            .sorted()
                            .toList());
            if (!tried.isEmpty()) {
                text.append(text.isEmpty() ? "" : "; ")
                        .append(podSet.name())
                        .append(": ")
                        .append(tried);
            }
        }
        return text.toString();
    }

    private static String words(FlavorAttempt attempt) {
        boolean preempts = attempt.mode().mode() == Mode.PREEMPT;
        StringBuilder text = new StringBuilder(attempt.flavor())
                .append('(')
                .append(preempts ? "preemptionMode=" : "")
                .append(attempt.mode().text());
        if (attempt.borrowing() > 0) {
            text.append(";borrow=").append(attempt.borrowing());
        }
        attempt.obstacles().forEach(obstacle -> text.append(';').append(obstacle.message()));
        return text.append(')').toString();
    }
}
