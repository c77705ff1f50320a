package dev.turnstile.core.placement;

import static dev.turnstile.core.dispatch.ClusterBuilder.cluster;
import static dev.turnstile.core.dispatch.GroupBuilder.aWaitingWorkload;
import static dev.turnstile.core.dispatch.GroupBuilder.offeredTo;
import static dev.turnstile.core.dispatch.GroupBuilder.placedOn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.GroupBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What of a group is no more than a step under way, and what is a fault if it stays. */
class GroupFaultTest {
    private static final String B_AT_NOON =
            "cluster=b;at=2026-01-01T12:00:00.5Z;replica=uid-b;life=2026-01-01T12:00:00Z";

    private static List<GroupFault> faults(GroupBuilder story) {
        return GroupFault.of(story.group(), true, true);
    }

    static Stream<Arguments> faulty() {
        return Stream.of(
                Arguments.of(
                        GroupFault.Kind.REPLICA_WITHOUT_OWNER,
                        aWaitingWorkload().deleted().clusters(cluster("a").closed())),
                Arguments.of(
                        GroupFault.Kind.REPLICA_WITHOUT_OWNER,
                        placedOn("b")
                                .clusters(
                                        cluster("a").closed(),
                                        cluster("b").admitted("12:00:05").ourJob())),
                Arguments.of(
                        GroupFault.Kind.REPLICA_WITHOUT_OWNER,
                        placedOn("a").finished().clusters(cluster("a").admitted("12:00:05"))),
                Arguments.of(
                        GroupFault.Kind.GATE_NOT_REMEMBERED,
                        offeredTo(cluster("a").open("12:00:00"))),
                Arguments.of(
                        GroupFault.Kind.GATE_NOT_REMEMBERED,
                        offeredTo(cluster("a").open("12:00:01"), cluster("b").closed())
                                .remembers(B_AT_NOON)),
                Arguments.of(
                        GroupFault.Kind.JOB_WITHOUT_REPLICA,
                        offeredTo(cluster("a").ourJob())));
    }

    @ParameterizedTest
    @MethodSource("faulty")
    void one_fault_is_found(GroupFault.Kind kind, GroupBuilder story) {
        assertThat(faults(story))
                .singleElement()
                .satisfies(fault -> assertThat(fault.kind()).isEqualTo(kind))
                .satisfies(fault -> assertThat(fault.cluster()).isEqualTo("a"));
    }

    static Stream<GroupBuilder> sound() {
        return Stream.of(
                offeredTo(cluster("a").closed(), cluster("b").open("12:00:00")).remembers(B_AT_NOON),
                offeredTo(cluster("a").open("11:55:00"), cluster("b").open("12:03:00"))
                        .remembers(B_AT_NOON),
                offeredTo(cluster("a").open("12:01:00"))
                        .remembers("feature=off;at=2026-01-01T12:00:00Z;life=2026-01-01T12:00:00Z"),
                placedOn("a").clusters(cluster("a").admitted("12:00:05").ourJob(), cluster("b")),
                placedOn("a")
                        .clusters(
                                cluster("a").admitted("12:00:05").ourJob(),
                                cluster("b").closed().ourJob().disconnected("12:00:00")),
                offeredTo(cluster("a").foreignJob("Job team/a"), cluster("b").foreign("Workload team/job-a")));
    }

    @ParameterizedTest
    @MethodSource("sound")
    void what_is_as_it_should_be_is_none(GroupBuilder story) {
        assertThat(faults(story)).isEmpty();
    }

    @Test
    void a_workload_that_holds_quota_has_to_be_decided_about() {
        assertThat(GroupFault.of(aWaitingWorkload().group(), false, true))
                .extracting(GroupFault::kind)
                .containsExactly(GroupFault.Kind.UNDECIDED);
        assertThat(GroupFault.of(aWaitingWorkload().withoutReservation().group(), false, true))
                .isEmpty();
    }

    @Test
    void gates_that_mean_nothing_need_not_be_remembered() {
        assertThat(GroupFault.of(offeredTo(cluster("a").open("12:00:00")).group(), true, false))
                .isEmpty();
    }
}
