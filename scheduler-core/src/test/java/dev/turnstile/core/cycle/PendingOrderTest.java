package dev.turnstile.core.cycle;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static dev.turnstile.core.story.World.aWorld;
import static dev.turnstile.core.story.World.heads;
import static dev.turnstile.core.story.World.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.story.World;
import dev.turnstile.core.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of pending workloads that users are shown is the one in which they are popped. */
class PendingOrderTest {

    private static List<String> pending(World world) {
        return world.scheduler().pending("cq").stream()
                .map(workload -> workload.key().name())
                .toList();
    }

    @Test
    void pendingWorkloadsAreShownInTheOrderInWhichTheyArePopped() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 0));
        world.create(aWorkload("b").requests(1));
        world.create(aWorkload("low").priority(-1).requests(2));
        world.create(aWorkload("high").priority(100).requests(3));
        world.create(aWorkload("c").requests(4));
        List<String> shown = pending(world);

        List<String> popped = new ArrayList<>();
        List<String> heads = heads(world.cycle());
        while (!heads.isEmpty()) {
            popped.addAll(heads);
            heads = heads(world.cycle());
        }

        assertThat(shown).containsExactly("high", "b", "c", "low").isEqualTo(popped);
        assertThat(pending(world)).as("parked ones keep their place").isEqualTo(shown);
    }

    @Test
    void oneThatCameOrWentOrWasPoppedIsInTheNextListAtOnce() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 0));
        world.create(aWorkload("a").requests(1));
        world.create(aWorkload("b").requests(1));
        assertThat(pending(world)).containsExactly("a", "b");

        world.create(aWorkload("first").priority(1).requests(1));
        world.scheduler().heads(world.now());
        assertThat(pending(world)).containsExactly("first", "a", "b");

        world.finish("a");
        assertThat(pending(world)).containsExactly("first", "b");
    }

    @Test
    void thePreemptorIsFirstWhileItWaitsForItsVictims() {
        World world = aWorld().with(
                        aClusterQueue("cq").quota("default", 4).preempts(Candidates.LOWER_PRIORITY, Candidates.NEVER))
                .running(aWorkload("runs").requests(4));
        world.create(aWorkload("preempts").priority(1).requests(4));
        world.cycle();
        world.create(aWorkload("later").priority(100).requests(1));
        assertThat(pending(world)).containsExactly("preempts", "later");

        world.finish("preempts");
        assertThat(pending(world)).containsExactly("later");
    }

    @Test
    void oneThatMakesNoSenseHasItsPlaceAmongTheOthers() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 0));
        world.create(aWorkload("a").requests(1));
        Workload invalid =
                aWorkload("invalid").priority(1).createdAt(world.pass(1)).build();
        SetAside why = new SetAside(SetAside.Cause.INVALID, "cq", "cq", Message.of("nonsense"));
        world.scheduler().hold(invalid, why, world.now());
        assertThat(pending(world)).containsExactly("invalid", "a");

        world.scheduler()
                .hold(invalid, new SetAside(SetAside.Cause.ON_HOLD, "cq", "cq", Message.of("held")), world.now());
        assertThat(pending(world)).as("one on hold waits for no quota").containsExactly("a");

        world.scheduler().hold(invalid, why, world.now());
        world.scheduler().remove(key("invalid"));
        assertThat(pending(world)).containsExactly("a");
    }
}
