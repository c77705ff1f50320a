package dev.turnstile.worker.endpoint;

import dev.turnstile.core.assignment.Assignment;
import dev.turnstile.core.assignment.FlavorAttempt;
import dev.turnstile.core.assignment.Obstacle;
import dev.turnstile.core.assignment.PodSetResult;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.Victim;
import dev.turnstile.core.workload.AdmissionConstraints;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A decision in fields: what it is, every flavor that was tried with what is missing, and who would have to go. */
final class Reasoning {
    private Reasoning() {}

    static Map<String, Object> of(Outcome outcome) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("outcome", outcome.getClass().getSimpleName());
        if (outcome instanceof Outcome.Waiting waiting) {
            fields.put("reason", waiting.reason().text());
            fields.put("until", waiting.why().until().words());
        }
        fields.put("message", outcome.message().text());
        Assignment assignment = assignment(outcome);
        if (assignment != null) {
            fields.put(
                    "podSets",
                    assignment.podSets().stream().map(Reasoning::podSet).toList());
        }
        List<Victim> victims = victims(outcome);
        if (!victims.isEmpty()) {
            fields.put("wouldPreempt", victims.stream().map(Reasoning::victim).toList());
        }
        if (outcome instanceof Outcome.Gated gated) {
            fields.put("closedGates", gated.closedGates());
        }
        if (outcome instanceof Outcome.Constrained constrained) {
            List<String> constraints = new ArrayList<>();
            AdmissionConstraints obstacle =
                    constrained.ruledOut().among(constrained.workload().constraints());
            if (obstacle.cannotPreempt()) {
                constraints.add("cannot-preempt");
            }
            if (obstacle.cannotBorrow()) {
                constraints.add("cannot-borrow");
            }
            fields.put("heldBackBy", constraints);
        }
        return fields;
    }

    private static @Nullable Assignment assignment(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Admit admit -> admit.assignment();
            case Outcome.Preempt preempt -> preempt.assignment();
            case Outcome.Deferred deferred -> deferred.assignment();
            case Outcome.Gated gated -> gated.assignment();
            case Outcome.Constrained constrained -> constrained.assignment();
            case Outcome.NoCandidates none -> none.assignment();
            case Outcome.NoFit none -> none.assignment();
            case Outcome.Skip skip -> skip.assignment();
            case Outcome.Blocked blocked -> blocked.assignment();
            case Outcome.Postponed _, Outcome.NotNominated _ -> null;
        };
    }

    private static List<Victim> victims(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Preempt preempt -> preempt.victims();
            case Outcome.Gated gated -> gated.victims();
            case Outcome.Admit _, Outcome.Waiting _ -> List.of();
        };
    }

    private static Map<String, Object> podSet(PodSetResult podSet) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", podSet.name());
        fields.put("count", podSet.count());
        fields.put("flavors", podSet.attempts().stream().map(Reasoning::flavor).toList());
        fields.put(
                "obstacles", podSet.obstacles().stream().map(Obstacle::message).toList());
        return fields;
    }

    private static Map<String, Object> flavor(FlavorAttempt attempt) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("flavor", attempt.flavor());
        fields.put("mode", attempt.mode().text());
        fields.put("borrowingLevel", attempt.borrowing());
        fields.put(
                "obstacles", attempt.obstacles().stream().map(Obstacle::message).toList());
        return fields;
    }

    private static Map<String, Object> victim(Victim victim) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("workload", victim.workload().key().toString());
        fields.put("clusterQueue", victim.clusterQueue());
        fields.put("reason", victim.reason().text());
        fields.put("evicting", victim.evicting());
        return fields;
    }
}
