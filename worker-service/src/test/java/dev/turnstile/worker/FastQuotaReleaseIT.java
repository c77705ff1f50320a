package dev.turnstile.worker;

import static dev.turnstile.worker.PodCluster.condition;
import static dev.turnstile.worker.WorkerCluster.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.testing.TestCluster;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * KEP-6143's test plan. Containers' time runs ten times as fast as the clock, so that those who wait for the end of
 * pods need not wait long; where nobody waits for it, pods take a minute of the clock.
 */
@Timeout(300)
@ResourceLock("shared cluster") // One worker at a time manages all of it.
class FastQuotaReleaseIT {
    private static final int QUEUES = 5;
    /** A minute by the clock. */
    private static final int MINUTE = 60 * TestCluster.SPEED;

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** Longer than any of them takes, so that it is the pod's own end that counts. */
    private static final String PATIENT = "]\n  terminationGracePeriodSeconds: 900";

    /** Borrowing pods, the first of which takes that long to end, and each further one that much longer. */
    private static void borrowers(PodCluster cluster, int seconds, int later) {
        cluster.flavor();
        cluster.queue("borrower", "0", "cohortName: %s,".formatted(cluster.own("all")));
        for (int i = 0; i < QUEUES; i++) {
            cluster.queue(
                    "owner-" + i,
                    "1",
                    "cohortName: %s, preemption: {reclaimWithinCohort: Any},".formatted(cluster.own("all")));
        }
        for (int i = 0; i < QUEUES; i++) {
            cluster.pod("borrowed-" + i, "borrower", "1", "", slowly(seconds + i * later), PATIENT);
        }
        for (int i = 0; i < QUEUES; i++) {
            cluster.eventuallyRuns("borrowed-" + i);
        }
    }

    private static String slowly(int seconds) {
        return "embedded.turnstile.dev/terminates-after: " + seconds + "s";
    }

    /** One after the other asks for what is its own: who asks later finds a victim that is ending already. */
    private static void reclaim(PodCluster cluster) {
        for (int i = 0; i < QUEUES; i++) {
            String pod = "reclaims-" + i;
            cluster.pod(pod, "owner-" + i, "1", "", "", "");
            eventually(
                    pod + " was looked at",
                    () -> !condition(cluster.workloadOf(pod), "QuotaReserved").isEmpty());
        }
    }

    private static List<String> admitted(PodCluster cluster) {
        return IntStream.range(0, QUEUES)
                .mapToObj(i -> "reclaims-" + i)
                .filter(pod -> condition(cluster.workloadOf(pod), "Admitted").startsWith("True"))
                .toList();
    }

    private static boolean allTerminate(PodCluster cluster) {
        return IntStream.range(0, QUEUES)
                .allMatch(i -> PodCluster.running(cluster.pod("borrowed-" + i))
                        && cluster.pod("borrowed-" + i).path("metadata").has("deletionTimestamp"));
    }

    @Test
    void withTheFeatureFiveQueuesReclaimBeforeTheFirstPodEnds() {
        try (var cluster = new PodCluster("fast", "PodIntegrationFastQuotaRelease: true")) {
            borrowers(cluster, MINUTE, 0);
            reclaim(cluster);
            eventually("all five are admitted", () -> admitted(cluster).size() == QUEUES);
            assertThat(allTerminate(cluster)).as("no victim has ended yet").isTrue();
        }
    }

    @Test
    void withoutTheFeatureTheyAreAdmittedOneAfterAnotherAsVictimsEnd() {
        try (var cluster = new PodCluster("slow", "PodIntegrationFastQuotaRelease: false")) {
            borrowers(cluster, 80, 40);
            reclaim(cluster);
            Set<Integer> counts = new TreeSet<>();
            eventually("all five are admitted in the end", PATIENCE, () -> {
                // In this order: what ends meanwhile makes the second number larger, never smaller.
                int admitted = admitted(cluster).size();
                int ended = QUEUES - borrowersLeft(cluster);
                assertThat(admitted)
                        .as("admitted, while %d victims have ended", ended)
                        .isLessThanOrEqualTo(ended);
                counts.add(admitted);
                return admitted == QUEUES;
            });
            assertThat(counts).as("how many were admitted, from look to look").containsExactly(0, 1, 2, 3, 4, 5);
        }
    }

