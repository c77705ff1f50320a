package dev.turnstile.core.cycle;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static dev.turnstile.core.story.World.aWorld;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.assignment.Assignment;
import dev.turnstile.core.hierarchy.FlavorFungibility.WhenUsable;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.story.ClusterQueueBuilder;
import dev.turnstile.core.story.World;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of KEP-8303: which flavor is chosen, and whether the gate is triggered, for both policies. */
class GateAndFungibilityTest {

    @ParameterizedTest(name = "A {0}, B {1}: {2} if the search may stop, {3} if the next flavor is tried")
    @CsvSource({
        "fits,     fits,     A open,  A open",
        "fits,     not,      A open,  A open",
        "fits,     preempts, A open,  A open",
        "preempts, fits,     A gated, B open",
        "preempts, not,      A gated, A gated",
        "preempts, preempts, A gated, A gated",
        "not,      fits,     B open,  B open",
        "not,      not,      - open,  - open",
        "not,      preempts, B gated, B gated"
    })
    void theTableOfTheProposal(String first, String second, String mayStop, String tryNext) {
        assertThat(outcome(first, second, WhenUsable.MAY_STOP_SEARCH)).isEqualTo(mayStop);
        assertThat(outcome(first, second, WhenUsable.TRY_NEXT_FLAVOR)).isEqualTo(tryNext);
    }

    private static String outcome(String first, String second, WhenUsable whenCanPreempt) {
        ClusterQueueBuilder queue = aClusterQueue("cq")
                .quota("A", first.equals("not") ? 1 : 4)
                .quota("B", second.equals("not") ? 1 : 4)
                .preempts(Candidates.LOWER_PRIORITY, Candidates.NEVER)
                .whenCanPreempt(whenCanPreempt);
        World world = aWorld();
        // Each filler fits one flavor only while the other has less, so it goes where somebody is to be preempted.
        if (first.equals("preempts")) {
            world.with(aClusterQueue("cq").quota("A", 4).quota("B", 0))
                    .running(aWorkload("in-a").requests(4));
        }
        if (second.equals("preempts")) {
            world.with(aClusterQueue("cq").quota("A", 0).quota("B", 4))
                    .running(aWorkload("in-b").requests(4));
        }
        world.with(queue);
        world.create(aWorkload("head").priority(100).requests(3).gate("gate", false));
        return switch (world.outcomeOf("head")) {
            case Outcome.Admit admit -> flavor(admit.assignment()) + " open";
            case Outcome.Gated gated -> flavor(gated.assignment()) + " gated";
            case Outcome.NoFit _ -> "- open";
            case Outcome other -> throw new AssertionError("unexpected " + other);
        };
    }

    private static String flavor(Assignment assignment) {
        return assignment.toAdmission().getFirst().flavors().getOrDefault("cpu", "none");
    }
}
