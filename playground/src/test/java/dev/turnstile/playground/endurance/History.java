package dev.turnstile.playground.endurance;

import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What happened in a fleet, as its API servers published it, and what must not be among it: beside what {@link Runs}
 * and {@link Gates} find, a task that runs again after it was complete, and one that is complete and never ran.
 */
final class History {
    /** What a store has, others have seen this much later, where nothing is at fault. */
    private static final Duration LAG = Duration.ofSeconds(3);

    /** @param job uid of what was complete; {@code isGroup} says that it is the Workload of a pod group */
    private record Completion(String cluster, String job, boolean isGroup, Instant created, Instant at) {}

    private final Faults faults;
    private final Gates gates;
    private final Runs runs;
    private final Map<String, Map<String, Completion>> completions = new LinkedHashMap<>();
    private final Map<String, Instant> done = new LinkedHashMap<>();
    private final Map<String, Set<Instant>> withdrawals = new HashMap<>();

    History(Faults faults) {
        this.faults = faults;
        this.gates = new Gates(faults);
        this.runs = new Runs(faults);
    }

    void observe(String cluster, WatchEvent event) {
        observe(cluster, new ApiObject(event.object()), event.type() == WatchEvent.Type.DELETED, Instant.now());
    }

    synchronized void observe(String cluster, ApiObject object, boolean isGone, Instant now) {
        boolean isManager = cluster.equals(ProcessFleet.MANAGER);
        switch (object.kind()) {
            case "Pod" -> {
                if (!isManager) {
                    runs.pod(cluster, object, isGone, now);
                }
            }
            case "Job" -> completed(cluster, object, "Complete", false);
            case "Workload" -> {
                if (isManager) {
                    gates.local(object);
                    withdrawn(object, now);
                } else {
                    gates.replica(cluster, object, isGone, now);
                }
                if (isOfGroup(object)) {
                    completed(cluster, object, "Finished", true);
                }
            }
            default -> {}
        }
    }

    private static boolean isOfGroup(ApiObject workload) {
        return workload.annotations().containsKey("kueue.x-k8s.io/is-group-workload")
                || workload.ownerReferences().stream()
                        .anyMatch(owner -> owner.kind().equals("Pod"));
    }

    private void completed(String cluster, ApiObject object, String type, boolean isGroup) {
        if (!object.isConditionTrue(type)) {
            return;
        }
        object.condition(type).ifPresent(condition -> {
            if (isGroup && !Json.text(condition, "reason").equals("Succeeded")) {
                return;
            }
            Instant at = Instant.parse(Json.text(condition, "lastTransitionTime"));
            if (cluster.equals(ProcessFleet.MANAGER)) {
                done.putIfAbsent(object.name(), at);
            } else {
                Instant created = Instant.parse(Json.text(object.tree(), "metadata", "creationTimestamp"));
                completions
                        .computeIfAbsent(object.name(), unseen -> new LinkedHashMap<>())
                        .putIfAbsent(
                                cluster + " " + object.uid(),
                                new Completion(cluster, object.uid(), isGroup, created, at));
            }
        });
    }

    /** What the manager evicts, or its user deactivates, is withdrawn from every cluster. */
    private void withdrawn(ApiObject workload, Instant now) {
        if (workload.isConditionTrue("Evicted")) {
            workload.condition("Evicted")
                    .map(condition -> Instant.parse(Json.text(condition, "lastTransitionTime")))
                    .ifPresent(at -> withdrawn(workload).add(at));
        }
        if (Json.text(workload.tree(), "spec", "active").equals("false")) {
            withdrawn(workload).add(now);
        }
    }

    private Set<Instant> withdrawn(ApiObject workload) {
        String task = isOfGroup(workload)
                ? workload.name()
                : workload.ownerReferences().stream()
                        .map(owner -> owner.name())
                        .findFirst()
                        .orElse(workload.name());
        return withdrawals.computeIfAbsent(task, unseen -> new TreeSet<>());
    }

