package dev.turnstile.manager.console;

import dev.turnstile.core.waiting.Wait;
import dev.turnstile.manager.console.ConsoleView.TrailLine;
import dev.turnstile.manager.console.WorkloadView.ConditionLine;
import dev.turnstile.manager.console.WorkloadView.HistoryLine;
import dev.turnstile.manager.console.WorkloadView.Place;
import dev.turnstile.manager.inbound.LocalWorkloads;
import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.gate.PreemptionGates;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.WaitingReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Why a workload does not run: what each cluster says of it, sorted out for a reader. */
final class WorkloadPicture {

    private WorkloadPicture() {}

    /** How it is in one cluster: a word or two, a mood, a sentence. */
    private record Standing(String state, String mood, String says) {}

    /**
     * Draws it.
     *
     * @param decided what the manager says of it; empty where it has nothing to do with it
     * @param sights the manager's cluster first
     */
    static WorkloadView of(
            String key,
            Workload local,
            String clusterQueue,
            Optional<String> decided,
            List<Sight> sights,
            List<TrailLine> trail) {
        var history = new ArrayList<HistoryLine>();
        trail.forEach(line -> history.add(new HistoryLine(line.time(), "", line.says())));
        for (var sight : sights) {
            var workload = sight.workload();
            if (workload != null) {
                history.addAll(changes(sight.cluster(), workload));
            }
        }
        history.sort(Comparator.comparing(HistoryLine::time)
                .reversed()
                .thenComparing(HistoryLine::where)
                .thenComparing(HistoryLine::says));
        var created = local.metadata().getCreationTimestamp();
        return new WorkloadView(
                key,
                clusterQueue,
                Absent.orElse(local.spec().queueName(), ""),
                Absent.orElse(local.spec().priority(), 0),
                created == null ? Instant.EPOCH : created.toInstant(),
                decided.filter(says -> !says.isEmpty())
                        .orElseGet(() -> standing(local).says()),
                sights.stream().map(WorkloadPicture::place).toList(),
                history);
    }

    private static Place place(Sight sight) {
        var workload = sight.workload();
        if (workload == null) {
            return new Place(
                    sight.cluster(),
                    sight.connected() ? "no replica" : "not connected",
                    sight.connected() ? "warn" : "bad",
                    sight.instead(),
                    "",
                    sight.trouble().isEmpty() ? List.of() : List.of(sight.trouble()),
                    List.of(),
                    List.of());
        }
        return place(sight, workload);
    }

    private static Place place(Sight sight, Workload workload) {
        var standing = standing(workload);
        var reasons = reasons(workload);
        if (!sight.trouble().isEmpty()) {
            reasons.addFirst(sight.trouble());
        }
        return new Place(
                sight.cluster(),
                sight.connected() ? standing.state() : "not connected",
                sight.connected() ? standing.mood() : "bad",
                sight.connected()
                        ? standing.says()
                        : "It was like this when the cluster was last seen: " + standing.says(),
                sight.line().map(line -> line(line, sight)).orElse(""),
                reasons,
                sight.room().map(room -> FlavorPicture.of(workload, room)).orElse(List.of()),
                workload.status().conditions().stream()
                        .map(condition -> new ConditionLine(
                                condition.type(),
                                condition.holds() ? "True" : "False",
                                condition.reason(),
                                condition.message(),
                                condition.lastTransitionTime()))
                        .toList());
    }

    private static String line(Sight.Line line, Sight sight) {
        var queue = sight.room()
                .map(room -> " in ClusterQueue " + room.queue().metadata().getName())
                .orElse("");
        return (line.position() == 1 ? "first" : "number " + line.position()) + " of " + line.length() + " waiting"
                + queue;
    }

