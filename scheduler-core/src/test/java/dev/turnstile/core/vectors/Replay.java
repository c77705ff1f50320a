package dev.turnstile.core.vectors;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.cycle.SchedulingOptions.Rule;
import dev.turnstile.core.cycle.Victim;
import dev.turnstile.core.cycle.WriteTask;
import dev.turnstile.core.queue.Head;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.Eviction;
import dev.turnstile.core.workload.PreemptionGate;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Replays one story on a scheduler and collects what differs from the record. */
final class Replay {
    private final Story story;
    private final Scheduler scheduler;
    private final List<String> differences = new ArrayList<>();
    private final List<String> explanations = new ArrayList<>();
    private final Set<String> gatedExpected = new HashSet<>();
    private final Set<String> gatedGot = new HashSet<>();
    private Seen expected = new Seen();
    private Seen got = new Seen();
    private Instant now = Instant.EPOCH;
    private final List<Workload> late = new ArrayList<>();
    private final Map<WorkloadKey, Assumption> evictions = new TreeMap<>();
    private boolean worldSeen;
    private int step;

    Replay(Story story) {
        this.story = story;
        scheduler = new Scheduler(SchedulingOptions.DEFAULT
                .with(Rule.FAIR_SHARING, story.fairSharing())
                .with(Rule.EQUIVALENCE, false)
                .with(Rule.PREEMPTOR_PRIORITY, false));
    }

    /** Runs the story; the answer is empty where everything is as recorded. */
    List<String> run() {
        scheduler.putNamespace("default", Map.of());
        story.objects().forEach(this::put);
        for (JsonNode action : story.steps()) {
            step++;
            if (action.path("do").asString().equals("cycle")) {
                cycle(action);
            } else {
                compare();
                act(action);
            }
        }
        compare();
        compareEnd();
        return differences;
    }

    private void put(JsonNode object) {
        switch (object.path("kind").asString()) {
            case "ResourceFlavor" -> scheduler.put(Translation.flavor(object));
            case "Cohort" -> scheduler.put(Translation.cohort(object));
            case "ClusterQueue" -> scheduler.put(Translation.clusterQueue(object));
            case "LocalQueue" -> scheduler.put(Translation.localQueue(object), now);
            default -> throw new IllegalArgumentException("a story has an object of unknown kind: " + object);
        }
    }

    private void act(JsonNode action) {
        switch (action.path("do").asString()) {
            case "create" -> {
                for (JsonNode object : action.path("workloads")) {
                    Workload workload = Translation.workload(object);
                    scheduler.put(workload, now);
                    now = workload.createdAt().plusSeconds(30);
                }
            }
            case "completeEvictions" -> action.path("names").forEach(name -> requeue(key(name)));
            case "openGate" -> action.path("names").forEach(name -> open(key(name)));
            case "finish" -> action.path("names").forEach(name -> scheduler.remove(key(name)));
            default -> throw new IllegalArgumentException("a story has a step of unknown kind: " + action);
        }
    }

    private static WorkloadKey key(JsonNode name) {
        return new WorkloadKey("default", name.asString());
    }

    private void requeue(WorkloadKey key) {
        Workload workload = known(key);
        scheduler.put(
                workload.withAdmission(null)
                        .withEviction(new Eviction("Preempted", now, false))
                        .withGates(states(workload, false)),
                now);
    }

    private void open(WorkloadKey key) {
        Workload workload = known(key);
        scheduler.put(workload.withGates(states(workload, true)), now);
    }

    private static List<PreemptionGate> states(Workload workload, boolean open) {
        return workload.gates().stream()
                .map(gate -> new PreemptionGate(gate.name(), open))
                .toList();
    }

    private Workload known(WorkloadKey key) {
        Workload workload = scheduler.workload(key);
        if (workload == null) {
            throw new IllegalStateException("story " + story.name() + " acts on an unknown workload " + key);
        }
        return workload;
    }

    private void cycle(JsonNode action) {
        expected.record(action.path("expect"));
        now = now.plusSeconds(1);
        for (Outcome outcome : decide().outcomes()) {
            String name = outcome.workload().key().name();
            explanations.add("    step %d: %s in %s: %s: %s"
                    .formatted(
                            step,
                            name,
                            outcome.clusterQueue(),
                            outcome.getClass().getSimpleName(),
                            outcome.message().text()));
            switch (outcome) {
                case Outcome.Admit admit -> got.admitted.put(name, text(admit.admission()));
                case Outcome.Preempt preempt -> preempts(preempt);
                case Outcome.Gated _ -> got.gated.add(name);
                case Outcome.Waiting _ -> {}
            }
        }
    }

