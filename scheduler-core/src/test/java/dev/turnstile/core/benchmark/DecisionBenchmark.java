package dev.turnstile.core.benchmark;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static dev.turnstile.core.story.World.aWorld;

import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.queue.Head;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.story.World;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.PodSetAssignment;
import dev.turnstile.core.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Every operation is one decision, so that {@code gc.alloc.rate.norm} is the allocation per decision. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class DecisionBenchmark {
    private static final int QUEUES = 1_000;

    /** The heads of a world; to decide about them changes nothing, so it can be repeated. */
    private record Question(World world, List<Head> heads) {
        static Question about(World world) {
            return new Question(world, world.scheduler().heads(world.now()));
        }

        CycleDecision answer() {
            return world.scheduler().decide(heads, world.now());
        }
    }

    /** A thousand queues in one cohort, each with a head that fits. */
    @State(Scope.Benchmark)
    public static class AThousandHeads {
        private final Question question = Question.about(queuesWithHeads(QUEUES));
    }

    /** A thousand queues in one cohort, one of which has a head, which fits. */
    @State(Scope.Benchmark)
    public static class OneHead {
        private final Question question = Question.about(queuesWithHeads(1));
    }

    /** A hundred queues in one cohort: ten thousand workloads in 99 of them use all quota, the last has a head. */
    @State(Scope.Benchmark)
    public static class TenThousandAdmitted {
        private final Question question = Question.about(full());

        private static World full() {
            World world = queues(100, 100);
            for (int i = 0; i < 10_000; i++) {
                world.scheduler().put(running(i, queue(i % 99)), world.now());
            }
            world.create(aWorkload("head").in(queue(99)).priority(100).requests(4));
            return world;
        }
    }

    /** A thousand queues, and a workload that comes and goes. */
    @State(Scope.Benchmark)
    public static class ComingAndGoing {
        private final World world = queues(QUEUES, 4);
        private final Workload workload = running(1, queue(1));
    }

    /** A queue that has a head now and then, and others, each ten in a cohort of their own, that have nothing to do. */
    @State(Scope.Benchmark)
    public static class Idle {
        /** How many others. */
        @Param({"1000", "10000"})
        public int queues;

        /** How many workloads that fit nowhere are parked in each of them. */
        @Param({"0", "10"})
        public int parked;

        private final World world = queues(1, 4);
        private final Workload head = aWorkload("head").in(queue(0)).requests(2).build();

        /** Makes them, and lets the parked ones be parked. */
        @Setup
        public void idle() {
            for (int i = 1; i <= queues; i++) {
                world.with(aClusterQueue(queue(i)).cohort("team" + i / 10).quota("default", 4));
                for (int waiting = 0; waiting < parked; waiting++) {
                    world.create(aWorkload("parked-%d-%d".formatted(i, waiting))
                            .in(queue(i))
                            .requests(5 + waiting));
                }
            }
            while (!world.cycle().outcomes().isEmpty()) {
                world.pass(1);
            }
        }
    }

    /** A whole cycle: the head comes, is admitted and ends. */
    @Benchmark
    public CycleDecision cycleAmongIdleQueues(Idle state) {
        Scheduler scheduler = state.world.scheduler();
        scheduler.put(state.head, state.world.now());
        CycleDecision decision = scheduler.cycle(state.world.now());
        state.world.write();
        scheduler.remove(state.head.key());
        return decision;
    }

    @Benchmark
    public CycleDecision cycleOfOneHeadAtAThousandQueues(OneHead state) {
        return state.question.answer();
    }

    @Benchmark
    @OperationsPerInvocation(QUEUES)
    public CycleDecision cycleOfAThousandHeadsAtAThousandQueues(AThousandHeads state) {
        return state.question.answer();
    }

    @Benchmark
    public CycleDecision victimsAmongTenThousandAdmitted(TenThousandAdmitted state) {
        return state.question.answer();
    }

    /** A reservation, a snapshot, the release, a snapshot: both snapshots see a change. */
    @Benchmark
    public List<Snapshot> snapshotsAfterChanges(ComingAndGoing state) {
        Scheduler scheduler = state.world.scheduler();
        scheduler.put(state.workload, state.world.now());
        Snapshot reserved = scheduler.snapshot();
        scheduler.remove(state.workload.key());
        return List.of(reserved, scheduler.snapshot());
    }

    private static World queuesWithHeads(int heads) {
        World world = queues(QUEUES, 4);
        for (int i = 0; i < heads; i++) {
            world.create(aWorkload("head" + i).in(queue(i)).requests(2));
        }
        return world;
    }

    private static World queues(int count, long quota) {
        World world = aWorld();
        for (int i = 0; i < count; i++) {
            world.with(aClusterQueue(queue(i))
                    .cohort("team")
                    .quota("default", quota)
                    .preempts(Candidates.LOWER_PRIORITY, Candidates.LOWER_PRIORITY));
        }
        return world;
    }

    private static String queue(int number) {
        return "queue%05d".formatted(number);
    }

    private static Workload running(int number, String queue) {
        Workload workload =
                aWorkload("running%05d".formatted(number)).in(queue).requests(1).build();
        PodSetAssignment main = new PodSetAssignment(
                "main",
                1,
                Map.of("cpu", "default"),
                workload.podSets().getFirst().requestsPerPod());
        return workload.withAdmission(
                new Admission(queue, List.of(main), workload.createdAt().plusSeconds(number)));
    }
}
