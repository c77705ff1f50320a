package dev.turnstile.core.cycle;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static dev.turnstile.core.story.World.aWorld;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.story.World;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.Workload;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What was decided on one reservation says nothing of the next one, though the time between was never observed. */
class EarlierReservationTest {
    @Test
    void anEvictionThatIsNotSentYetIsWithdrawnWhereTheWorkloadHoldsAnotherReservation() {
        World world = aWorld().with(
                        aClusterQueue("cq").quota("default", 4).preempts(Candidates.LOWER_PRIORITY, Candidates.NEVER))
                .running(aWorkload("low").requests(3));
        Workload low = world.workload("low");
        world.create(aWorkload("high").priority(100).requests(3));
        assertThat(World.outcomeOf("high", world.decide())).isInstanceOf(Outcome.Preempt.class);
        List<WriteTask> tasks = world.scheduler().takeTasks(world.now());
        Admission before = Objects.requireNonNull(low.admission());

        world.change(low.withAdmission(new Admission(before.clusterQueue(), before.podSets(), world.now())));

        assertThat(world.workload("low").evicting()).isFalse();
        assertThat(tasks)
                .singleElement()
                .satisfies(task -> assertThat(task.assumption().begin())
                        .as("whether the eviction may still be sent")
                        .isFalse());
    }
}
