package dev.turnstile.worker.outbound;

import static dev.turnstile.worker.outbound.SmallWorld.core;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.cycle.OpenAssumption;
import dev.turnstile.core.cycle.WorkloadPlace;
import dev.turnstile.core.cycle.WritePause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What was lost or given twice before assumptions had one life cycle, each as a short story. */
class AssumptionStoriesTest {
    private static final SmallWorld.Budget ENOUGH = new SmallWorld.Budget(1_000, 1_000, 100, 100, 100);

    private static SmallWorld world(String... present) {
        return new SmallWorld(ENOUGH, List.of(present), List.of("high:3:100"));
    }

    private static void rest(SmallWorld world) {
        for (int i = 0; i < 40; i++) {
            world.settle();
        }
    }

    private static boolean booked(SmallWorld world, String name) {
        return world.cache.scheduler().place(core(name)) instanceof WorkloadPlace.Holding;
    }

    @Test
    void anAdmissionThatWasNotSentIsCancelledWhenItsWorkloadIsPreempted() {
        SmallWorld world = world("low:3:0").then("turn", "arrive high:3:100", "turn");

        assertThat(booked(world, "low")).isFalse();
        assertThat(booked(world, "high")).isTrue();
        world.then("send low", "send high", "answer high");
        assertThat(world.writer().sent()).as("requests").isEqualTo(1);
        rest(world);
        assertThat(world.api.holds("high")).isTrue();
        assertThat(world.api.waits("low")).isTrue();
        assertThat(world.cache.report("cq").tally().pending()).isEqualTo(1);
    }

    @Test
    void anEvictionIsWrittenOnceTheAdmissionUnderWayIsConfirmed() {
        SmallWorld world = world("low:3:0").then("turn", "send low", "arrive high:3:100", "turn");
        assertThat(booked(world, "high")).isFalse();

        world.then("answer low", "turn", "send low", "answer low");

        assertThat(world.api.look(world.api.get("low"))).isEqualTo("Re");
        rest(world);
        assertThat(world.api.holds("high")).isTrue();
    }

    @Test
    void anEvictionStaysDueThoughItsPreemptorIsGone() {
        SmallWorld world = world("low:3:0")
                .then("turn", "send low", "arrive high:3:100", "turn", "lose the answer of low")
                .then("delete high", "watch high", "turn", "time", "send low", "answer low", "turn");

        world.then("send low", "answer low");

        assertThat(world.api.look(world.api.get("low"))).isEqualTo("Re");
    }

    @Test
    void aRefusedAdmissionOfAWorkloadThatIsToBeEvictedIsBackInItsQueueWithATime() {
        SmallWorld world = world("low:3:0").then("turn", "send low", "arrive high:3:100", "turn", "refuse low", "turn");

        assertThat(world.cache.scheduler().place(core("low"))).isInstanceOf(WorkloadPlace.Waiting.class);
        assertThat(world.cache.scheduler().nextDue()).isAfter(world.now());
        assertThat(world.cache.report("cq").tally().pending()).isEqualTo(1);
        rest(world);
        assertThat(world.api.holds("high")).isTrue();
    }

    @Test
    void anEvictionFromAnEarlierReservationDoesNotReplaceTheNextAdmission() {
        SmallWorld world = world("low:3:0").then("turn", "send low", "answer low", "turn", "arrive high:3:100", "turn");
        world.then("delete high");
        world.api.write("low", dev.turnstile.model.kueue.WorkloadStatus.EMPTY);

        world.then("watch high", "watch low", "turn", "send low", "answer low", "turn");

        assertThat(world.api.look(world.api.get("low"))).isEqualTo("R");
        assertThat(booked(world, "low")).isTrue();
    }

    @Test
    void theResultOfAnEarlierAdmissionDoesNotEndALaterOne() {
        SmallWorld world = world("low:3:0").then("turn", "send low", "refuse low", "turn", "time");
        assertThat(booked(world, "low")).isTrue();

        world.then("again refused", "turn");

        assertThat(booked(world, "low")).isTrue();
    }

    @Test
    void aHoldCancelsAnAdmissionThatWasNotSent() {
        SmallWorld world = world("low:3:0", "other:3:0").then("turn");
        String first = booked(world, "low") ? "low" : "other";

        world.then("hold " + first, "turn", "send " + first);

        assertThat(world.writer().sent()).isZero();
        assertThat(world.writer().wrong()).isEmpty();
        assertThat(world.cache.scheduler().aside()).containsOnlyKeys(core(first));
        assertThat(world.cache.overview().held()).containsOnlyKeys(SmallApi.key(first));
    }