    private static int borrowersLeft(PodCluster cluster) {
        return (int) IntStream.range(0, QUEUES)
                .filter(i -> PodCluster.running(cluster.pod("borrowed-" + i)))
                .count();
    }

    @Test
    void aDeletedPodGivesItsQuotaBackAtOnceOnlyWithTheFeature() {
        try (var cluster = new PodCluster("deleted", "")) {
            cluster.flavor();
            cluster.queue("main", "1", "");
            cluster.pod("first", "main", "1", "", slowly(MINUTE), "");
            cluster.eventuallyRuns("first");
            cluster.pod("second", "main", "1", "", "", "");
            cluster.delete(PodCluster.POD, "first", "gracePeriodSeconds: 900");
            cluster.eventuallyRuns("second");
            assertThat(PodCluster.running(cluster.pod("first"))).isTrue();
        }
        try (var cluster = new PodCluster("kept", "PodIntegrationFastQuotaRelease: false")) {
            cluster.flavor();
            cluster.queue("main", "1", "");
            cluster.pod("first", "main", "1", "", slowly(20), "");
            cluster.eventuallyRuns("first");
            cluster.pod("second", "main", "1", "", "", "");
            cluster.delete(PodCluster.POD, "first", "gracePeriodSeconds: 20");
            eventually("first ends", () -> {
                boolean runs = PodCluster.running(cluster.pod("first"));
                boolean admitted =
                        condition(cluster.workloadOf("second"), "Admitted").startsWith("True");
                assertThat(runs && admitted && PodCluster.running(cluster.pod("first")))
                        .as("both have quota")
                        .isFalse();
                return !runs;
            });
            cluster.eventuallyRuns("second");
        }
    }

    @Test
    void aGroupGivesItsQuotaBackOnceAllItsPodsTerminate() {
        try (var cluster = new PodCluster("mixed", "PodIntegrationFastQuotaRelease: true")) {
            cluster.flavor();
            cluster.queue("main", "2", "");
            cluster.member("grp", 2, "g1", "1", slowly(MINUTE));
            cluster.member("grp", 2, "g2", "1", slowly(MINUTE));
            cluster.eventuallyRuns("g1");
            cluster.eventuallyRuns("g2");
            cluster.delete(PodCluster.POD, "g1", "gracePeriodSeconds: 900");
            cluster.eventuallySays("grp", "WaitingForReplacementPods", "True PodsFailed");
            eventually("the group keeps its quota", () -> cluster.used("main").equals("2"));
            cluster.delete(PodCluster.POD, "g2", "gracePeriodSeconds: 900");
            cluster.eventuallySays("grp", "Finished", "True OwnerNotFound");
            eventually("quota is back", () -> cluster.used("main").equals("0"));
            assertThat(PodCluster.running(cluster.pod("g2"))).isTrue();
        }
    }

    @Test
    void aPreemptedGroupIsReadmittedWhileItsFormerPodsStillTerminate() {
        try (var cluster = new PodCluster("back", "PodIntegrationFastQuotaRelease: true")) {
            cluster.flavor();
            cluster.queue("main", "2", "preemption: {withinClusterQueue: LowerPriority},");
            cluster.create(PodCluster.PRIORITY, "{metadata: {name: %s}, value: 100}".formatted(cluster.own("high")));
            member(cluster, "l1");
            member(cluster, "l2");
            cluster.eventuallyRuns("l1");
            cluster.eventuallyRuns("l2");
            cluster.pod("top", "main", "2", "kueue.x-k8s.io/priority-class: " + cluster.own("high"), "", "");
            cluster.eventuallyRuns("top");
            member(cluster, "l1b");
            member(cluster, "l2b");
            cluster.ends("top", "Succeeded");

            cluster.eventuallyRuns("l1b");
            cluster.eventuallyRuns("l2b");
            for (String former : List.of("l1", "l2")) {
                assertThat(PodCluster.running(cluster.pod(former))).as(former).isTrue();
                assertThat(cluster.pod(former).path("metadata").has("deletionTimestamp"))
                        .as(former)
                        .isTrue();
            }
        }
    }

    private static void member(PodCluster cluster, String name) {
        cluster.pod(
                name,
                "main",
                "1",
                "kueue.x-k8s.io/pod-group-name: low",
                "kueue.x-k8s.io/pod-group-total-count: '2', " + slowly(MINUTE),
                PATIENT);
    }
}
