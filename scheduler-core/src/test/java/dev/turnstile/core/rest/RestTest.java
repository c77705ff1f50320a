package dev.turnstile.core.rest;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.Cohort;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.hierarchy.QueueingStrategy;
import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.rest.Run.Disturbance;
import dev.turnstile.core.rest.Tenants.Arrival;
import dev.turnstile.core.rest.TenantsGenerator.Mode;
import dev.turnstile.core.story.WorkloadBuilder;
import dev.turnstile.core.workload.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A thousand worlds for each mode, always the same. */
@Execution(ExecutionMode.CONCURRENT) // It uses one processor.
class RestTest {
    private static final int WORLDS = 1000;
    private static final int CYCLES = 400;

    /**
     * @param atMost in how many worlds preemption goes round all the same: every preemptor gets the room that it
     *     preempted for, or (seed 131), under fair sharing, may not take the second of its victims any more once the
     *     first one has left
     */
    @ParameterizedTest
    @CsvSource({"MIXED, 0", "BEST_EFFORT, 1", "STRICT, 0", "FAIR, 5", "FAIR_BEST_EFFORT, 12"})
    @SuppressWarnings("SystemOut") // the figures are for people who read the build's output
    void aWorldInWhichNobodyFinishesComesToRest(Mode mode, int atMost) {
        List<Long> endless = new ArrayList<>();
        long evictions = 0;
        for (long seed = 0; seed < WORLDS; seed++) {
            Run run = new Run(TenantsGenerator.draw(seed, mode), Disturbance.NONE);
            if (run.rests(CYCLES)) {
                evictions += run.evictions();
            } else {
                endless.add(seed);
            }
        }
        System.out.printf(
                "%s: %d of %d worlds come to rest, after %.2f evictions each; without end: seeds %s%n",
                mode, WORLDS - endless.size(), WORLDS, (double) evictions / (WORLDS - endless.size()), endless);

        assertThat(endless).hasSizeLessThanOrEqualTo(atMost);
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void atRestNobodyWaitsWhoWouldFit(Mode mode) {
        List<String> found = new ArrayList<>();
        for (long seed = 0; seed < WORLDS; seed++) {
            for (Disturbance disturbance : Disturbance.values()) {
                Tenants tenants = TenantsGenerator.draw(seed, mode);
                Run run = new Run(tenants, disturbance);
                if (run.rests(CYCLES) && !waitThoughTheyFit(tenants, run).isEmpty()) {
                    found.add("seed " + seed + ", disturbance " + disturbance + ": " + waitThoughTheyFit(tenants, run));
                }
            }
        }

        assertThat(found).isEmpty();
    }

    /**
     * The exception: a StrictFIFO head that waits holds back all others of its queue, and what it keeps free holds back
     * others of its tree.
     */
    private static List<String> waitThoughTheyFit(Tenants tenants, Run run) {
        Scheduler scheduler = run.scheduler();
        boolean strictHeadWaits = tenants.queues().stream()
                .filter(queue -> queue.queueingStrategy() == QueueingStrategy.STRICT_FIFO)
                .anyMatch(queue -> !scheduler.pending(queue.name()).isEmpty());
        List<String> found = new ArrayList<>();
        for (ClusterQueue queue : tenants.queues()) {
            for (Workload waiting : scheduler.pending(queue.name())) {
                if (!strictHeadWaits && scheduler.explain(waiting.key(), run.now()) instanceof Outcome.Admit) {
                    found.add(waiting.key().name());
                }
            }
        }
        return found;
    }

    /**
     * Of the seven cpu of the team, {@code borrows} has three, one of them borrowed. {@code small} reclaims that one;
     * {@code big} preempts {@code small}. The room that this makes is just enough for {@code big}, and for
     * {@code borrows}, which is older. Without a claim, {@code borrows} takes it, {@code small} reclaims, and so on.
     */
    @Test
    void eightWorkloadsOfTwoQueuesDoNotPreemptEachOtherWithoutEnd() {
        List<Arrival> arrivals = new ArrayList<>();
        for (WorkloadBuilder builder : List.of(
                aWorkload("runs1").in("owner").priority(100).requests(2),
                aWorkload("borrows").in("lender").priority(100).requests(3),
                aWorkload("small").in("owner").requests(1),
                aWorkload("runs2").in("owner").priority(100).requests(2),
                aWorkload("big").in("owner").priority(100).requests(3),
                aWorkload("waits1").in("lender").requests(6),
                aWorkload("waits2").in("lender").requests(6),
                aWorkload("waits3").in("lender").requests(6))) {
            Instant created = Instant.EPOCH.plusSeconds(arrivals.size());
            arrivals.add(new Arrival(0, builder.createdAt(created).build()));
        }
        Tenants tenants = new Tenants(
                0,
                SchedulingOptions.DEFAULT,
                List.of(ResourceFlavor.plain("default")),
                List.of(Cohort.implicit("team")),
                List.of(
                        aClusterQueue("lender")
                                .cohort("team")
                                .quota("default", 2)
                                .build(),
                        aClusterQueue("owner")
                                .cohort("team")
                                .quota("default", 5)
                                .preempts(Candidates.LOWER_PRIORITY, Candidates.ANY)
                                .build()),
                arrivals,
                0);
        Run run = new Run(tenants, Disturbance.NONE);

        assertThat(run.rests(CYCLES)).as("%s", run.log()).isTrue();
        assertThat(run.evictions()).isEqualTo(2);
        assertThat(run.scheduler().reserved().keySet().stream().map(key -> key.name()))
                .containsExactly("big", "runs1", "runs2");
    }
}