    /** What goes on in that cluster is read from the beginning: what ended meanwhile is never reported. */
    synchronized void begunAgain(String cluster) {
        Instant now = Instant.now();
        runs.begunAgain(cluster, now);
        gates.begunAgain(cluster, now);
    }

    /** What must not have happened. */
    synchronized List<String> violations(Instant now) {
        List<String> found = new ArrayList<>(runs.violations(now));
        for (Runs.Run run : runs.all()) {
            ranAgain(run, found);
        }
        found.addAll(gates.violations());
        return found;
    }

    private void ranAgain(Runs.Run run, List<String> found) {
        for (Completion complete :
                completions.getOrDefault(run.task(), Map.of()).values()) {
            if (run.from().isAfter(complete.at().plusSeconds(1))
                    && (complete.isGroup() || !complete.job().equals(run.job()))
                    && !isWithdrawnUnseen(run, complete)
                    && !faults.isForgotten(complete.cluster(), complete.at())
                    && !faults.isForgotten(run.cluster(), run.from())) {
                found.add("runs again: " + run.task() + " in " + run + ", after it was complete: " + complete
                        + "; withdrawn at " + withdrawals.getOrDefault(run.task(), Set.of()));
            }
        }
        Instant doneBefore = done.get(run.task());
        if (doneBefore != null
                && run.from().isAfter(doneBefore.plusSeconds(1))
                && !faults.isForgotten(run.cluster(), run.from())) {
            found.add("runs again: " + run.task() + " in " + run + ", after the manager reported at " + doneBefore
                    + " that it is complete");
        }
    }

    /**
     * An eviction or a deactivation in the manager ends what runs elsewhere for it, complete or not, as long as the
     * manager does not know that it is complete. It cannot know where it was complete only afterwards, or at nearly the
     * same time, or where something between the two was at fault meanwhile.
     */
    private boolean isWithdrawnUnseen(Runs.Run run, Completion complete) {
        Instant doneAt = done.get(run.task());
        return withdrawals.getOrDefault(run.task(), Set.of()).stream()
                .filter(withdrawn -> !complete.created().isAfter(withdrawn.plusSeconds(1)))
                .filter(withdrawn -> !withdrawn.isAfter(run.from().plusSeconds(1)))
                .filter(withdrawn -> doneAt == null || doneAt.isAfter(withdrawn))
                .anyMatch(withdrawn -> withdrawn.isBefore(complete.at().plus(LAG))
                        || Stream.of(complete.cluster(), ProcessFleet.MANAGER)
                                .flatMap(cluster -> Stream.of(cluster, Faults.servicesOf(cluster)))
                                .anyMatch(place -> faults.isAtFault(place, complete.at(), withdrawn)));
    }

    /**
     * Tasks that are complete in the manager, and whose pods were not seen to succeed anywhere. What happens while an
     * API server restarts may be unseen.
     */
    synchronized List<String> neverRan(Collection<Task> tasks) {
        List<String> found = new ArrayList<>();
        for (Task task : tasks) {
            Instant at = done.get(task.name());
            if (at != null
                    && runs.succeeded(task.name()) < task.pods()
                    && ProcessFleet.WORKERS.stream()
                            .noneMatch(worker -> faults.isAtFault(worker, at.minus(Faults.STOPPING), at)
                                    || faults.isForgotten(worker, at))) {
                found.add(
                        "complete, and " + runs.succeeded(task.name()) + " of its pods were seen to succeed: " + task);
            }
        }
        return found;
    }

    synchronized int runs() {
        return runs.count();
    }

    /** How many Jobs and pod groups were complete in a worker, and how many of those of the manager are known to be. */
    synchronized int completions() {
        return completions.values().stream().mapToInt(Map::size).sum();
    }

    synchronized int done() {
        return done.size();
    }

    synchronized int openings() {
        return gates.openings();
    }

    synchronized int preemptions() {
        return gates.preemptions();
    }
}
