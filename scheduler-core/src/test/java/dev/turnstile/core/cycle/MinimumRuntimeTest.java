package dev.turnstile.core.cycle;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static dev.turnstile.core.story.World.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.story.World;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What has just begun is evicted once it has run for ten seconds, unless nobody needs its room any more by then. */
class MinimumRuntimeTest {
    private final World world = new World(SchedulingOptions.DEFAULT.withMinimumRuntime(Duration.ofSeconds(10)));
    private final Scheduler scheduler = world.scheduler();

    @BeforeEach
    void somebodyHasJustBegunAndAnotherOneWantsItsRoom() {
        world.with(aClusterQueue("cq").quota("default", 4).preempts(Candidates.LOWER_PRIORITY, Candidates.ANY))
                .running(aWorkload("runs").requests(2), aWorkload("beside").requests(2));
        world.create(aWorkload("urgent").priority(100).requests(4));
        world.decide();
    }

    private List<String> evictions() {
        return scheduler.takeTasks(world.now()).stream()
                .map(WriteTask::assumption)
                .filter(Assumption.OfEviction.class::isInstance)
                .map(eviction -> eviction.key().name())
                .toList();
    }

    @Test
    void theEvictionIsWrittenWhenItsTimeHasComeAndNotBefore() {
        assertThat(evictions()).isEmpty();
        assertThat(scheduler.nextTaskDue()).isAfter(world.now());

        world.pass(10);

        assertThat(evictions()).containsExactlyInAnyOrder("runs", "beside");
    }

    @Test
    void whoseVictimsEndByThemselvesIsAdmittedAndNobodyIsEvicted() {
        world.finish("runs");
        world.finish("beside");

        world.decide();
        world.pass(10);

        assertThat(world.admitted("urgent")).isTrue();
        assertThat(evictions()).isEmpty();
    }

    @Test
    void theRoomOfAVictimThatEndsIsKeptForWhomItWasToGiveWayTo() {
        world.finish("runs");
        world.create(aWorkload("small").requests(1));

        world.decide();

        assertThat(world.admitted("small")).isFalse();
    }

    @Test
    void aVictimIsSparedOnceItsPreemptorHasRoomElsewhere() {
        world.finish("runs");
        world.with(aClusterQueue("cq").quota("default", 6).preempts(Candidates.LOWER_PRIORITY, Candidates.ANY));

        world.decide();
        world.pass(10);

        assertThat(world.admitted("urgent")).isTrue();
        assertThat(world.workload("beside").evicting()).isFalse();
        assertThat(evictions()).isEmpty();
    }

    @Test
    void victimsAreSparedWhenTheirPreemptorIsDeleted() {
        scheduler.remove(key("urgent"));
        world.pass(10);

        assertThat(world.workload("runs").evicting()).isFalse();
        assertThat(evictions()).isEmpty();
    }

    @Test
    void victimsAreSparedWhenTheirPreemptorMayNotQueueAnyMore() {
        scheduler.hold(
                world.workload("urgent"),
                new SetAside(SetAside.Cause.INACTIVE, "cq", "cq", Message.of("somebody said so")),
                world.now());
        world.pass(10);

        assertThat(evictions()).isEmpty();
    }

    @Test
    void whatRanForLongEnoughIsEvictedAtOnce() {
        world.finish("runs");
        world.finish("beside");
        scheduler.remove(key("urgent"));
        world.running(aWorkload("old").requests(4));
        world.pass(10);
        world.create(aWorkload("late").priority(100).requests(4));

        world.decide();

        assertThat(evictions()).containsExactly("old");
    }
}
