package dev.turnstile.core.cycle;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static dev.turnstile.core.story.World.aWorld;
import static dev.turnstile.core.story.World.heads;
import static dev.turnstile.core.story.World.outcomeOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.cycle.Outcome.Waiting;
import dev.turnstile.core.cycle.SchedulingOptions.Rule;
import dev.turnstile.core.hierarchy.FlavorFungibility.WhenUsable;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.story.WorkloadBuilder;
import dev.turnstile.core.story.World;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.vocabulary.WaitingReason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The admission constraints of KEP-8729. */
class ConstraintsTest {

    @ParameterizedTest(name = "{0}: {1}; cannot preempt: {2}; cannot borrow: {3}; neither: {4}")
    @CsvSource({
        "fits,             Admit,   Admit,       Admit,       Admit",
        "must borrow,      Admit,   Admit,       Constrained, Constrained",
        "must preempt,     Preempt, Constrained, Preempt,     Constrained",
        "must reclaim,     Preempt, Constrained, Preempt,     Constrained",
        "must do both,     Preempt, Constrained, Constrained, Constrained",
        "exceeds whatever, NoFit,   NoFit,       NoFit,       NoFit"
    })
    void everyCombinationOfConstraints(String what, String free, String noVictims, String noLoan, String neither) {
        for (boolean fair : List.of(false, true)) {
            SchedulingOptions options = SchedulingOptions.DEFAULT.with(Rule.FAIR_SHARING, fair);
            assertThat(outcome(options, what, false, false)).as("fair %s", fair).isEqualTo(free);
            assertThat(outcome(options, what, true, false)).as("fair %s", fair).isEqualTo(noVictims);
            assertThat(outcome(options, what, false, true)).as("fair %s", fair).isEqualTo(noLoan);
            assertThat(outcome(options, what, true, true)).as("fair %s", fair).isEqualTo(neither);
            assertThat(outcome(constraintsIgnored(fair), what, true, true))
                    .as("fair %s, with the feature off", fair)
                    .isEqualTo(free);
        }
    }

    /** What becomes of a head of {@code cq}, which has 4 cpu of its own, as has the other queue of its cohort. */
    private static String outcome(SchedulingOptions options, String what, boolean cannotPreempt, boolean cannotBorrow) {
        World world = new World(options)
                .with(aClusterQueue("cq")
                        .cohort("all")
                        .quota("default", 4)
                        .preempts(Candidates.LOWER_PRIORITY, Candidates.ANY)
                        .borrowsWithinCohort(null))
                .with(aClusterQueue("other").cohort("all").quota("default", 4));
        switch (what) {
            case "fits", "must borrow", "exceeds whatever" -> {}
            case "must preempt" ->
                world.running(
                        aWorkload("peer").in("other").priority(200).requests(4),
                        aWorkload("low").requests(4));
            case "must reclaim" ->
                world.running(aWorkload("borrower").in("other").priority(200).requests(8));
            case "must do both" -> world.running(aWorkload("low").requests(4));
            default -> throw new IllegalArgumentException(what);
        }
        long cpu = switch (what) {
            case "must borrow", "must do both" -> 6;
            case "exceeds whatever" -> 9;
            default -> 3;
        };
        WorkloadBuilder head = aWorkload("head").priority(100).requests(cpu);
        if (cannotPreempt) {
            head.cannotPreempt();
        }
        if (cannotBorrow) {
            head.cannotBorrow();
        }
        world.create(head);
        Outcome outcome = world.outcomeOf("head");
        assertThat(world.scheduler().reserved().values().stream().anyMatch(Workload::evicting))
                .as("%s: somebody is evicted", what)
                .isEqualTo(outcome instanceof Outcome.Preempt);
        if (outcome instanceof Waiting waiting) {
            assertThat(waiting.reason() == WaitingReason.ADMISSION_CONSTRAINED)
                    .as("%s: the reason", what)
                    .isEqualTo(outcome instanceof Outcome.Constrained);
        }
        return outcome.getClass().getSimpleName();
    }

    private static SchedulingOptions constraintsIgnored(boolean fair) {
        return SchedulingOptions.DEFAULT.with(Rule.FAIR_SHARING, fair).with(Rule.ADMISSION_CONSTRAINTS, false);
    }

    @Test
    void whoCannotPreemptSignalsNothingBehindItsGate() {
        World world = oneFullQueue();
        world.create(aWorkload("high").priority(100).requests(4).cannotPreempt().gate("gate", false));

        assertThat(world.outcomeOf("high")).isInstanceOf(Outcome.Constrained.class);
    }

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
        assertThat(waiting.message().text()).contains("preempt", "4 more needed");
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
        assertThat(waiting.message().text()).contains("borrow");
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

