package dev.turnstile.core.cycle;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static dev.turnstile.core.story.World.aWorld;
import static dev.turnstile.core.story.World.heads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.queue.Head;
import dev.turnstile.core.story.World;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every event that may let a workload in reaches it, whatever the scheduler is doing with that workload. */
class WakeUpsTest {

    @Test
    void quotaThatIsAddedWhileAHeadIsOutWakesItThoughTheTreesAreLaidOutBeforeItIsParked() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4))
                .running(aWorkload("runs").requests(2));
        world.finish("runs");
        world.create(aWorkload("waits").requests(8));
        Scheduler scheduler = world.scheduler();
        List<Head> heads = scheduler.heads(world.now());
        CycleDecision decision = scheduler.decide(heads, world.now());

        world.with(aClusterQueue("cq").quota("default", 8));
        scheduler.snapshot();
        scheduler.apply(heads, decision);

        world.cycle();
        assertThat(world.admitted("waits")).isTrue();
    }

    @Test
    void aVictimThatStaysWakesThoseWhoseVictimItWasTooWhenItsPreemptorIsGone() {
        World world = aWorld().with(aClusterQueue("lends").cohort("team").quota("default", 0))
                .with(aClusterQueue("a").cohort("team").quota("default", 4).preempts(Candidates.NEVER, Candidates.ANY))
                .with(aClusterQueue("b")
                        .cohort("team")
                        .quota("default", 4)
                        .preempts(Candidates.NEVER, Candidates.ANY)
                        .borrowsWithinCohort(null))
                .running(
                        aWorkload("holds").in("b").requests(4),
                        aWorkload("borrows").in("lends").requests(4));
        world.create(aWorkload("first").in("a").requests(4));
        world.create(aWorkload("second").in("b").priority(100).requests(4));
        assertThat(World.outcomeOf("second", world.decide())).isInstanceOf(Outcome.Skip.class);
        world.finish("first");
        assertThat(heads(world.decide())).isEmpty();

        Scheduler scheduler = world.scheduler();
        scheduler.takeTasks(world.now()).forEach(task -> scheduler.refused(task.assumption(), "no", world.now()));
        assertThat(scheduler.takeTasks(world.pass(1)))
                .as("what is written once the pause is over")
                .isEmpty();

        assertThat(world.outcomeOf("second")).isInstanceOf(Outcome.Preempt.class);
    }

    /** Its signal is stale now: nothing but another evaluation would say so. */
    @Test
    void aVictimThatBecomesMoreImportantWakesWhoWaitsBehindAGateToPreemptIt() {
        World world = aWorld().with(
                        aClusterQueue("cq").quota("default", 4).preempts(Candidates.LOWER_PRIORITY, Candidates.ANY))
                .running(aWorkload("low").requests(4));
        world.create(aWorkload("high").priority(100).requests(4).gate("gate", false));
        assertThat(world.outcomeOf("high")).isInstanceOf(Outcome.Gated.class);
        assertThat(heads(world.cycle())).isEmpty();

        world.change(aWorkload("low")
                .priority(200)
                .requests(4)
                .createdAt(world.workload("low").createdAt())
                .build(world.workload("low").admission()));

        assertThat(world.outcomeOf("high")).isInstanceOf(Outcome.NoCandidates.class);
    }

    @Test
    void anotherQuotaWakesItsOwnTreeAndNoOther() {
        World world = aWorld().with(aClusterQueue("near").cohort("near").quota("default", 4))
                .with(aClusterQueue("beside").cohort("near").quota("default", 4))
                .with(aClusterQueue("far").cohort("far").quota("default", 4));
        world.create(aWorkload("nearby").in("near").requests(40));
        world.create(aWorkload("away").in("far").requests(40));
        world.cycle();

        world.with(aClusterQueue("beside").cohort("near").quota("default", 5));

        assertThat(heads(world.decide())).containsExactly("nearby");
    }

    @Test
    void aHeadThatIsOutIsParkedThoughTheQuotaOfAnotherTreeChanges() {
        World world = aWorld().with(aClusterQueue("cq").cohort("near").quota("default", 4))
                .with(aClusterQueue("far").cohort("far").quota("default", 4));
        world.create(aWorkload("waits").requests(40));
        Scheduler scheduler = world.scheduler();
        List<Head> heads = scheduler.heads(world.now());
        CycleDecision decision = scheduler.decide(heads, world.now());

        // Its name comes first, so that trees have other numbers from now on.
        world.with(aClusterQueue("alone").quota("default", 1));
        scheduler.snapshot();
        scheduler.apply(heads, decision);

        assertThat(heads(world.cycle())).isEmpty();
    }
}
