package dev.turnstile.core.baseline;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static dev.turnstile.core.story.World.aWorld;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.queue.Head;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.story.World;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.PodSetAssignment;
import dev.turnstile.core.workload.Workload;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** CPU time and memory of single decisions in big worlds. {@code -Dfigures.rounds=1000} measures more thoroughly. */
class FiguresTest {
    private static final int ROUNDS = Integer.getInteger("figures.rounds", 20);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void oneCycleAtAThousandQueues() {
        World world = queues(1_000, 4);
        for (int i = 0; i < 1_000; i++) {
            world.create(aWorkload("head" + i).in("queue%05d".formatted(i)).requests(2));
        }
        Scheduler scheduler = world.scheduler();
        List<Head> heads = scheduler.heads(world.now());
        CycleDecision decision =
                measure("a cycle with 1,000 heads in 1,000 queues", () -> scheduler.decide(heads, world.now()));
        assertThat(decision.outcomes()).hasSize(1_000).allMatch(outcome -> outcome instanceof Outcome.Admit);
    }

    @Test
    void victimsAmongTenThousand() {
        World world = queues(100, 100);
        for (int i = 0; i < 10_000; i++) {
            world.scheduler().put(running(i, "queue%05d".formatted(i % 99)), world.now());
        }
        world.create(aWorkload("head").in("queue00099").priority(100).requests(4));
        Scheduler scheduler = world.scheduler();
        List<Head> heads = scheduler.heads(world.now());
        CycleDecision decision =
                measure("a cycle that finds victims among 10,000", () -> scheduler.decide(heads, world.now()));
        assertThat(decision.outcomes()).singleElement().isInstanceOf(Outcome.Preempt.class);
    }

    @Test
    void aSnapshotAfterAChange() {
        World world = queues(1_000, 4);
        Scheduler scheduler = world.scheduler();
        Workload workload = running(1, "queue00001");
        Snapshot snapshot = measure("a reservation, its release and a snapshot each, at 1,000 queues", () -> {
            scheduler.put(workload, world.now());
            scheduler.snapshot();
            scheduler.remove(workload.key());
            return scheduler.snapshot();
        });
        assertThat(snapshot.clusterQueues()).hasSize(1_000);
    }

    private static World queues(int count, long quota) {
        World world = aWorld();
        for (int i = 0; i < count; i++) {
            world.with(aClusterQueue("queue%05d".formatted(i))
                    .cohort("team")
                    .quota("default", quota)
                    .preempts(Candidates.LOWER_PRIORITY, Candidates.LOWER_PRIORITY));
        }
        return world;
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

    @SuppressWarnings("SystemOut") // the figures are for whoever reads the build's output
    private static <T> T measure(String what, Supplier<T> decision) {
        T last = decision.get();
        for (int i = 0; i < ROUNDS; i++) {
            last = decision.get();
        }
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long nanos = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < ROUNDS; i++) {
            last = decision.get();
        }
        System.out.printf(
                "%s: %.3f ms of CPU, %d KiB%n",
                what,
                (THREADS.getCurrentThreadCpuTime() - nanos) / 1e6 / ROUNDS,
                (THREADS.getCurrentThreadAllocatedBytes() - bytes) / ROUNDS / 1024);
        return last;
    }
}