    private static Standing standing(Workload workload) {
        var status = workload.status();
        if (status.finished()) {
            return new Standing(
                    "finished", "good", "It is over: " + message(workload, ConditionType.FINISHED, "it finished"));
        }
        if (status.evicted()) {
            return new Standing(
                    "evicted", "bad", "It had to go: " + message(workload, ConditionType.EVICTED, "it was evicted"));
        }
        if (status.admitted()) {
            return new Standing("admitted", "good", "It may run here.");
        }
        if (!workload.spec().active()) {
            return new Standing("deactivated", "bad", "Somebody has switched it off (spec.active is false).");
        }
        if (status.quotaReserved()) {
            return new Standing("quota reserved", "warn", "Its quota is reserved; it waits for its admission checks.");
        }
        if (status.preemptionBlocked()) {
            return PreemptionGates.allOpen(workload.spec().preemptionGates(), status.preemptionGates())
                    ? mayPreempt(workload)
                    : new Standing(
                            "waits for its gate",
                            "warn",
                            "Others would have to stop for it here, and its gate is closed: it may not make them yet.");
        }
        return waits(workload);
    }

    private static Standing mayPreempt(Workload workload) {
        return LocalWorkloads.waits(workload.status())
                        .filter(waits -> waits.reason() == WaitingReason.WAITING_FOR_PREEMPTED_WORKLOADS)
                        .isPresent()
                ? new Standing("preempting", "warn", "Others were told to stop for it here; it waits until they have.")
                : new Standing("may preempt", "warn", "Others would have to stop for it here, and it may make them.");
    }

    private static Standing waits(Workload workload) {
        Optional<Wait> waits = LocalWorkloads.waits(workload.status());
        if (waits.isEmpty()) {
            return new Standing("waits", "warn", "The scheduler has not looked at it yet.");
        }
        return switch (waits.get().reason()) {
            case WAITING_FOR_PREEMPTED_WORKLOADS ->
                new Standing("preempting", "warn", "Others were told to stop for it here; it waits until they have.");
            case EXCEEDS_MAX_QUOTA ->
                new Standing("never fits", "bad", "It asks for more than there will ever be here.");
            case NO_MATCHING_FLAVOR -> new Standing("never fits", "bad", "No flavor's nodes suit its pods here.");
            case MISCONFIGURED, SUSPENDED -> new Standing("held up", "bad", "Its queue lets nobody in as it is.");
            case ADMISSION_CONSTRAINED ->
                new Standing("constrained", "warn", "It could have room here, but not under its own constraints.");
            case ON_HOLD -> new Standing("on hold", "warn", "Something holds it in its queue.");
            case WAITING_FOR_PODS_READY ->
                new Standing("waits", "warn", "It waits until the pods of what was admitted before it are ready.");
            case PENDING_EVALUATION, WAITING_FOR_QUOTA, DEACTIVATED, PREEMPTION_GATED ->
                new Standing("waits", "warn", "There is not enough free quota for it now.");
        };
    }

    private static String message(Workload workload, ConditionType type, String otherwise) {
        return Conditions.find(workload.status().conditions(), type)
                .map(Condition::message)
                .filter(text -> !text.isEmpty())
                .orElse(otherwise);
    }

    /** The scheduler names pod sets and flavors one after the other; here each gets a line of its own. */
    private static List<String> reasons(Workload workload) {
        var reasons = new ArrayList<String>();
        LocalWorkloads.waits(workload.status())
                .map(waits -> waits.message().text())
                .map(message -> List.of(message.split("(?:, |; )(?=couldn't|insufficient|flavor |untolerated)", -1)))
                .ifPresent(reasons::addAll);
        for (var check : workload.status().admissionChecks()) {
            if (check.message() != null && !check.message().isEmpty()) {
                reasons.add("check " + check.name() + ": " + check.message());
            }
        }
        return reasons;
    }

    private static List<HistoryLine> changes(String cluster, Workload workload) {
        return workload.status().conditions().stream()
                .map(condition -> new HistoryLine(
                        condition.lastTransitionTime(),
                        cluster,
                        condition.type() + (condition.holds() ? "" : " is false") + ": " + condition.message()))
                .toList();
    }
}