    private CycleDecision decide() {
        List<Head> heads = scheduler.heads(now);
        CycleDecision decision = scheduler.decide(heads, now);
        if (!worldSeen) {
            // The recorded scheduler heard of its new world while the first heads were out, and so parked none of them.
            scheduler.putNamespace("default", Map.of("kubernetes.io/metadata.name", "default"));
            worldSeen = true;
        }
        // The recorded scheduler saw the evictions of recomputed victims one cycle late.
        late.forEach(evicting -> scheduler.put(evicting, now));
        late.clear();
        CycleDecision applied = scheduler.apply(heads, decision);
        for (WriteTask task : scheduler.takeTasks(now)) {
            if (task.assumption() instanceof Assumption.OfEviction eviction) {
                evictions.put(eviction.key(), eviction);
            } else {
                scheduler.written(task.assumption(), now);
            }
        }
        var _ = scheduler.takeMoved();
        return applied;
    }

    private void preempts(Outcome.Preempt preempt) {
        for (Victim victim : preempt.victims()) {
            WorkloadKey key = victim.workload().key();
            if (!victim.evicting()) {
                got.preempted.put(key.name(), victim.reason().text());
                explanations.add("      preempts " + key.name() + " in " + victim.clusterQueue());
                Workload evicting = known(key);
                Assumption eviction =
                        Objects.requireNonNull(evictions.remove(key), "an eviction that is to be written");
                if (preempt.recomputed()) {
                    scheduler.refused(eviction, "seen one cycle late", now);
                    var _ = scheduler.takeTasks(now.plusSeconds(1));
                    late.add(evicting);
                } else {
                    scheduler.put(evicting, now);
                }
            }
        }
    }

    private static String text(Admission admission) {
        StringBuilder text = new StringBuilder(admission.clusterQueue());
        admission
                .podSets()
                .forEach(podSet -> text.append(Seen.podSet(podSet.name(), podSet.count(), podSet.flavors())));
        return text.toString();
    }

    private void compare() {
        compare("admitted", expected.admitted, got.admitted);
        compare("preempted", expected.preempted, got.preempted);
        gatedExpected.addAll(expected.gated);
        gatedGot.addAll(got.gated);
        if (!gatedExpected.equals(gatedGot)) {
            Set<String> sides = new HashSet<>(gatedExpected);
            sides.addAll(gatedGot);
            sides.removeIf(name -> gatedExpected.contains(name) && gatedGot.contains(name));
            if (differences.isEmpty()) {
                sides.forEach(name -> differ(
                        "gated " + name,
                        String.valueOf(gatedExpected.contains(name)),
                        String.valueOf(gatedGot.contains(name))));
            }
        }
        gatedExpected.removeAll(expected.admitted.keySet());
        gatedGot.removeAll(got.admitted.keySet());
        expected = new Seen();
        got = new Seen();
        if (differences.isEmpty() && !Boolean.getBoolean("vectors.all")) {
            explanations.clear();
        }
    }

    private void compare(String what, Map<String, String> wanted, Map<String, String> seen) {
        if (!differences.isEmpty()) {
            return;
        }
        Map<String, String> all = new TreeMap<>(wanted);
        all.putAll(seen);
        for (String name : all.keySet()) {
            String left = wanted.getOrDefault(name, "no");
            String right = seen.getOrDefault(name, "no");
            if (!left.equals(right)) {
                differ(what + " " + name, left, right);
            }
        }
    }

    private void differ(String what, String wanted, String seen) {
        differences.add("  before step %d: %s: expected %s, got %s".formatted(step, what, wanted, seen));
    }

    private void compareEnd() {
        if (!differences.isEmpty()) {
            return;
        }
        story.last().properties().forEach(entry -> {
            Workload workload = known(new WorkloadKey("default", entry.getKey()));
            Admission admission = workload.admission();
            String recorded =
                    entry.getValue().isString() ? entry.getValue().asString() : Seen.admission(entry.getValue());
            boolean closed = !workload.closedGates().isEmpty();
            String wanted = recorded.equals("PreemptionGated") && !closed ? "Pending" : recorded;
            String own = gatedGot.contains(entry.getKey()) && closed ? "PreemptionGated" : "Pending";
            String seen = admission == null ? own : text(admission);
            if (!wanted.equals(seen)) {
                differ("final " + entry.getKey(), wanted, seen);
            }
        });
    }

    /** Why the core decided as it did, since the last step at which both sides agreed. */
    List<String> explanations() {
        return explanations;
    }
}