    /** The lender is idle: who may not borrow need not wait until it has lent all to others. */
    @ParameterizedTest(name = "fair sharing {0}")
    @CsvSource({"false", "true"})
    void whoCannotBorrowPreemptsInItsOwnQuotaWhileTheCohortHasMore(boolean fair) {
        World world = lender(fair);
        world.create(aWorkload("high").priority(100).requests(4).cannotBorrow());

        Waiting waiting = (Waiting) world.outcomeOf("high");
        assertThat(waiting).isInstanceOf(Outcome.Preempt.class);
        assertThat(waiting.message().text()).contains("1 of cpu in flavor default would have to be borrowed");
        assertThat(world.workload("low").evicting()).isTrue();
    }

    @Test
    void whoCannotBorrowSignalsBehindItsGateWhereBorrowingWouldDo() {
        World world = lender(false);
        world.create(aWorkload("high").priority(100).requests(4).cannotBorrow().gate("gate", false));

        assertThat(world.outcomeOf("high")).isInstanceOf(Outcome.Gated.class);
    }

    @Test
    void whoCannotBorrowTakesTheFlavorThatIsFreeBeforeItPreempts() {
        World world = aWorld().with(aClusterQueue("cq")
                        .cohort("all")
                        .quota("A", 4)
                        .quota("B", 4)
                        .preempts(Candidates.LOWER_PRIORITY, Candidates.ANY))
                .with(aClusterQueue("lender").cohort("all").quota("A", 4).quota("B", 4))
                .running(aWorkload("low").requests(1));
        world.create(aWorkload("high").priority(100).requests(4).cannotBorrow());

        assertThat(world.outcomeOf("high"))
                .isInstanceOfSatisfying(
                        Outcome.Admit.class,
                        admitted -> assertThat(admitted.admission()
                                        .podSets()
                                        .getFirst()
                                        .flavors())
                                .containsEntry("cpu", "B"));
    }

    private static World lender(boolean fair) {
        return new World(SchedulingOptions.DEFAULT.with(Rule.FAIR_SHARING, fair))
                .with(aClusterQueue("cq")
                        .cohort("all")
                        .quota("default", 4)
                        .preempts(Candidates.LOWER_PRIORITY, Candidates.ANY))
                .with(aClusterQueue("lender").cohort("all").quota("default", 4))
                .running(aWorkload("low").requests(1));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "needs a victim and the lender is full, preempt",
        "needs a loan, borrow",
        "either would do, preempt or borrow",
        "needs both, preempt and borrow"
    })
    void ofBothConstraintsTheMessageNamesTheObstacle(String what, String named) {
        World world = lender(false);
        world.scheduler()
                .put(aClusterQueue("cq")
                        .cohort("all")
                        .quota("default", 4)
                        .preempts(Candidates.LOWER_PRIORITY, Candidates.ANY)
                        .borrowsWithinCohort(null)
                        .build());
        switch (what) {
            case "needs a victim and the lender is full" ->
                world.running(aWorkload("peer").in("lender").priority(200).requests(4));
            case "needs both" -> world.running(aWorkload("most").requests(3));
            default -> {}
        }
        long cpu = switch (what) {
            case "needs a loan" -> 7;
            case "needs both" -> 8;
            default -> 4;
        };
        world.create(
                aWorkload("high").priority(100).requests(cpu).cannotPreempt().cannotBorrow());

        assertThat(((Waiting) world.outcomeOf("high")).message().text())
                .startsWith("Workload could be admitted if it were allowed to " + named + ":");
    }

    @Test
    void nobodyMentionsBorrowingWhereNobodyLends() {
        World world = oneFullQueue();
        world.create(aWorkload("high").priority(100).requests(4).cannotPreempt().cannotBorrow());

        assertThat(((Waiting) world.outcomeOf("high")).message().text())
                .contains("if it were allowed to preempt:")
                .doesNotContain("borrow");
    }

    @Test
    void whoIsConstrainedIsNotAdmittedPartiallyEvenIfNothingElseWouldHelp() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4))
                .running(aWorkload("half").requests(2));
        world.create(aWorkload("part").podSet("main", 4, 1, 1).cannotBorrow());

        Waiting waiting = (Waiting) world.outcomeOf("part");
        assertThat(waiting.reason()).isEqualTo(WaitingReason.ADMISSION_CONSTRAINED);
        assertThat(waiting.message().text())
                .startsWith("Workload could be admitted with fewer pods if it had no admission constraints: ");
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