    @Test
    void aStoppedClusterQueueCancelsAnAdmissionThatWasNotSent() {
        SmallWorld world = world("low:3:0").then("turn", "stop the queue", "turn");

        assertThat(world.cache.scheduler().place(core("low"))).isInstanceOf(WorkloadPlace.Waiting.class);
        world.then("send low");
        assertThat(world.writer().sent()).isZero();
        assertThat(world.writer().wrong()).isEmpty();
        rest(world);
        assertThat(world.api.holds("low")).isFalse();
        assertThat(world.api.holds("high")).isTrue();
    }

    @Test
    void aStoppedClusterQueueKeepsAnAdmissionThatWasSent() {
        SmallWorld world = world("low:3:0").then("turn", "send low", "stop the queue", "turn");
        assertThat(booked(world, "low")).isTrue();

        world.then("answer low", "turn");

        assertThat(world.api.holds("low")).isTrue();
        assertThat(booked(world, "low")).isTrue();
    }

    @Test
    void aHoldWhileTheAdmissionIsUnderWayGivesItsQuotaToNobody() {
        SmallWorld world = world("low:3:0", "other:3:0").then("turn");
        String first = booked(world, "low") ? "low" : "other";
        String second = first.equals("low") ? "other" : "low";

        world.then("send " + first, "hold " + first, "turn", "turn");
        assertThat(booked(world, first)).isTrue();
        assertThat(booked(world, second)).isFalse();

        world.then("refuse " + first, "turn");
        assertThat(world.cache.scheduler().aside()).containsOnlyKeys(core(first));
        assertThat(booked(world, second)).isTrue();
    }

    @Test
    void anUnansweredAdmissionStaysBookedUntilItIsRead() {
        SmallWorld world = world("low:3:0", "other:3:0").then("turn");
        String first = booked(world, "low") ? "low" : "other";
        String second = first.equals("low") ? "other" : "low";

        world.then("send " + first, "lose the answer of " + first, "turn");
        assertThat(booked(world, second)).isFalse();
        OpenAssumption open = Objects.requireNonNull(world.cache.scheduler().assumption(core(first)));
        assertThat(open.at()).isAfter(world.now());

        world.then("time", "send " + first, "answer " + first, "turn");
        assertThat(world.cache.scheduler().assumption(core(first))).isNull();
        assertThat(booked(world, first)).isTrue();
        assertThat(booked(world, second)).isFalse();
    }

    @Test
    void anUnansweredAdmissionThatWasNotCarriedOutQueuesAgainOnceThatIsRead() {
        SmallWorld world =
                new SmallWorld(ENOUGH, List.of("low:3:0"), List.of()).then("turn", "send low", "lose low", "turn");
        assertThat(booked(world, "low")).isTrue();

        world.then("time", "send low", "answer low", "turn");

        assertThat(booked(world, "low")).isFalse();
        rest(world);
        assertThat(world.api.holds("low")).isTrue();
    }

    /** Fifty-five times a second before. */
    @Test
    void aRefusedAdmissionIsTriedAgainAfterPausesThatGrow() {
        SmallWorld world = world("low:3:0").then("turn");

        int sent = refusedFor(Duration.ofMinutes(10), world, "low");

        assertThat(sent).isBetween(12, 25);
        WritePause pause = Objects.requireNonNull(world.cache.scheduler().pause(core("low")));
        assertThat(pause.problem()).isEqualTo("refused");
        assertThat(world.cache.explain(SmallApi.key("low")).pause()).isEqualTo(pause);
        rest(world);
        assertThat(world.cache.scheduler().pause(core("low"))).isNull();
    }

    /** 4,800 times a second before. */
    @Test
    void aRefusedEvictionIsTriedAgainAfterPausesThatGrow() {
        SmallWorld world = world("low:3:0").then("turn", "send low", "answer low", "turn", "arrive high:3:100", "turn");
        int before = world.writer().sent();

        int sent = refusedFor(Duration.ofMinutes(10), world, "low");

        assertThat(sent - before).isBetween(12, 25);
        rest(world);
        assertThat(world.api.holds("high")).isTrue();
    }

    private static int refusedFor(Duration time, SmallWorld world, String name) {
        Instant end = world.now().plus(time);
        while (world.now().isBefore(end)) {
            List<String> steps =
                    world.steps().stream().map(SmallWorld.Step::name).toList();
            if (steps.contains("refuse " + name)) {
                world.then("refuse " + name, "turn");
            } else if (steps.contains("send " + name)) {
                world.then("send " + name);
            } else {
                world.then("time");
            }
        }
        return world.writer().sent();
    }
}
