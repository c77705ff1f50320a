package dev.turnstile.core.cycle;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.cycle.SchedulingOptions.Rule;
import dev.turnstile.core.fairsharing.PreemptionStrategy;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.story.WorkloadBuilder;
import dev.turnstile.core.story.World;
import dev.turnstile.vocabulary.WaitingReason;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * KEP-8729: every combination of constraints with every way in which a workload may need others, both ways to share.
 */
class ConstraintMatrixTest {
    private static final SchedulingOptions FAIR = SchedulingOptions.DEFAULT
            .with(Rule.FAIR_SHARING, true)
            .with(List.of(
                    PreemptionStrategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE, PreemptionStrategy.LESS_THAN_INITIAL_SHARE));

    @ParameterizedTest(name = "{0}: none {1}, cannot preempt {2}, cannot borrow {3}, neither {4}")
    @CsvSource({
        "FITS,               Admit,   Admit,       Admit,       Admit",
        "MUST_BORROW,        Admit,   Admit,       Constrained, Constrained",
        "EITHER_WOULD_DO,    Admit,   Admit,       Preempt,     Constrained",
        "MUST_PREEMPT,       Preempt, Constrained, Preempt,     Constrained",
        "MUST_DO_BOTH,       Preempt, Constrained, Constrained, Constrained",
        "NOTHING_HELPS,      NoRoom,  NoRoom,      NoRoom,      NoRoom"
    })
    void everyConstraintWithEveryNeed(
            Need need, String unconstrained, String cannotPreempt, String cannotBorrow, String neither) {
        for (SchedulingOptions options : List.of(SchedulingOptions.DEFAULT, FAIR)) {
            String how = options.fairSharing() ? "fair sharing" : "classic";
            assertThat(outcome(options, need, workload())).as(how).isEqualTo(unconstrained);
            assertThat(outcome(options, need, workload().cannotPreempt()))
                    .as(how)
                    .isEqualTo(cannotPreempt);
            assertThat(outcome(options, need, workload().cannotBorrow()))
                    .as(how)
                    .isEqualTo(cannotBorrow);
            assertThat(outcome(options, need, workload().cannotPreempt().cannotBorrow()))
                    .as(how)
                    .isEqualTo(neither);
        }
    }

    private static WorkloadBuilder workload() {
        return aWorkload("w").priority(100);
    }

    /** Of eight cpu in a cohort, four are the queue's own. */
    enum Need {
        FITS(0, 0, 0, 4),
        MUST_BORROW(0, 0, 0, 6),
        /** The other queue would lend what the own one's less important workload uses. */
        EITHER_WOULD_DO(1, 0, 0, 4),
        MUST_PREEMPT(4, 0, 4, 4),
        MUST_DO_BOTH(4, 0, 2, 6),
        NOTHING_HELPS(4, 100, 4, 4);

        private final int own;
        private final int priority;
        private final int others;
        private final int request;

        Need(int own, int priority, int others, int request) {
            this.own = own;
            this.priority = priority;
            this.others = others;
            this.request = request;
        }
    }

    private static String outcome(SchedulingOptions options, Need need, WorkloadBuilder workload) {
        World world = new World(options)
                .with(aClusterQueue("cq")
                        .cohort("all")
                        .quota("default", 4)
                        .preempts(Candidates.LOWER_PRIORITY, Candidates.ANY)
                        .borrowsWithinCohort(null))
                .with(aClusterQueue("other").cohort("all").quota("default", 4));
        if (need.own > 0) {
            world.running(aWorkload("own").priority(need.priority).requests(need.own));
        }
        if (need.others > 0) {
            world.running(aWorkload("theirs").in("other").priority(100).requests(need.others));
        }
        world.create(workload.requests(need.request));
        return switch (world.outcomeOf("w")) {
            case Outcome.Admit _ -> "Admit";
            case Outcome.Preempt _ -> "Preempt";
            case Outcome.Constrained _ -> "Constrained";
            case Outcome.Waiting waiting ->
                waiting.reason() == WaitingReason.WAITING_FOR_QUOTA ? "NoRoom" : waiting.toString();
        };
    }
}
