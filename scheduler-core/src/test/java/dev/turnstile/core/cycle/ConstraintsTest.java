package dev.turnstile.core.cycle;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static dev.turnstile.core.story.World.aWorld;
import static dev.turnstile.core.story.World.heads;
import static dev.turnstile.core.story.World.outcomeOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.cycle.Outcome.Waiting;
import dev.turnstile.core.hierarchy.FlavorFungibility.WhenUsable;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.story.World;
import org.junit.jupiter.api.Test;

/** The admission constraints of KEP-8729. */
class ConstraintsTest {

    private static World oneFullQueue() {
        return aWorld().with(
                        aClusterQueue("cq").quota("default", 4).preempts(Candidates.LOWER_PRIORITY, Candidates.ANY))
                .running(aWorkload("low").requests(4));
    }

    @Test
    void whoCannotPreemptWaitsAndTheReasonSaysSo() {
        World world = oneFullQueue();
        world.create(aWorkload("high").priority(100).requests(4).cannotPreempt());

        Waiting waiting = (Waiting) world.outcomeOf("high");
        assertThat(waiting.reason()).isEqualTo(WaitingReason.ADMISSION_CONSTRAINED);
        assertThat(waiting.message()).contains("preempt", "4 more needed");
        assertThat(world.admitted("low")).isTrue();
    }

    @Test
    void whoCouldNotBeHelpedAnywayWaitsForTheOrdinaryReason() {
        World world = oneFullQueue();
        world.create(aWorkload("equal").requests(4).cannotPreempt());

        assertThat(((Waiting) world.outcomeOf("equal")).reason()).isEqualTo(WaitingReason.WAITING_FOR_QUOTA);
    }

    @Test
    void whoCannotPreemptTakesTheNextFlavorEvenIfTheSearchMayStop() {
        World world = aWorld().with(aClusterQueue("cq")
                        .quota("A", 4)
                        .quota("B", 4)
                        .whenCanPreempt(WhenUsable.MAY_STOP_SEARCH)
                        .preempts(Candidates.LOWER_PRIORITY, Candidates.NEVER))
                .running(aWorkload("low").requests(4));
        world.create(aWorkload("high").priority(100).requests(4).cannotPreempt().gate("gate", false));

        assertThat(world.outcomeOf("high")).isInstanceOf(Outcome.Admit.class);
    }

    @Test
    void whoCannotBorrowWaitsForItsOwnQuota() {
        World world = aWorld().with(aClusterQueue("cq").cohort("all").quota("default", 2))
                .with(aClusterQueue("other").cohort("all").quota("default", 4));
        world.create(aWorkload("proud").requests(3).cannotBorrow());

        Waiting waiting = (Waiting) world.outcomeOf("proud");
        assertThat(waiting.reason()).isEqualTo(WaitingReason.ADMISSION_CONSTRAINED);
        assertThat(waiting.message()).contains("borrow");
    }

    @Test
    void whoCannotBorrowMayTakeItsOwnQuotaBack() {
        World world = aWorld().with(aClusterQueue("cq")
                        .cohort("all")
                        .quota("default", 2)
                        .preempts(Candidates.NEVER, Candidates.ANY))
                .with(aClusterQueue("other").cohort("all").quota("default", 2))
                .running(aWorkload("borrower").in("other").requests(4));
        world.create(aWorkload("proud").requests(2).cannotBorrow());

        assertThat(world.outcomeOf("proud")).isInstanceOf(Outcome.Preempt.class);
    }

    @Test
    void nobodyIsShrunkToGetRoundAConstraint() {
        World world = oneFullQueue();
        world.finish("low");
        world.running(aWorkload("half").requests(2));
        world.create(aWorkload("high").priority(100).podSet("main", 4, 1, 1).cannotPreempt());

        assertThat(world.outcomeOf("high")).isInstanceOf(Outcome.Constrained.class);
    }

    @Test
    void aConstrainedHeadLetsOthersPassInABestEffortQueue() {
        World world = oneFullQueue();
        world.create(aWorkload("high").priority(100).requests(4).cannotPreempt());
        world.create(aWorkload("next").priority(50).requests(4));
        world.cycle();

        assertThat(heads(world.cycle())).containsExactly("next");
    }

    @Test
    void aConstrainedHeadKeepsOnlyItsOwnQuotaFree() {
        World world = aWorld().with(aClusterQueue("a")
                        .cohort("all")
                        .quota("default", 2)
                        .preempts(Candidates.LOWER_PRIORITY, Candidates.NEVER)
                        .borrowsWithinCohort(null))
                .with(aClusterQueue("b").cohort("all").quota("default", 4))
                .running(aWorkload("low").in("a").requests(5));
        world.create(aWorkload("high").in("a").priority(100).requests(5).cannotPreempt());
        world.create(aWorkload("one").in("b").requests(1));

        CycleDecision decision = world.cycle();
        assertThat(outcomeOf("high", decision)).isInstanceOf(Outcome.Constrained.class);
        assertThat(outcomeOf("one", decision)).isInstanceOf(Outcome.Admit.class);
    }
}
