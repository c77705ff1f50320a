package dev.turnstile.core.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.snapshot.Snapshot;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The benchmarks measure the decisions that their names promise, the second time as the first. */
class DecisionBenchmarkTest {
    private final DecisionBenchmark benchmark = new DecisionBenchmark();

    @Test
    void everyHeadOfAThousandIsAdmitted() {
        var state = new DecisionBenchmark.AThousandHeads();
        for (int round = 0; round < 2; round++) {
            assertThat(benchmark.cycleOfAThousandHeadsAtAThousandQueues(state).outcomes())
                    .hasSize(1_000)
                    .allMatch(Outcome.Admit.class::isInstance);
        }
    }

    @Test
    void theOnlyHeadIsAdmitted() {
        var state = new DecisionBenchmark.OneHead();
        for (int round = 0; round < 2; round++) {
            assertThat(benchmark.cycleOfOneHeadAtAThousandQueues(state).outcomes())
                    .singleElement()
                    .isInstanceOf(Outcome.Admit.class);
        }
    }

    @Test
    void onlyTheHeadIsNominatedAmongIdleQueues() {
        var state = new DecisionBenchmark.Idle();
        state.queues = 20;
        state.parked = 2;
        state.idle();
        for (int round = 0; round < 2; round++) {
            assertThat(benchmark.cycleAmongIdleQueues(state).outcomes())
                    .singleElement()
                    .isInstanceOf(Outcome.Admit.class);
        }
    }

    @Test
    void victimsAreFoundAmongTenThousand() {
        var state = new DecisionBenchmark.TenThousandAdmitted();
        for (int round = 0; round < 2; round++) {
            assertThat(benchmark.victimsAmongTenThousandAdmitted(state).outcomes())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            Outcome.Preempt.class,
                            preempt -> assertThat(preempt.victims()).hasSize(4));
        }
    }

    @Test
    void bothSnapshotsSeeTheirChange() {
        var state = new DecisionBenchmark.ComingAndGoing();
        for (int round = 0; round < 2; round++) {
            List<Snapshot> snapshots = benchmark.snapshotsAfterChanges(state);
            assertThat(snapshots.getFirst().clusterQueues()).hasSize(1_000);
            assertThat(snapshots.getFirst()).isNotSameAs(snapshots.getLast());
        }
    }
}
