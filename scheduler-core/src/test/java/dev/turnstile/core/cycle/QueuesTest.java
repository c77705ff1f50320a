package dev.turnstile.core.cycle;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static dev.turnstile.core.story.World.aWorld;
import static dev.turnstile.core.story.World.heads;
import static dev.turnstile.core.story.World.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.queue.Head;
import dev.turnstile.core.queue.PassedOver;
import dev.turnstile.core.story.World;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.core.workload.LabelSelector;
import dev.turnstile.core.workload.PreemptionGate;
import dev.turnstile.core.workload.Workload;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who is asked next: strategies, parking, waking. */
class QueuesTest {

    @Test
    void aBestEffortQueueGoesOnBehindAHopelessHead() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4));
        world.create(aWorkload("huge").priority(100).requests(8));
        world.create(aWorkload("small").requests(1));

        assertThat(heads(world.cycle())).containsExactly("huge");
        assertThat(heads(world.cycle())).containsExactly("small");
        assertThat(world.admitted("small")).isTrue();
        assertThat(heads(world.cycle())).isEmpty();
    }

    @Test
    void aStrictQueueIsBlockedByItsHead() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4).strictFifo());
        world.create(aWorkload("huge").priority(100).requests(8));
        world.create(aWorkload("small").requests(1));

        assertThat(heads(world.cycle())).containsExactly("huge");
        assertThat(heads(world.cycle())).containsExactly("huge");
    }

    @Test
    void freedQuotaWakesTheWholeTreeAndNobodyElse() {
        World world = aWorld().with(aClusterQueue("a").cohort("team").quota("default", 2))
                .with(aClusterQueue("b").cohort("team").quota("default", 2))
                .with(aClusterQueue("c").quota("default", 2))
                .running(
                        aWorkload("runs").in("a").requests(4),
                        aWorkload("alone").in("c").requests(2));
        world.create(aWorkload("waits").in("b").requests(2));
        world.create(aWorkload("elsewhere").in("c").requests(2));
        world.cycle();
        assertThat(heads(world.cycle())).isEmpty();

        world.finish("runs");

        assertThat(heads(world.cycle())).containsExactly("waits");
    }

    @Test
    void aWakeUpBetweenPoppingAndParkingIsNotLost() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4))
                .running(aWorkload("runs").requests(4));
        world.create(aWorkload("waits").requests(4));
        Scheduler scheduler = world.scheduler();
        List<Head> heads = scheduler.heads(world.now());
        CycleDecision decision = scheduler.decide(heads, world.now());

        world.finish("runs");
        scheduler.apply(heads, decision);

        world.cycle();
        assertThat(world.admitted("waits")).isTrue();
    }

    @Test
    void anAdmissionOfAWorkloadThatChangedMeanwhileIsDropped() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4));
        world.create(aWorkload("grows").requests(4));
        Scheduler scheduler = world.scheduler();
        List<Head> heads = scheduler.heads(world.now());
        CycleDecision decision = scheduler.decide(heads, world.now());

        world.change(aWorkload("grows").requests(8).build());

        assertThat(scheduler.apply(heads, decision).outcomes()).isEmpty();
        assertThat(world.admitted("grows")).isFalse();
        assertThat(world.outcomeOf("grows")).isInstanceOf(Outcome.NoFit.class);
    }

    @Test
    void aFailedWriteTakesTheAdmissionBackAndQueuesAgain() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4));
        world.create(aWorkload("a").requests(4));
        world.decide();

        Scheduler scheduler = world.scheduler();
        scheduler.takeTasks(world.now()).forEach(task -> scheduler.refused(task.assumption(), "no", world.now()));

        assertThat(world.admitted("a")).isFalse();
        assertThat(heads(world.cycle())).containsExactly("a");
    }

    @Test
    void anOldObjectDoesNotTakeADecisionBack() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4));
        world.create(aWorkload("a").requests(4));
        Workload before = world.workload("a");
        world.decide();

        world.change(before);

        assertThat(world.admitted("a")).isTrue();
    }

    @Test
    void aPreemptorStaysFirstUntilItsVictimIsGone() {
        World world = aWorld().with(
                        aClusterQueue("cq").quota("default", 4).preempts(Candidates.LOWER_PRIORITY, Candidates.NEVER))
                .running(aWorkload("low").requests(4));
        world.create(aWorkload("high").priority(100).requests(4));
        assertThat(world.outcomeOf("high")).isInstanceOf(Outcome.Preempt.class);
        world.create(aWorkload("higher").priority(200).requests(8));

        assertThat(heads(world.cycle())).containsExactly("high");
        world.stopped("low");
        world.cycle();
        assertThat(world.admitted("high")).isTrue();
    }

    @Test
    void aWorkloadIsLeftAloneUntilItsTimeComes() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4).strictFifo());
        Instant later = world.now().plusSeconds(60);
        world.create(aWorkload("backs-off").requests(1).requeueAt(later));

        assertThat(heads(world.cycle())).isEmpty();
        assertThat(world.scheduler().nextDue()).isEqualTo(later);
        world.pass(60);
        assertThat(heads(world.cycle())).containsExactly("backs-off");
    }

    @Test
    void anOpenedGateWakes() {
        World world = aWorld().with(
                        aClusterQueue("cq").quota("default", 4).preempts(Candidates.LOWER_PRIORITY, Candidates.NEVER))
                .running(aWorkload("low").requests(4));
        world.create(aWorkload("high").priority(100).requests(4).gate("gate", false));
        assertThat(world.outcomeOf("high")).isInstanceOf(Outcome.Gated.class);
        assertThat(heads(world.cycle())).isEmpty();

        world.change(world.workload("high").withGates(List.of(new PreemptionGate("gate", true))));

        assertThat(world.outcomeOf("high")).isInstanceOf(Outcome.Preempt.class);
    }

    @Test
    void aLowerPriorityWakesWorkloadsThatMayNowPreemptIt() {
        World world = aWorld().with(
                        aClusterQueue("cq").quota("default", 4).preempts(Candidates.LOWER_PRIORITY, Candidates.NEVER))
                .running(aWorkload("runs").priority(100).requests(4));
        world.create(aWorkload("waits").priority(50).requests(4));
        world.cycle();
        assertThat(heads(world.cycle())).isEmpty();

        world.change(aWorkload("runs")
                .priority(10)
                .requests(4)
                .build(world.workload("runs").admission()));

        assertThat(world.outcomeOf("waits")).isInstanceOf(Outcome.Preempt.class);
    }

    @Test
    void aWorkloadThatIsSkippedAsEquivalentIsReportedOnce() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4))
                .running(aWorkload("runs").requests(4));
        world.create(aWorkload("equal0").requests(2));
        world.create(aWorkload("equal1").requests(2));
        assertThat(world.scheduler().takeSkipped()).isEmpty();

        world.cycle();
        assertThat(skipped(world)).containsExactly("equal1");

        world.create(aWorkload("equal2").requests(2));
        assertThat(skipped(world)).containsExactly("equal2");

        world.finish("runs");
        world.running(aWorkload("again").requests(4).priority(10));
        world.cycle();
        assertThat(world.scheduler().takeSkipped()).isEmpty();
    }

    @Test
    void aWorkloadThatCompetesAgainBeforeItIsReportedIsNotSkipped() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4))
                .running(aWorkload("runs").requests(4));
        world.create(aWorkload("equal0").requests(2));
        world.create(aWorkload("equal1").requests(2));
        world.cycle();
        world.finish("runs");

        assertThat(world.scheduler().takeSkipped()).isEmpty();

        world.running(aWorkload("again").requests(4).priority(10));
        world.cycle();
        assertThat(skipped(world)).containsExactly("equal1");
    }

    /** The condition of each said meanwhile that its ClusterQueue is inactive. */
    @Test
    void aSkippedWorkloadIsReportedAgainAfterItsClusterQueueWasOutOfUse() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4))
                .running(aWorkload("runs").requests(4));
        world.create(aWorkload("equal0").requests(2));
        world.create(aWorkload("equal1").requests(2));
        world.cycle();
        assertThat(skipped(world)).containsExactly("equal1");

        world.scheduler().removeFlavor("default");
        assertThat(heads(world.cycle())).isEmpty();
        world.scheduler().put(ResourceFlavor.plain("default"));

        assertThat(heads(world.cycle())).containsExactly("equal0");
        assertThat(skipped(world)).containsExactly("equal1");
    }

    private static List<String> skipped(World world) {
        return world.scheduler().takeSkipped().stream()
                .map(one -> one.workload().key().name())
                .toList();
    }

    @Test
    void whoStandsBehindTheHeadOfAStrictQueueIsReportedOnce() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4).strictFifo())
                .running(aWorkload("runs").requests(3));
        world.create(aWorkload("head").requests(2));
        world.create(aWorkload("small").requests(1));
        world.cycle();

        assertThat(world.scheduler().takeSkipped())
                .extracting(one -> one.workload().key().name(), PassedOver::why)
                .containsExactly(tuple("small", new Wait.BehindHead()));

        world.cycle();
        assertThat(world.scheduler().takeSkipped()).isEmpty();
        world.create(aWorkload("later").requests(1));
        world.cycle();
        assertThat(skipped(world)).containsExactly("later");
    }

    @Test
    void oneHopelessWorkloadAnswersForItsEquals() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4))
                .running(aWorkload("runs").requests(4));
        for (int i = 0; i < 5; i++) {
            world.create(aWorkload("equal" + i).requests(2));
        }
        world.create(aWorkload("other").requests(3));

        assertThat(heads(world.cycle())).containsExactly("equal0");
        assertThat(world.scheduler().parkedWith(key("equal0"))).hasSize(4);
        assertThat(heads(world.cycle())).containsExactly("other");
        assertThat(heads(world.cycle())).isEmpty();

        world.finish("runs");
        assertThat(heads(world.cycle())).containsExactly("equal0");
        assertThat(world.scheduler().pending("cq")).hasSize(5);
    }

    @Test
    void aNamespaceThatDoesNotMatchIsParkedUntilItsLabelsDo() {
        World world = aWorld().with(aClusterQueue("cq")
                .quota("default", 4)
                .strictFifo()
                .selector(new LabelSelector(Map.of("team", "a"), List.of())));
        world.create(aWorkload("a").requests(1));
        Outcome.NotNominated refused = (Outcome.NotNominated) world.outcomeOf("a");
        assertThat(refused.message().text()).isEqualTo("workload namespace doesn't match ClusterQueue selector");
        assertThat(heads(world.cycle())).isEmpty();

        world.scheduler().putNamespace("default", Map.of("team", "a"));

        assertThat(world.outcomeOf("a")).isInstanceOf(Outcome.Admit.class);
    }

    @Test
    void aMissingSelectorAdmitsNobody() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4).selector(null));
        world.create(aWorkload("a").requests(1));

        assertThat(world.outcomeOf("a")).isInstanceOf(Outcome.NotNominated.class);
    }
}
