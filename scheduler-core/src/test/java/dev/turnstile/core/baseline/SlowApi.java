package dev.turnstile.core.baseline;

import dev.turnstile.core.baseline.ClusterSimulation.WorkloadClass;
import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.cycle.WriteTask;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.queue.Head;
import dev.turnstile.core.story.ClusterQueueBuilder;
import dev.turnstile.core.story.WorkloadBuilder;
import dev.turnstile.core.story.World;
import dev.turnstile.core.workload.Eviction;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.BooleanSupplier;

/**
 * One cohort of upstream's baseline story behind an API that carries out one write after the other: those of the
 * scheduler, and those that create Workloads, finish them and complete their evictions. A cycle takes a millisecond;
 * what the cycles decide is sent once they have come to rest.
 */
final class SlowApi {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int QUEUES = 6;

    /**
     * What came out of it.
     *
     * @param cancelled how many admissions were taken back before they were sent
     */
    record Report(int finished, int evictions, int cancelled, long makespanMillis) {}

    private record Happening(long at, long order, Runnable what) {}

    private record Write(BooleanSupplier begins, Runnable done) {}

    private final long millisPerWrite;
    private final World world;
    private final Scheduler scheduler;
    private final PriorityQueue<Happening> happenings =
            new PriorityQueue<>(Comparator.comparingLong(Happening::at).thenComparingLong(Happening::order));
    private final Queue<Write> writes = new ArrayDeque<>();
    private final Map<WorkloadKey, WorkloadClass> waiting = new HashMap<>();
    private final Map<WorkloadKey, Integer> runs = new HashMap<>();
    private boolean writing;
    private long now;
    private long order;
    private int finished;
    private int evictions;
    private int cancelled;

    SlowApi(long millisPerWrite, Duration minimumRuntime, WorkloadClass... kinds) {
        this.millisPerWrite = millisPerWrite;
        world = new World(SchedulingOptions.DEFAULT.withMinimumRuntime(minimumRuntime));
        scheduler = world.scheduler();
        for (int queue = 0; queue < QUEUES; queue++) {
            String name = "queue" + queue;
            world.with(ClusterQueueBuilder.aClusterQueue(name)
                    .cohort("cohort")
                    .quota("default", 20, 100L, null)
                    .preempts(Candidates.LOWER_PRIORITY, Candidates.ANY));
            for (WorkloadClass kind : kinds) {
                for (int i = 0; i < kind.count(); i++) {
                    arrives(name, kind, i);
                }
            }
        }
    }

    private void arrives(String queue, WorkloadClass kind, int number) {
        long at = number * kind.everyMillis();
        Workload workload = WorkloadBuilder.aWorkload("%s-%s-%04d".formatted(queue, kind.name(), number))
                .in(queue)
                .priority(kind.priority())
                .requests(kind.cpu())
                .createdAt(START.plusMillis(at))
                .build();
        happens(
                at,
                () -> write(() -> true, () -> {
                    waiting.put(workload.key(), kind);
                    scheduler.put(workload, time());
                }));
    }

    private Instant time() {
        return START.plusMillis(now);
    }

    private void happens(long at, Runnable what) {
        happenings.add(new Happening(at, order++, what));
    }

    private void write(BooleanSupplier begins, Runnable done) {
        writes.add(new Write(begins, done));
        next();
    }

    private void next() {
        while (!writing && !writes.isEmpty()) {
            Write write = writes.remove();
            if (write.begins().getAsBoolean()) {
                writing = true;
                happens(now + millisPerWrite, () -> {
                    writing = false;
                    write.done().run();
                    next();
                });
            }
        }
    }

    Report run() {
        do {
            now = Math.max(now, happenings.element().at());
            while (!happenings.isEmpty() && happenings.element().at() <= now) {
                happenings.remove().what().run();
            }
            while (cycle()) {
                now++;
            }
            scheduler.takeTasks(time()).forEach(this::carryOut);
            Instant due = scheduler.nextTaskDue();
            if (due != null) {
                happens(Math.max(now + 1, due.toEpochMilli() - START.toEpochMilli()), () -> {});
            }
            var _ = scheduler.takeMoved();
            var _ = scheduler.takeSkipped();
        } while (!happenings.isEmpty());
        return new Report(finished, evictions, cancelled, now);
    }

    /** Whether anybody was admitted or evicted. */
    private boolean cycle() {
        List<Head> heads = scheduler.heads(time());
        CycleDecision decided = scheduler.decide(heads, time());
        long toEvict = toEvict(decided);
        long admitted = decided.outcomes().stream()
                .filter(Outcome.Admit.class::isInstance)
                .count();
        cancelled += (int) (toEvict - toEvict(scheduler.apply(heads, decided)));
        return toEvict + admitted > 0;
    }

    private static long toEvict(CycleDecision decision) {
        return decision.outcomes().stream()
                .filter(Outcome.Preempt.class::isInstance)
                .flatMap(outcome -> ((Outcome.Preempt) outcome).victims().stream())
                .filter(victim -> !victim.evicting())
                .count();
    }

    private void carryOut(WriteTask task) {
        Assumption assumption = task.assumption();
        write(
                () -> {
                    boolean begins = assumption.begin();
                    if (!begins) {
                        scheduler.refused(assumption, "withdrawn", time());
                    }
                    return begins;
                },
                () -> {
                    scheduler.written(assumption, time());
                    if (assumption instanceof Assumption.OfAdmission) {
                        starts(assumption.key());
                    } else {
                        stops(assumption.key());
                    }
                });
    }

    private void starts(WorkloadKey key) {
        int run = runs.merge(key, 1, Integer::sum);
        WorkloadClass kind = Objects.requireNonNull(waiting.get(key), "an admitted workload has arrived");
        happens(
                now + kind.runMillis(),
                () -> write(() -> runs.getOrDefault(key, 0) == run, () -> {
                    if (runs.getOrDefault(key, 0) == run) {
                        scheduler.remove(key);
                        runs.remove(key);
                        finished++;
                    }
                }));
    }

    private void stops(WorkloadKey key) {
        if (runs.containsKey(key)) {
            evictions++;
            runs.merge(key, 1, Integer::sum);
            write(() -> true, () -> {
                Workload workload = scheduler.workload(key);
                if (workload != null) {
                    scheduler.put(
                            workload.withAdmission(null).withEviction(new Eviction("Preempted", time(), false)),
                            time());
                }
            });
        }
    }
}
