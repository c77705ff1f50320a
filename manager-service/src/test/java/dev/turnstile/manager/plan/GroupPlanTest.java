package dev.turnstile.manager.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.AllAtOnceDispatcher;
import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Connection;
import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.core.dispatch.Gate;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.JobReading;
import dev.turnstile.core.dispatch.LocalWorkload;
import dev.turnstile.core.dispatch.Remote;
import dev.turnstile.core.dispatch.RemoteJob;
import dev.turnstile.core.dispatch.Replica;
import dev.turnstile.core.dispatch.Sighting;
import dev.turnstile.core.dispatch.SpecMatch;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.placement.PlacementSettings;
import dev.turnstile.core.ungating.GateStep;
import dev.turnstile.core.ungating.GateWork;
import dev.turnstile.core.ungating.UngatingDecision;
import dev.turnstile.core.ungating.UngatingSettings;
import dev.turnstile.vocabulary.CheckState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every case of {@link GroupPlan}, as the steps that it has and their order. */
class GroupPlanTest {
    private static final Instant RESERVED = Instant.parse("2026-01-01T12:00:00Z");
    private static final Instant NOW = RESERVED.plusSeconds(10);
    private static final Duration LOST = Duration.ofMinutes(15);
    private static final Duration WINDOW = Duration.ofMinutes(5);
    private static final Finish DONE = new Finish("Succeeded", "done");
    private static final GateWork NO_WRITES = GateWork.begins(RESERVED);
    private static final GroupSettings SETTINGS = new GroupSettings(
            new AllAtOnceDispatcher(),
            new PlacementSettings(LOST, Optional.empty(), true),
            new UngatingSettings(true, WINDOW, Optional.empty(), UngatingSettings.DEFAULT_RETRY_INTERVAL));

    /** The local workload: in a life, and the check pending, where nothing else is said. */
    private record Local(
            String version,
            boolean exists,
            boolean evicted,
            CheckState check,
            Optional<String> placedOn,
            List<String> nominated) {

        static Local waiting() {
            return new Local("7", true, false, CheckState.PENDING, Optional.empty(), List.of());
        }

        Local offeredTo(String... clusters) {
            return new Local(version, exists, evicted, check, placedOn, List.of(clusters));
        }

        Local runsOn(String cluster) {
            return new Local(version, exists, evicted, CheckState.READY, Optional.of(cluster), List.of());
        }

        Local isEvicted() {
            return new Local(version, exists, true, check, placedOn, nominated);
        }

        Local isGone() {
            return new Local("", false, false, CheckState.PENDING, Optional.empty(), List.of());
        }

        Group with(ClusterView... clusters) {
            LocalWorkload local = new LocalWorkload(
                    "team/job-a",
                    version,
                    exists,
                    true,
                    exists ? Optional.of(RESERVED) : Optional.empty(),
                    evicted,
                    Optional.empty(),
                    check,
                    CheckMessage.NONE,
                    placedOn,
                    nominated,
                    nominated.isEmpty() ? Optional.empty() : Optional.of(RESERVED),
                    Optional.empty());
            return new Group(local, List.of(clusters));
        }
    }

    private static Local waiting() {
        return Local.waiting();
    }

    private static ClusterView cluster(String name, Remote remote, RemoteJob job) {
        return cluster(name, new Connection.Connected(), remote, job, Optional.empty());
    }

    private static ClusterView cluster(
            String name, Connection connection, Remote remote, RemoteJob job, Optional<JobReading> reading) {
        return new ClusterView(name, true, connection, remote, job, reading, Optional.empty());
    }

    private static ClusterView empty(String name) {
        return cluster(name, new Remote.Absent(), new RemoteJob.Absent());
    }

    private static ClusterView has(String name, Remote replica) {
        return cluster(name, replica, new RemoteJob.Absent());
    }

    private static Replica replica(boolean asks, boolean admitted, boolean evicted, Optional<Finish> finished) {
        Optional<Sighting> at = Optional.of(new Sighting(RESERVED.plusSeconds(1), RESERVED.plusSeconds(1)));
        return new Replica(
                "uid",
                "1",
                SpecMatch.SAME,
                new Gate.Closed(Optional.of(RESERVED)),
                asks ? at : Optional.empty(),
                admitted ? at : Optional.empty(),
                admitted ? Optional.of(RESERVED.plusSeconds(2)) : Optional.empty(),
                evicted,
                finished,
                Optional.empty());
    }

