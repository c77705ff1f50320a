package dev.turnstile.core.baseline;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static dev.turnstile.core.story.World.aWorld;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.cycle.SchedulingOptions.Rule;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.story.World;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A cycle costs what changed, not what exists. What is compared is the memory that a cycle allocates, which follows the
 * work it does and, unlike time, does not depend on who else uses the machine.
 */
@Isolated // It measures time.
class CostOfACycleTest {
    private static final int BUSY = 10;

    @Test
    void tenTimesAsManyIdleQueuesDoNotMakeACycleDearer() {
        compare(allocated(100, 0), allocated(1_000, 0));
    }

    @Test
    void tenTimesAsManyParkedWorkloadsDoNotMakeACycleDearer() {
        compare(allocated(10, 50), allocated(10, 500));
    }

    @Test
    void tenTimesAsManyHeadsOfOneFairTreeCostTenTimesAsMuch() {
        double few = allocatedFairly(100) / 100;
        double many = allocatedFairly(1_000) / 1_000;

        // A new tournament for each would make it ten times as much per head; keeping an order adds its
        // logarithm.
        assertThat(many).isLessThanOrEqualTo(few * 1.5);
    }

    /** Bytes that a cycle allocates in which all queues of one cohort have a head, under fair sharing. */
    private static double allocatedFairly(int queues) {
        double least = Double.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            World world = new World(SchedulingOptions.DEFAULT.with(Rule.FAIR_SHARING, true));
            for (int queue = 0; queue < queues; queue++) {
                world.with(aClusterQueue("queue%05d".formatted(queue))
                        .cohort("team")
                        .quota("default", 4));
                world.create(aWorkload("head-" + queue)
                        .in("queue%05d".formatted(queue))
                        .requests(1 + queue % 7));
            }
            world.scheduler().snapshot();
            long before = bytes();
            world.scheduler().cycle(world.now());
            least = Math.min(least, (double) (bytes() - before));
        }
        return least;
    }

    @SuppressWarnings("SystemOut") // the figures are for people who read the build's output
    private static void compare(double few, double many) {
        System.out.printf("a cycle of %d heads allocates %.0f bytes, with ten times the idle %.0f%n", BUSY, few, many);
        assertThat(many).isLessThanOrEqualTo(few * 1.1);
    }

    /** Bytes that a cycle with ten heads allocates, of which half are admitted and half need a victim. */
    private static double allocated(int idleQueues, int parkedPerQueue) {
        World world = aWorld();
        for (int i = 0; i < BUSY + idleQueues; i++) {
            world.with(aClusterQueue("queue%05d".formatted(i))
                    .cohort("team")
                    .quota("default", 4)
                    .preempts(Candidates.LOWER_PRIORITY, Candidates.LOWER_PRIORITY));
        }
        for (int queue = BUSY; queue < BUSY + idleQueues && parkedPerQueue > 0; queue++) {
            for (int i = 0; i < parkedPerQueue; i++) {
                world.create(aWorkload("parked-%d-%d".formatted(queue, i))
                        .in("queue%05d".formatted(queue))
                        .requests(1_000_000 + i));
            }
        }
        while (!world.cycle().outcomes().isEmpty()) {
            world.pass(1);
        }
        double least = Double.MAX_VALUE;
        for (int round = 0; round < 30; round++) {
            for (int queue = 0; queue < BUSY; queue++) {
                world.create(aWorkload("head-%d-%d".formatted(queue, round))
                        .in("queue%05d".formatted(queue))
                        .requests(queue % 2 == 0 ? 4 : 1_000_000));
            }
            long before = bytes();
            world.scheduler().cycle(world.now());
            least = Math.min(least, (double) (bytes() - before));
            world.write();
            for (int queue = 0; queue < BUSY; queue++) {
                world.finish("head-%d-%d".formatted(queue, round));
            }
            world.scheduler().heads(world.now()); // what the finish woke is not part of the next round
        }
        return least;
    }

    private static long bytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
