package dev.turnstile.manager.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.turnstile.manager.console.ConsoleView.TrailLine;
import dev.turnstile.manager.console.WorkloadView.FlavorLine;
import dev.turnstile.manager.console.WorkloadView.HistoryLine;
import dev.turnstile.manager.console.WorkloadView.Place;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.Workload;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadPictureTest {
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    @Test
    void everyFlavorSaysWhatIsWantedWhatIsThereAndWhatFollows() {
        var queue = ConsoleObjects.clusterQueue("""
            metadata: {name: team}
            spec:
              resourceGroups:
              - coveredResources: [cpu, memory]
                flavors:
                - name: spot
                  resources: [{name: cpu, nominalQuota: 8}, {name: memory, nominalQuota: 4Gi}]
                - name: reserved
                  resources: [{name: cpu, nominalQuota: 2}, {name: memory, nominalQuota: 64Gi}]
            status:
              flavorsReservation:
              - {name: spot, resources: [{name: cpu, total: 6500m}, {name: memory, total: 1Gi}]}
            """);
        var workload = pending("PreemptionGated", "{cpu: 4, memory: 2Gi, example.com/gpu: 1}");

        assertThat(place(workload, queue).flavors())
                .extracting(
                        FlavorLine::flavor,
                        FlavorLine::resource,
                        FlavorLine::wanted,
                        FlavorLine::free,
                        FlavorLine::says,
                        FlavorLine::mood)
                .containsExactlyInAnyOrder(
                        tuple("spot", "cpu", "4", "1500m", "2500m more needed", "warn"),
                        tuple("reserved", "cpu", "4", "2", "never fits: there are 2 at most", "bad"),
                        tuple("spot", "memory", "2Gi", "3Gi", "there is enough", "good"),
                        tuple("reserved", "memory", "2Gi", "64Gi", "there is enough", "good"),
                        tuple("", "example.com/gpu", "1", "", "no flavor of ClusterQueue team has any", "bad"));
    }

    @Test
    void whatTheCohortHasCountsAsFarAsItMayBeBorrowed() {
        var borrower = ConsoleObjects.clusterQueue("""
            metadata: {name: team}
            spec:
              cohortName: all
              resourceGroups:
              - coveredResources: [cpu]
                flavors: [{name: default, resources: [{name: cpu, nominalQuota: 1, borrowingLimit: 2}]}]
            """);
        var lender = ConsoleObjects.clusterQueue("""
            metadata: {name: other}
            spec:
              cohortName: all
              resourceGroups:
              - coveredResources: [cpu]
                flavors: [{name: default, resources: [{name: cpu, nominalQuota: 9}]}]
            """);

        assertThat(place(pending("WaitingForQuota", "{cpu: 4}"), borrower, lender)
                        .flavors())
                .extracting(FlavorLine::free, FlavorLine::says)
                .containsExactly(tuple("3", "never fits: there are 3 at most"));
    }

    @ParameterizedTest
    @CsvSource({
        "PreemptionGated, waits for its gate, warn",
        "WaitingForPreemptedWorkloads, preempting, warn",
        "WaitingForQuota, waits, warn",
        "ExceedsMaxQuota, never fits, bad",
        "NoMatchingFlavor, never fits, bad",
        "Suspended, held up, bad",
        "AdmissionConstrained, constrained, warn"
    })
    void theReasonIsSaidInAWord(String reason, String state, String mood) {
        var place = place(pending(reason, "{cpu: 1}"));

        assertThat(place.state()).isEqualTo(state);
        assertThat(place.mood()).isEqualTo(mood);
        assertThat(place.says()).endsWith(".");
    }

    @Test
    void aLostClusterShowsWhatWasSeenLastAndSaysSo() {
        var sight = sight(pending("WaitingForQuota", "{cpu: 1}")).through(false, "connection refused");

        var place = drawn(sight).places().getFirst();

        assertThat(place.state()).isEqualTo("not connected");
        assertThat(place.says()).startsWith("It was like this when the cluster was last seen");
        assertThat(place.reasons()).startsWith("connection refused");
    }

    @Test
    void aClusterWithoutAReplicaIsThereAsWell() {
        var place = drawn(Sight.nothing("west", true, "", "Workload team/a is in the way, which is not ours"))
                .places()
                .getFirst();

        assertThat(place.state()).isEqualTo("no replica");
        assertThat(place.says()).contains("is in the way");
    }

    @Test
    void whereItStandsInLineIsSaid() {
        var sight = new Sight(
                "east",
                true,
                "",
                pending("WaitingForQuota", "{cpu: 1}"),
                "",
                Optional.empty(),
                Optional.of(new Sight.Line(3, 12)));

        assertThat(drawn(sight).places().getFirst().line()).isEqualTo("number 3 of 12 waiting");
    }

    @Test
    void theHistoryHasWhatWasDecidedAndWhatEveryClusterSays() {
        var decided = new TrailLine(NOON.plusSeconds(60), "opening the gate on \"east\"");
        var view = WorkloadPicture.of(
                "team/a",
                pending("WaitingForQuota", "{cpu: 1}"),
                "team",
                Optional.of("offered to east"),
                List.of(sight(pending("WaitingForQuota", "{cpu: 1}"))),
                List.of(decided));

        assertThat(view.says()).isEqualTo("offered to east");
        assertThat(view.history())
                .extracting(HistoryLine::where, HistoryLine::says)
                .containsExactly(
                        tuple("", "opening the gate on \"east\""),
                        tuple("east", "QuotaReserved is false: the scheduler's words"));
    }

    private static Workload pending(String reason, String requests) {
        return ConsoleObjects.workload("""
            metadata: {namespace: team, name: a, creationTimestamp: "2026-11-18T11:59:00Z"}
            spec:
              queueName: main
              priority: 10
              podSets: [{name: main, count: 1}]
              preemptionGates: [{name: kueue.x-k8s.io/multikueue}]
            status:
              resourceRequests: [{name: main, resources: %2$s}]
              conditions:
              - type: QuotaReserved
                status: "False"
                reason: %1$s
                message: the scheduler's words
                lastTransitionTime: "2026-11-18T12:00:00Z"
            %3$s
            """.formatted(reason, requests, reason.equals("PreemptionGated") ? """
                  - type: PreemptionBlocked
                    status: "True"
                    reason: PreemptionGated
                    message: gated
                    lastTransitionTime: "2026-11-18T12:00:00Z"
                """ : ""));
    }

    private static Place place(Workload workload, ClusterQueue... queues) {
        var picture = new QueuePicture(List.of(queues), List.of());
        return drawn(new Sight("east", true, "", workload, "", picture.room("team"), Optional.empty()))
                .places()
                .getFirst();
    }

    private static Sight sight(Workload workload) {
        return new Sight("east", true, "", workload, "", Optional.empty(), Optional.empty());
    }

    private static WorkloadView drawn(Sight sight) {
        return WorkloadPicture.of(
                "team/a", pending("WaitingForQuota", "{cpu: 1}"), "team", Optional.empty(), List.of(sight), List.of());
    }
}
