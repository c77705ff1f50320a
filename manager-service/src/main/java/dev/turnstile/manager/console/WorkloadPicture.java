package dev.turnstile.manager.console;

import dev.turnstile.manager.console.ConsoleView.TrailLine;
import dev.turnstile.manager.console.WorkloadView.ConditionLine;
import dev.turnstile.manager.console.WorkloadView.Place;
import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionTypes;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.gate.PreemptionGates;
import dev.turnstile.model.kueue.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;

/** Why a workload does not run: what each cluster says of it, sorted out for a reader. */
final class WorkloadPicture {

    private WorkloadPicture() {}

    /**
     * Draws it.
     *
     * @param replicas by cluster
     * @param says what the manager says of it; empty where it has nothing to do with it
     */
    static WorkloadView of(
            String key,
            String localCluster,
            Workload local,
            SortedMap<String, Workload> replicas,
            String says,
            List<TrailLine> trail) {
        var places = new ArrayList<Place>();
        places.add(place(localCluster, local));
        replicas.forEach((cluster, replica) -> places.add(place(cluster, replica)));
        var history = new ArrayList<>(trail);
        history.addAll(changes(localCluster, local));
        replicas.forEach((cluster, replica) -> history.addAll(changes(cluster, replica)));
        history.sort(Comparator.comparing(TrailLine::time).reversed().thenComparing(TrailLine::says));
        return new WorkloadView(key, says.isEmpty() ? state(local) : says, places, history);
    }

    private static Place place(String cluster, Workload workload) {
        return new Place(
                cluster,
                state(workload),
                mood(workload),
                reasons(workload),
                workload.status().conditions().stream()
                        .map(condition -> new ConditionLine(
                                condition.type(),
                                condition.holds() ? "True" : "False",
                                condition.reason(),
                                condition.message(),
                                condition.lastTransitionTime()))
                        .toList());
    }

    private static String state(Workload workload) {
        var status = workload.status();
        if (status.finished()) {
            return "finished";
        }
        if (status.evicted()) {
            return "evicted";
        }
        if (status.admitted()) {
            return "admitted";
        }
        if (status.quotaReserved()) {
            return "quota reserved";
        }
        if (!status.preemptionBlocked()) {
            return "waits";
        }
        return PreemptionGates.allOpen(workload.spec().preemptionGates(), status.preemptionGates())
                ? "may preempt"
                : "waits for its gate";
    }

    private static String mood(Workload workload) {
        var status = workload.status();
        if (status.evicted()) {
            return "bad";
        }
        return status.finished() || status.admitted() ? "good" : "warn";
    }

    /** The scheduler names pod sets and flavors one after the other; here each gets a line of its own. */
    private static List<String> reasons(Workload workload) {
        var reasons = new ArrayList<String>();
        Conditions.find(workload.status().conditions(), ConditionTypes.QUOTA_RESERVED)
                .filter(condition -> !condition.holds())
                .map(Condition::message)
                .map(message -> List.of(message.split("(?:, |; )(?=couldn't|insufficient|flavor |untolerated)", -1)))
                .ifPresent(reasons::addAll);
        for (var check : workload.status().admissionChecks()) {
            if (check.message() != null && !check.message().isEmpty()) {
                reasons.add("check " + check.name() + ": " + check.message());
            }
        }
        return reasons;
    }

    private static List<TrailLine> changes(String cluster, Workload workload) {
        return workload.status().conditions().stream()
                .map(condition -> new TrailLine(
                        condition.lastTransitionTime(),
                        cluster + ": " + condition.type() + (condition.holds() ? "" : " no longer, or not yet") + ", "
                                + condition.reason() + ": " + condition.message()))
                .toList();
    }
}
