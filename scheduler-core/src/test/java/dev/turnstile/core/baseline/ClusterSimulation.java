package dev.turnstile.core.baseline;

import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.story.ClusterQueueBuilder;
import dev.turnstile.core.story.PromptWriter;
import dev.turnstile.core.story.WorkloadBuilder;
import dev.turnstile.core.story.World;
import dev.turnstile.core.workload.Eviction;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Upstream's baseline story in simulated time: queues in cohorts, three classes of workloads that arrive at fixed
 * intervals, run for a fixed time and start over when they were preempted.
 */
final class ClusterSimulation {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** A kind of workload: how many per queue, how often one comes, and what it needs. */
    record WorkloadClass(String name, int count, long everyMillis, long cpu, long runMillis, int priority) {}

    /** What came out of it. */
    record Report(
            long makespanMillis,
            double utilisation,
            int preemptions,
            long cycles,
            int finished,
            Map<String, Double> meanWaitMillis) {}

    private record Happening(long at, long order, WorkloadKey key, boolean arrival, int run) {}

    private final World world = new World(SchedulingOptions.DEFAULT);
    private final Scheduler scheduler = world.scheduler();
    private final PriorityQueue<Happening> happenings = new PriorityQueue<>((left, right) ->
            left.at() != right.at() ? Long.compare(left.at(), right.at()) : Long.compare(left.order(), right.order()));
    private final Map<WorkloadKey, Workload> arriving = new HashMap<>();
    private final Map<WorkloadKey, WorkloadClass> classes = new HashMap<>();
    private final Map<WorkloadKey, Integer> runs = new HashMap<>();
    private final Map<WorkloadKey, Long> started = new HashMap<>();
    private final Map<WorkloadKey, Long> queuedAt = new HashMap<>();
    private final Map<String, Double> waited = new TreeMap<>();
    private final Map<String, Integer> starts = new TreeMap<>();
    private final long capacity;
    private double used;
    private int preemptions;
    private int finished;
    private long cycles;
    private long order;

    ClusterSimulation(int cohorts, int queuesPerCohort, WorkloadClass... kinds) {
        capacity = 20L * cohorts * queuesPerCohort;
        for (int cohort = 0; cohort < cohorts; cohort++) {
            for (int queue = 0; queue < queuesPerCohort; queue++) {
                String name = "cohort%d-queue%03d".formatted(cohort, queue);
                world.with(ClusterQueueBuilder.aClusterQueue(name)
                        .cohort("cohort" + cohort)
                        .quota("default", 20, 100L, null)
                        .preempts(Candidates.LOWER_PRIORITY, Candidates.ANY));
                for (WorkloadClass kind : kinds) {
                    arrivals(name, kind);
                }
            }
        }
    }

    private void arrivals(String queue, WorkloadClass kind) {
        for (int i = 0; i < kind.count(); i++) {
            long at = i * kind.everyMillis();
            String name = "%s-%s-%04d".formatted(queue, kind.name(), i);
            Workload workload = WorkloadBuilder.aWorkload(name)
                    .in(queue)
                    .priority(kind.priority())
                    .requests(kind.cpu())
                    .createdAt(START.plusMillis(at))
                    .build();
            arriving.put(workload.key(), workload);
            classes.put(workload.key(), kind);
            happenings.add(new Happening(at, order++, workload.key(), true, 0));
        }
    }

    Report run() {
        long now = 0;
        while (!happenings.isEmpty()) {
            now = happenings.element().at();
            while (!happenings.isEmpty() && happenings.element().at() == now) {
                happens(happenings.remove(), now);
            }
            while (cycle(now)) {
                cycles++;
            }
        }
        Map<String, Double> means = new TreeMap<>();
        waited.forEach((name, sum) -> means.put(name, sum / starts.getOrDefault(name, 1)));
        return new Report(now, used / ((double) capacity * now), preemptions, cycles, finished, means);
    }

    private void happens(Happening happening, long now) {
        WorkloadKey key = happening.key();
        if (happening.arrival()) {
            Workload workload = arriving.remove(key);
            if (workload != null) {
                queuedAt.put(key, now);
                scheduler.put(workload, START.plusMillis(now));
            }
        } else if (runs.getOrDefault(key, 0) == happening.run() && started.remove(key) != null) {
            WorkloadClass kind = kind(key);
            used += (double) kind.cpu() * kind.runMillis();
            scheduler.remove(key);
            classes.remove(key);
            runs.remove(key);
            queuedAt.remove(key);
            finished++;
        }
    }

    private WorkloadClass kind(WorkloadKey key) {
        WorkloadClass kind = classes.get(key);
        if (kind == null) {
            throw new IllegalStateException("nobody knows the class of " + key);
        }
        return kind;
    }

    private boolean cycle(long now) {
        CycleDecision decision = scheduler.cycle(START.plusMillis(now));
        PromptWriter.write(scheduler, START.plusMillis(now));
        for (Outcome outcome : decision.outcomes()) {
            if (outcome instanceof Outcome.Admit admit) {
                start(admit.workload().key(), now);
            } else if (outcome instanceof Outcome.Preempt preempt) {
                preempt.victims().stream()
                        .filter(victim -> !victim.evicting())
                        .forEach(victim -> stop(victim.workload().key(), now));
            }
        }
        return !decision.outcomes().isEmpty();
    }

    private void start(WorkloadKey key, long now) {
        WorkloadClass kind = kind(key);
        started.put(key, now);
        waited.merge(kind.name(), (double) (now - queuedAt.getOrDefault(key, now)), Double::sum);
        starts.merge(kind.name(), 1, Integer::sum);
        happenings.add(new Happening(now + kind.runMillis(), order++, key, false, runs.getOrDefault(key, 0)));
    }

    /** A preempted workload stops at once, loses what it did, and queues again. */
    private void stop(WorkloadKey key, long now) {
        if (started.remove(key) == null) {
            return;
        }
        preemptions++;
        runs.merge(key, 1, Integer::sum);
        queuedAt.put(key, now);
        Instant time = START.plusMillis(now);
        Workload workload = scheduler.workload(key);
        if (workload != null) {
            scheduler.put(workload, time);
            scheduler.put(workload.withAdmission(null).withEviction(new Eviction("Preempted", time, false)), time);
        }
    }

    static String describe(Report report, long perfectMillis) {
        return "makespan %s, %.3f of the perfect %s, utilisation %.1f %%, %d preemptions, %d cycles, mean wait %s"
                .formatted(
                        Duration.ofMillis(report.makespanMillis()),
                        (double) report.makespanMillis() / perfectMillis,
                        Duration.ofMillis(perfectMillis),
                        100 * report.utilisation(),
                        report.preemptions(),
                        report.cycles(),
                        report.meanWaitMillis());
    }
}
