package dev.turnstile.core.property;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.queue.Head;
import dev.turnstile.core.quota.QuotaArithmetic;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.core.snapshot.AdmittedWorkload;
import dev.turnstile.core.snapshot.Simulation;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.story.PromptWriter;
import dev.turnstile.core.workload.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What must hold in every cycle of every world. */
class RandomCyclesTest {
    private static final int CYCLES_PER_WORLD = 100;

    @Test
    @SuppressWarnings("SystemOut") // the range of seeds is for people who repeat the run
    void aMillionCyclesRunWithoutAnException() {
        int worlds = Integer.getInteger("random.cycles", 1_000_000) / CYCLES_PER_WORLD;
        // Worlds share nothing, so every core may run some.
        long outcomes = LongStream.range(0, worlds)
                .parallel()
                .map(RandomCyclesTest::outcomes)
                .sum();
        System.out.printf(
                "%d random cycles (seeds 0 to %d), %d decisions%n",
                (long) worlds * CYCLES_PER_WORLD, worlds - 1, outcomes);
        assertThat(outcomes).isPositive();
    }

    private static int outcomes(long seed) {
        try {
            return run(seed, false);
        } catch (RuntimeException problem) {
            return fail("seed " + seed, problem);
        }
    }

    @Test
    void nothingIsAdmittedThatTheTreeDoesNotAllowAndEqualInputsGiveEqualOutputs() {
        for (long seed = 1_000_000; seed < 1_000_150; seed++) {
            run(seed, true);
        }
    }

    private static int run(long seed, boolean check) {
        RandomWorld world = new RandomWorld(seed);
        Scheduler scheduler = world.scheduler();
        for (int i = 0; i < 8; i++) {
            Workload workload = world.workload();
            scheduler.put(workload, workload.createdAt());
        }
        int outcomes = 0;
        for (int cycle = 0; cycle < CYCLES_PER_WORLD; cycle++) {
            if (check || cycle % 4 == 0) {
                world.happen(scheduler);
            }
            Instant now = world.tick();
            List<Head> heads = scheduler.heads(now);
            CycleDecision decision = scheduler.decide(heads, now);
            if (check) {
                assertThat(scheduler.decide(heads, now)).as("seed %d", seed).isEqualTo(decision);
            }
            CycleDecision applied = scheduler.apply(heads, decision);
            world.write(scheduler);
            outcomes += applied.outcomes().size();
            if (check) {
                allowed(seed, scheduler.snapshot(), applied);
            }
        }
        return outcomes;
    }

    /** Whoever is being evicted counts as gone: what it leaves may be given away before it is, as upstream does. */
    private static void allowed(long seed, Snapshot snapshot, CycleDecision decision) {
        for (Outcome outcome : decision.outcomes()) {
            if (outcome instanceof Outcome.Admit admit) {
                Snapshot.Place place = requireNonNull(snapshot.place(admit.clusterQueue()));
                Simulation simulation = new Simulation(snapshot.tree(place.tree()));
                QuotaTree tree = simulation.quotas();
                for (int node = 0; node < tree.size(); node++) {
                    for (AdmittedWorkload workload : simulation.base().workloads(node)) {
                        if (workload.evicting()) {
                            simulation.remove(workload);
                        }
                    }
                }
                for (FlavorResource taken : admit.admission().usage().asMap().keySet()) {
                    assertThat(QuotaArithmetic.available(tree, simulation, place.node(), tree.column(taken)))
                            .as("seed %d: what is left of %s for %s", seed, taken, admit.clusterQueue())
                            .isNotNegative();
                }
                if (admit.workload().constraints().cannotBorrow()) {
                    assertThat(admit.assignment().borrowing())
                            .as(
                                    "seed %d: %s must not borrow",
                                    seed, admit.workload().key())
                            .isZero();
                }
            }
            if (outcome instanceof Outcome.Preempt preempt) {
                assertThat(preempt.workload().closedGates()).as("seed %d", seed).isEmpty();
                assertThat(preempt.workload().constraints().cannotPreempt())
                        .as("seed %d", seed)
                        .isFalse();
            }
        }
    }

    @Test
    void theAnswerDoesNotDependOnTheOrderInWhichThingsWereHeardOf() {
        for (long seed = 2_000_000; seed < 2_000_500; seed++) {
            assertThat(story(seed, false)).as("seed %d", seed).isEqualTo(story(seed, true));
        }
    }

    private static List<CycleDecision> story(long seed, boolean shuffled) {
        RandomWorld world = new RandomWorld(seed);
        List<Workload> workloads = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            workloads.add(world.workload());
        }
        if (shuffled) {
            Random other = new Random(seed);
            Collections.shuffle(world.flavors, other);
            Collections.shuffle(world.cohorts, other);
            Collections.shuffle(world.queues, other);
            Collections.shuffle(workloads, other);
        }
        Scheduler scheduler = world.scheduler();
        Instant now = world.tick();
        workloads.forEach(workload -> scheduler.put(workload, now));
        List<CycleDecision> decisions = new ArrayList<>();
        for (int cycle = 0; cycle < 12; cycle++) {
            decisions.add(scheduler.cycle(world.tick()));
            PromptWriter.write(scheduler, world.now());
        }
        return decisions;
    }
}
