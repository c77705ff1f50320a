package dev.turnstile.core.cycle;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static dev.turnstile.core.story.World.aWorld;
import static dev.turnstile.core.story.World.outcomeOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.story.World;
import org.junit.jupiter.api.Test;

/** What a head that cannot preempt now keeps free for the rest of the cycle. */
class ReservationTest {

    private static World team(long quotaOfLender) {
        return aWorld().with(aClusterQueue("owner")
                        .cohort("team")
                        .quota("default", 2, 4L, null)
                        .borrowsWithinCohort(null))
                .with(aClusterQueue("lender").cohort("team").quota("default", quotaOfLender))
                .with(aClusterQueue("poor").cohort("team").quota("default", 0));
    }

    @Test
    void isNotGivenToWhoComesLater() {
        World world = team(6).running(aWorkload("runs").in("owner").requests(5));
        world.create(aWorkload("waits").in("owner").priority(100).requests(4));
        world.create(aWorkload("late").in("poor").requests(3));

        CycleDecision decision = world.cycle();

        assertThat(outcomeOf("waits", decision)).isInstanceOf(Outcome.NoCandidates.class);
        assertThat(outcomeOf("late", decision)).isInstanceOf(Outcome.Skip.class);
    }

    @Test
    void isNothingAboveTheBorrowingLimit() {
        World world = team(7).running(aWorkload("runs").in("owner").requests(6));
        world.with(aClusterQueue("owner").cohort("team").quota("default", 2, 1L, null));
        world.create(aWorkload("takes-the-rest").in("lender").requests(3));
        world.create(aWorkload("waits").in("owner").priority(100).requests(1));
        world.create(aWorkload("late").in("poor").requests(3));

        CycleDecision decision = world.cycle();

        assertThat(outcomeOf("takes-the-rest", decision)).isInstanceOf(Outcome.Admit.class);
        assertThat(outcomeOf("waits", decision)).isInstanceOf(Outcome.NoCandidates.class);
        assertThat(outcomeOf("late", decision)).isInstanceOf(Outcome.Skip.class);
    }
}