    private static final Replica GATED = replica(false, false, false, Optional.empty());
    private static final Replica ASKS = replica(true, false, false, Optional.empty());
    private static final Replica OPEN = new Replica(
            "uid",
            "1",
            SpecMatch.SAME,
            new Gate.Open(RESERVED.plusSeconds(1)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.empty());
    private static final Replica ADMITTED = replica(false, true, false, Optional.empty());
    private static final Replica EVICTED = replica(false, true, true, Optional.empty());
    private static final Replica FINISHED = replica(false, true, false, Optional.of(DONE));
    private static final RemoteJob OUR_JOB = new RemoteJob.Ours(RemoteJob.Run.CURRENT);

    private static ClusterView read(String name) {
        JobReading reading = new JobReading("uid in " + RESERVED, new JobReading.State.Ended(DONE));
        return cluster(name, new Connection.Connected(), FINISHED, OUR_JOB, Optional.of(reading));
    }

    private static ClusterView outOfReach(String name) {
        return cluster(name, new Connection.Disconnected(RESERVED), ADMITTED, OUR_JOB, Optional.empty());
    }

    static Stream<Arguments> cases() {
        return Stream.of(
                row("not offered yet", waiting().with(empty("a"), empty("b")), "ShowJobStopped", "Nominate [a, b]"),
                row(
                        "offered, nothing there",
                        waiting().offeredTo("a", "b").with(empty("a"), empty("b")),
                        "ShowJobStopped",
                        "WriteGates Idle",
                        "WriteClusters {a=[CreateReplica], b=[CreateReplica]}"),
                row(
                        "a replica asks",
                        waiting().offeredTo("a", "b").with(has("a", GATED), has("b", ASKS)),
                        "ShowJobStopped",
                        "WriteGates OpenGate",
                        "WriteClusters {}"),
                row(
                        "a replica asks while another one has its time slot: the check says so",
                        waiting().offeredTo("a", "b").with(has("a", OPEN), has("b", ASKS)),
                        "PatchWorkload SetCheck"),
                row(
                        "one is admitted",
                        waiting().offeredTo("a", "b").with(has("a", GATED), has("b", ADMITTED)),
                        "PatchWorkload DeclareWinner"),
                row(
                        "placed, no job yet",
                        waiting().runsOn("a").with(has("a", ADMITTED), has("b", GATED)),
                        "WriteGates Idle",
                        "WriteClusters {a=[CreateJob], b=[DeleteReplica]}"),
                row(
                        "it runs",
                        waiting().runsOn("a").with(cluster("a", ADMITTED, OUR_JOB), empty("b")),
                        "CopyJobStatus",
                        "WriteGates Idle",
                        "WriteClusters {}"),
                row(
                        "its cluster is out of reach",
                        waiting().runsOn("a").with(outOfReach("a"), empty("b")),
                        "WriteGates Idle",
                        "WriteClusters {}"),
                row(
                        "its cluster evicted it",
                        waiting().runsOn("a").with(cluster("a", EVICTED, OUR_JOB)),
                        "PatchWorkload SetCheck"),
                row(
                        "its replica finished",
                        waiting().runsOn("a").with(cluster("a", FINISHED, OUR_JOB)),
                        "WriteGates Idle",
                        "WriteClusters {a=[ReadJob]}"),
                row(
                        "its replica finished, and its job was read",
                        waiting().runsOn("a").with(read("a")),
                        "Finish"),
                row(
                        "its replica finished, its job was read, and another was seen late",
                        waiting().runsOn("a").with(read("a"), has("b", GATED)),
                        "Finish",
                        "WriteClusters {b=[DeleteReplica]}"),
                row(
                        "evicted here while placed",
                        waiting().runsOn("a").isEvicted().with(cluster("a", ADMITTED, OUR_JOB)),
                        "PatchWorkload ClearPlacement"),
                row(
                        "evicted here, leftovers there",
                        waiting().isEvicted().with(cluster("a", ADMITTED, OUR_JOB), has("b", GATED)),
                        "ShowJobStopped",
                        "WriteGates Idle",
                        "WriteClusters {a=[DeleteJob, DeleteReplica], b=[DeleteReplica]}"),
                row(
                        "gone here, leftovers there",
                        waiting().isGone().with(has("a", GATED)),
                        "ShowJobStopped",
                        "WriteClusters {a=[DeleteReplica]}"));
    }

    private static Arguments row(String title, Group group, String... steps) {
        return Arguments.of(title, group, List.of(steps));
    }

    private static List<String> words(GroupPlan plan) {
        return plan.steps().stream().map(GroupPlanTest::word).toList();
    }

    private static String word(GroupStep step) {
        String name = step.getClass().getSimpleName();
        return switch (step) {
            case GroupStep.PatchWorkload patch ->
                name + " " + patch.effect().getClass().getSimpleName();
            case GroupStep.Nominate nominate -> name + " " + nominate.clusters();
            case GroupStep.WriteGates gates ->
                name + " " + gates.decision().getClass().getSimpleName();
            case GroupStep.WriteClusters clusters ->
                name + " "
                        + new TreeMap<>(clusters.effects())
                                .entrySet().stream()
                                        .map(one -> one.getKey() + "="
                                                + one.getValue().stream()
                                                        .map(effect -> effect.getClass()
                                                                .getSimpleName())
                                                        .toList())
                                        .collect(Collectors.joining(", ", "{", "}"));
            case GroupStep.Finish finish -> name;
            case GroupStep.CopyJobStatus copy -> name;
            case GroupStep.ShowJobStopped stopped -> name;
        };
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void stepsInTheirOrder(String title, Group group, List<String> steps) {
        assertThat(words(GroupPlan.of(group, SETTINGS, NO_WRITES, NOW))).isEqualTo(steps);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void whatCannotRunElsewhereIsRejectedUntilItIsPlaced(String title, Group group, List<String> steps) {
        Group refused = new Group(group.local(), group.clusters(), Optional.of(Message.of("not ours")));
        boolean awaitsPlacement = group.local().exists()
                && !group.local().evicted()
                && group.local().check() == CheckState.PENDING;

        GroupPlan plan = GroupPlan.of(refused, SETTINGS, NO_WRITES, NOW);

        assertThat(words(plan)).isEqualTo(awaitsPlacement ? List.of("PatchWorkload SetCheck") : steps);
        assertThat(plan.placement().isPresent()).isEqualTo(!awaitsPlacement);
    }

    @Test
    void nothingIsDecidedAboutGatesWhileOneIsBeingWritten() {
        Group group = waiting().offeredTo("a").with(has("a", ASKS));
        UngatingDecision first =
                NO_WRITES.decide(group, SETTINGS.ungating(), NOW).orElseThrow();
        GateStep.Remember step = (GateStep.Remember) GateStep.of(first, NOW);

        GroupPlan plan = GroupPlan.of(group, SETTINGS, NO_WRITES.begun(step.orders()), NOW);

        assertThat(words(plan)).containsExactly("ShowJobStopped", "WriteClusters {}");
    }

    @Test
    void theEarliestTimeAtWhichSomethingChangesCounts() {
        Group lost = waiting().runsOn("a").with(outOfReach("a"));
        assertThat(GroupPlan.of(lost, SETTINGS, NO_WRITES, NOW).requeueAt()).contains(RESERVED.plus(LOST));

        Group asks = waiting().offeredTo("a").with(has("a", ASKS));
        assertThat(GroupPlan.of(asks, SETTINGS, NO_WRITES, NOW).requeueAt()).contains(NOW.plus(WINDOW));

        Group idle = waiting().offeredTo("a").with(has("a", GATED));
        assertThat(GroupPlan.of(idle, SETTINGS, NO_WRITES, NOW).requeueAt()).isEmpty();
    }

    @Test
    void equalInputsGiveEqualPlans() {
        Group group = waiting().offeredTo("a", "b").with(has("a", ASKS), has("b", GATED));

        assertThat(GroupPlan.of(group, SETTINGS, NO_WRITES, NOW))
                .isEqualTo(GroupPlan.of(group, SETTINGS, NO_WRITES, NOW));
    }
}
