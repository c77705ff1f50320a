package dev.turnstile.core.cycle;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static dev.turnstile.core.story.World.aWorld;
import static dev.turnstile.core.story.World.outcomeOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.queue.Head;
import dev.turnstile.core.story.ClusterQueueBuilder;
import dev.turnstile.core.story.World;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Admission that waits for the pods of what was admitted: one after the other, and nobody is passed over. */
class PodsReadinessTest {
    private final World world = aWorld().with(aClusterQueue("a").quota("default", 4))
            .with(aClusterQueue("b").quota("default", 4))
            .with(aClusterQueue("c").quota("default", 4));

    private CycleDecision cycle(PodsReadiness readiness) {
        Scheduler scheduler = world.scheduler();
        List<Head> heads = scheduler.heads(world.now());
        return scheduler.apply(heads, scheduler.decide(heads, readiness, world.now()));
    }

    private void create(String... queues) {
        for (String queue : queues) {
            world.create(aWorkload("in-" + queue).in(queue).requests(1));
        }
    }

    @Test
    void whileSomebodyWaitsForPodsTheFirstThatWouldFitIsToldAndTheOthersAreNotLookedAt() {
        create("a", "b", "c");

        CycleDecision decision = cycle(PodsReadiness.SOME_NOT_READY);

        assertThat(outcomeOf("in-a", decision)).isInstanceOf(Outcome.Blocked.class);
        assertThat(outcomeOf("in-b", decision)).isInstanceOf(Outcome.Postponed.class);
        assertThat(outcomeOf("in-c", decision)).isInstanceOf(Outcome.Postponed.class);
        assertThat(world.scheduler().waits(World.key("in-a"))).isTrue();
        assertThat(cycle(PodsReadiness.SOME_NOT_READY).outcomes()).hasSize(3);
    }

    @Test
    void whenAllPodsAreReadyOneIsAdmittedAndTheNextIsSaidToWait() {
        create("a", "b", "c");

        CycleDecision decision = cycle(PodsReadiness.ALL_READY);

        assertThat(outcomeOf("in-a", decision)).isInstanceOf(Outcome.Admit.class);
        assertThat(outcomeOf("in-b", decision)).isInstanceOf(Outcome.Blocked.class);
        assertThat(outcomeOf("in-c", decision)).isInstanceOf(Outcome.Postponed.class);
    }

    @Test
    void aWorkloadThatDoesNotFitSaysSoAndBlocksNoOther() {
        world.create(aWorkload("huge").in("a").requests(9));
        create("b");

        CycleDecision decision = cycle(PodsReadiness.SOME_NOT_READY);

        assertThat(outcomeOf("huge", decision)).isInstanceOf(Outcome.NoFit.class);
        assertThat(outcomeOf("in-b", decision)).isInstanceOf(Outcome.Blocked.class);
    }

    @Test
    void whoWaitsForTheVictimsOfAnotherBlocksNobody() {
        World team = aWorld().with(lender("a")).with(lender("b")).with(lender("c"));
        team.running(aWorkload("borrower").in("c").requests(12));
        team.create(aWorkload("in-a").in("a").requests(4));
        team.create(aWorkload("in-b").in("b").requests(4));
        team.with(aClusterQueue("alone").quota("default", 4));
        team.create(aWorkload("fits").in("alone").requests(1));
        List<Head> heads = team.scheduler().heads(team.now());

        CycleDecision decision = team.scheduler().decide(heads, PodsReadiness.SOME_NOT_READY, team.now());

        assertThat(outcomeOf("in-a", decision)).isInstanceOf(Outcome.Preempt.class);
        assertThat(outcomeOf("in-b", decision)).isInstanceOf(Outcome.Deferred.class);
        assertThat(outcomeOf("fits", decision)).isInstanceOf(Outcome.Blocked.class);
    }

    private static ClusterQueueBuilder lender(String name) {
        return aClusterQueue(name).cohort("team").quota("default", 4).preempts(Candidates.NEVER, Candidates.ANY);
    }
}
