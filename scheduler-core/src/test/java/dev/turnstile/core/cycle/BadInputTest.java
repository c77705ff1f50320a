package dev.turnstile.core.cycle;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static dev.turnstile.core.story.World.aWorld;
import static dev.turnstile.core.story.World.heads;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.cycle.SchedulingOptions.Rule;
import dev.turnstile.core.hierarchy.Availability;
import dev.turnstile.core.hierarchy.Cohort;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.hierarchy.SpecificationProblem.DuplicateName;
import dev.turnstile.core.story.World;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.core.workload.WorkloadProblem;
import dev.turnstile.vocabulary.WaitingReason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong is answered in words, never with an exception. */
class BadInputTest {

    private static Availability availability(World world, String clusterQueue) {
        return requireNonNull(world.scheduler().snapshot().place(clusterQueue)).availability();
    }

    @Test
    void anUnknownFlavor() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4));
        world.scheduler().removeFlavor("default");
        world.create(aWorkload("a").requests(1));

        assertThat(heads(world.cycle())).isEmpty();
        assertThat(availability(world, "cq")).isEqualTo(new Availability.FlavorNotFound(List.of("default")));
    }

    @Test
    void aCycleOfCohorts() {
        World world = aWorld().with(aClusterQueue("below").cohort("d").quota("default", 4));
        world.scheduler().put(new Cohort("b", "c", List.of(), 1000));
        world.scheduler().put(new Cohort("c", "b", List.of(), 1000));
        world.scheduler().put(new Cohort("d", "c", List.of(), 1000));
        world.create(aWorkload("a").in("below").requests(1));

        assertThat(heads(world.cycle())).isEmpty();
        assertThat(availability(world, "below")).isEqualTo(new Availability.CohortCycle(List.of("b", "c")));
        assertThat(availability(world, "below").message()).contains("b -> c -> b");

        world.scheduler().put(new Cohort("c", null, List.of(), 1000));
        assertThat(world.outcomeOf("a")).isInstanceOf(Outcome.Admit.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aVeryDeepTreeOfCohorts(boolean fairSharing) {
        int levels = 20_000;
        World world = new World(SchedulingOptions.DEFAULT.with(Rule.FAIR_SHARING, fairSharing))
                .with(aClusterQueue("low").cohort("c0").quota("default", 4).preempts(Candidates.NEVER, Candidates.ANY))
                .with(aClusterQueue("high").cohort("c" + levels).quota("default", 4));
        for (int i = 0; i < levels; i++) {
            world.scheduler().put(new Cohort("c" + i, "c" + (i + 1), List.of(), 1000));
        }
        world.running(aWorkload("borrows").in("high").requests(8));
        world.create(aWorkload("a").in("low").requests(3));

        Outcome outcome = world.outcomeOf("a");
        assertThat(outcome).isInstanceOf(Outcome.Preempt.class);
        assertThat(((Outcome.Preempt) outcome).victims())
                .singleElement()
                .satisfies(victim -> assertThat(victim.preemptorPath()).hasSizeGreaterThan(levels));
    }

    @Test
    void aNegativeRequest() {
        WorkloadAnswer answer = aWorld().create(aWorkload("a").requests(-1));

        assertThat(answer)
                .isEqualTo(
                        new WorkloadAnswer.Refused(List.of(new WorkloadProblem.NegativeRequest("main", "cpu", -1000))));
    }

    @Test
    void aRequestThatOverflows() {
        WorkloadAnswer answer =
                aWorld().create(aWorkload("a").podSet("main", 3, null, Map.of("cpu", Long.MAX_VALUE / 2)));

        assertThat(answer)
                .isEqualTo(new WorkloadAnswer.Refused(List.of(new WorkloadProblem.OverflowingRequest("main", "cpu"))));
    }

    @Test
    void requestsThatOverflowTogetherExceedTheMaximum() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4));
        world.create(aWorkload("a")
                .podSet("one", 1, null, Map.of("cpu", Long.MAX_VALUE - 1))
                .podSet("two", 1, null, Map.of("cpu", Long.MAX_VALUE - 1)));

        assertThat(((Outcome.Waiting) world.outcomeOf("a")).reason()).isEqualTo(WaitingReason.EXCEEDS_MAX_QUOTA);
    }

    @Test
    void aRequestForNothingIsNotHeldBackByQuotaThatWasTakenAway() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4))
                .running(aWorkload("runs").requests(4));
        world.with(aClusterQueue("cq").quota("default", 2));
        world.create(aWorkload("asks-nothing").requests(0));

        assertThat(world.outcomeOf("asks-nothing")).isInstanceOf(Outcome.Admit.class);
    }

    @Test
    void noPodSets() {
        assertThat(aWorld().create(aWorkload("a")))
                .isEqualTo(new WorkloadAnswer.Refused(List.of(new WorkloadProblem.NoPodSets())));
    }

    @Test
    void aJobScaledToNoPodsIsAdmitted() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4));
        world.create(aWorkload("a").podSet("main", 0, null, 1));

        assertThat(world.outcomeOf("a")).isInstanceOf(Outcome.Admit.class);
    }

    @Test
    void aPodSetTwice() {
        assertThat(aWorld().create(aWorkload("a").requests(1).requests(1)))
                .isEqualTo(new WorkloadAnswer.Refused(List.of(new WorkloadProblem.DuplicatePodSet("main"))));
    }

    @Test
    void aFlavorTwice() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4).quota("default", 2));
        world.create(aWorkload("a").requests(1));

        assertThat(heads(world.cycle())).isEmpty();
        assertThat(availability(world, "cq"))
                .isEqualTo(new Availability.Invalid(List.of(new DuplicateName("flavor", "default"))));
    }

    @Test
    void aQueueThatIsNotThere() {
        assertThat(aWorld().create(aWorkload("a").in("nowhere").requests(1)))
                .isEqualTo(new WorkloadAnswer.Aside(new Wait.NoLocalQueue("nowhere")));
    }

    @Test
    void failedChecksNeverReachNomination() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4));
        world.create(aWorkload("a").requests(1).failedChecks());

        assertThat(((Outcome.NotNominated) world.outcomeOf("a")).why()).isEqualTo(new Wait.FailedChecks());
    }
}
