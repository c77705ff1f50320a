package dev.turnstile.core.story;

import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.core.cycle.LocalQueue;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.cycle.WorkloadAnswer;
import dev.turnstile.core.hierarchy.FlavorQuotas;
import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.hierarchy.ResourceGroup;
import dev.turnstile.core.workload.Eviction;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A scheduler, a clock that moves a second per event, and the few events that stories need. */
public final class World {
    private final Scheduler scheduler;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    public World(SchedulingOptions options) {
        scheduler = new Scheduler(options);
        scheduler.putNamespace("default", Map.of());
    }

    public static World aWorld() {
        return new World(SchedulingOptions.DEFAULT);
    }

    public Scheduler scheduler() {
        return scheduler;
    }

    public Instant now() {
        return now;
    }

    public Instant pass(long seconds) {
        now = now.plusSeconds(seconds);
        return now;
    }

    /** Adds a ClusterQueue, the flavors it names, and a LocalQueue of its name. */
    public World with(ClusterQueueBuilder builder) {
        var queue = builder.build();
        for (ResourceGroup group : queue.resourceGroups()) {
            for (FlavorQuotas flavor : group.flavors()) {
                scheduler.put(ResourceFlavor.plain(flavor.flavor()));
            }
        }
        scheduler.put(queue);
        scheduler.put(new LocalQueue("default", queue.name(), queue.name(), false), now);
        return this;
    }

    public WorkloadAnswer create(WorkloadBuilder builder) {
        return scheduler.put(builder.createdAt(pass(1)).build(), now);
    }

    /** A cycle whose decisions are written at once. */
    public CycleDecision cycle() {
        CycleDecision decision = decide();
        write();
        return decision;
    }

    /** A cycle of whose decisions nothing is sent yet. */
    public CycleDecision decide() {
        return scheduler.cycle(pass(1));
    }

    /** Writes what was decided. */
    public void write() {
        PromptWriter.write(scheduler, now);
    }

    /** The outcome for a workload in the next cycle. */
    public Outcome outcomeOf(String name) {
        return outcomeOf(name, cycle());
    }

    public static Outcome outcomeOf(String name, CycleDecision decision) {
        return decision.outcomes().stream()
                .filter(outcome -> outcome.workload().key().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " was no head of this cycle: " + heads(decision)));
    }

    public static List<String> heads(CycleDecision decision) {
        return decision.outcomes().stream()
                .map(outcome -> outcome.workload().key().name())
                .toList();
    }

    public Workload workload(String name) {
        Workload workload = scheduler.workload(key(name));
        if (workload == null) {
            throw new AssertionError("the scheduler does not know " + name);
        }
        return workload;
    }

    public static WorkloadKey key(String name) {
        return new WorkloadKey("default", name);
    }

    public boolean admitted(String name) {
        return workload(name).reserved();
    }

    /** Creates workloads and runs cycles until each of them is admitted. */
    public World running(WorkloadBuilder... builders) {
        for (WorkloadBuilder builder : builders) {
            create(builder);
            cycle();
        }
        scheduler.reserved().values().forEach(workload -> scheduler.put(workload, now));
        return this;
    }

    public void finish(String name) {
        scheduler.remove(key(name));
    }

    /** The pods of an evicted workload are gone: it gives its quota back and queues again. */
    public void stopped(String name) {
        Workload workload = workload(name);
        scheduler.put(workload, now);
        scheduler.put(workload.withAdmission(null).withEviction(new Eviction("Preempted", now, false)), pass(1));
    }

    public void change(Workload workload) {
        scheduler.put(workload, pass(1));
    }
}
