package dev.turnstile.core.cycle;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static dev.turnstile.core.story.World.aWorld;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.FlavorFungibility.Preference;
import dev.turnstile.core.hierarchy.FlavorFungibility.WhenUsable;
import dev.turnstile.core.hierarchy.FlavorQuotas;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.hierarchy.Quota;
import dev.turnstile.core.hierarchy.ResourceGroup;
import dev.turnstile.core.story.ClusterQueueBuilder;
import dev.turnstile.core.story.World;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nobody waits who would fit, however the search for flavors went in the cycles before. */
class SeveralFlavorsTest {

    @Test
    void aSearchThatGoesOnWithTheNextFlavorAndFindsNothingTakesAnEarlierOneThatFits() {
        ClusterQueueBuilder borrows = aClusterQueue("borrows")
                .cohort("team")
                .quota("a", 0)
                .quota("b", 1)
                .whenCanBorrow(WhenUsable.MAY_STOP_SEARCH)
                .preempts(Candidates.LOWER_PRIORITY, Candidates.NEVER);
        World world = aWorld().with(aClusterQueue("borrows").quota("b", 1))
                .running(aWorkload("holds").in("borrows").requests(1))
                .with(aClusterQueue("lends").cohort("team").quota("a", 3).quota("b", 0))
                .with(borrows);
        world.create(aWorkload("first").in("lends").requests(3));
        world.create(aWorkload("second").in("borrows").requests(1));
        assertThat(World.outcomeOf("second", world.cycle())).isInstanceOf(Outcome.Skip.class);
        world.finish("first");

        assertThat(world.outcomeOf("second")).isInstanceOf(Outcome.Admit.class);
    }

    /** The flavor is as good as the worst of its resources: it used to count as one that fits, and never did. */
    @Test
    void aFlavorThatLacksOneResourceAndBorrowsAnotherIsPreemptedFor() {
        ClusterQueueBuilder builder = aClusterQueue("owner")
                .cohort("team")
                .preempts(Candidates.LOWER_PRIORITY, Candidates.NEVER)
                .preference(Preference.PREEMPTION_OVER_BORROWING);
        World world = aWorld().with(aClusterQueue("owner").quota("default", 1));
        world.scheduler().put(twoResources(builder.build(), 4, 1));
        world.scheduler()
                .put(twoResources(aClusterQueue("lender").cohort("team").build(), 0, 1));
        world.running(aWorkload("low").in("owner").podSet("main", 1, null, Map.of("cpu", 2000L)));

        world.create(aWorkload("high")
                .in("owner")
                .priority(100)
                .podSet("main", 1, null, Map.of("cpu", 3000L, "example.com/gpu", 2000L)));

        assertThat(world.outcomeOf("high"))
                .isInstanceOfSatisfying(
                        Outcome.Preempt.class,
                        preempt -> assertThat(preempt.victims())
                                .extracting(victim -> victim.workload().key().name())
                                .containsExactly("low"));
        world.stopped("low");
        assertThat(world.outcomeOf("high")).isInstanceOf(Outcome.Admit.class);
    }

    private static ClusterQueue twoResources(ClusterQueue queue, long cpu, long gpu) {
        Map<String, Quota> quotas =
                Map.of("cpu", new Quota(cpu * 1000, null, null), "example.com/gpu", new Quota(gpu * 1000, null, null));
        return new ClusterQueue(
                queue.name(),
                queue.cohort(),
                List.of(new ResourceGroup(
                        List.of("cpu", "example.com/gpu"), List.of(new FlavorQuotas("default", quotas)))),
                queue.queueingStrategy(),
                queue.preemption(),
                queue.fungibility(),
                queue.namespaceSelector(),
                queue.fairWeight(),
                queue.held());
    }
}
