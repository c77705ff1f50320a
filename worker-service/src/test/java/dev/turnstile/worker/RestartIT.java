package dev.turnstile.worker;

import static dev.turnstile.worker.WorkerCluster.condition;
import static dev.turnstile.worker.WorkerCluster.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.informer.ApiResource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Workers that are killed, and workers that are two. */
@Timeout(900)
class RestartIT {
    /** Long enough for a busy machine to renew it in time. */
    private static final Duration LEASE = Duration.ofSeconds(12);

    private static final Duration RENEWED = Duration.ofSeconds(3);
    private static final String LEASES =
            "leaderElection: {leaderElect: true, leaseDuration: 12s, renewDeadline: 8s, retryPeriod: 3s}";
    private static final int FEWEST_WRITES = 8;
    private static final int MOST_WRITES = 40;

    /** One worker after the other is killed one write later than the one before, until a preemption needs no more. */
    @Test
    void aPreemptionIsCarriedOnFromWhicheverWriteWasTheLast() {
        try (WorkerCluster cluster = WorkerCluster.chosen("leaderElection: {leaderElect: false}")) {
            cluster.queue("4", "preemption: {withinClusterQueue: LowerPriority},");
            cluster.create(WorkerCluster.PRIORITY, "", "{metadata: {name: high}, value: 1000}");
            int writes = 0;
            boolean interrupted = true;
            while (interrupted && writes < MOST_WRITES) {
                writes += 1;
                interrupted = aPreemptionCutOffAfter(writes, cluster);
            }
            assertThat(writes).as("writes that a preemption takes").isBetween(FEWEST_WRITES, MOST_WRITES - 1);
        }
    }

    /**
     * Whether the cut came before the preemption was over; how many writes it takes depends on how many fall together.
     */
    private static boolean aPreemptionCutOffAfter(int writes, WorkerCluster cluster) {
        String low = "low-" + writes;
        String high = "high-" + writes;
        cluster.job(low, 3, "", "");
        cluster.eventuallyRuns(low);
        cluster.eventuallyUsed("3");
        cluster.wire().cutAfterWrites(writes);
        cluster.job(high, 3, ", kueue.x-k8s.io/priority-class: high", "");
        eventually(
                "the worker is cut off, or all is done",
                () -> cluster.wire().isCut() || (cluster.runs(high) && waits(cluster, low)));
        boolean interrupted = cluster.wire().isCut();

        cluster.restartWorker();

        cluster.eventuallyRuns(high);
        eventually("the victim waits", () -> waits(cluster, low));
        cluster.eventuallyUsed("3");
        // The victim first: else it would be admitted once more.
        for (String job : List.of(low, high)) {
            String workload =
                    cluster.workloadOf(job).path("metadata").path("name").asString();
            cluster.delete(ApiResource.JOB, "team", job);
            eventually(job + " is over", () -> isOver(cluster, workload));
        }
        cluster.eventuallyUsed("0");
        return interrupted;
    }

    /** A garbage collector may take its time. */
    private static boolean isOver(WorkerCluster cluster, String workload) {
        JsonNode found = cluster.find(WorkerCluster.WORKLOAD, "team", workload);
        return found.isMissingNode() || condition(found, "Finished").startsWith("True");
    }

    private static boolean waits(WorkerCluster cluster, String job) {
        return cluster.jobNamed(job).path("spec").path("suspend").asBoolean(false)
                && condition(cluster.workloadOf(job), "QuotaReserved").startsWith("False WaitingForQuota")
                && condition(cluster.workloadOf(job), "Preempted").startsWith("True InClusterQueue");
    }

    @Test
    void ofTwoOnlyTheLeaderWritesAndTheOtherTakesOverWhenItIsGone() {
        try (WorkerCluster cluster = WorkerCluster.chosen(LEASES)) {
            cluster.queue("4", "");
            Wire wire = new Wire();
            try (WorkerRuntime standby = cluster.anotherWorker(wire)) {
                eventually("the other has read everything", standby::synced);
                cluster.job("one", 2, "", "");
                cluster.eventuallyRuns("one");
                cluster.eventuallyUsed("2");
                assertThat(standby.active()).isFalse();
                assertThat(wire.sent(request -> request.writes() && !request.renewsLease()))
                        .as("writes of the one that does not lead")
                        .isEmpty();

                // Away for a while when its next renewal would have been due.
                eventually(
                        "a renewal was a while ago", () -> sinceRenewal(cluster).compareTo(RENEWED.dividedBy(2)) > 0);
                Instant end = Instant.now();
                cluster.wire().cut();
                cluster.job("two", 2, "", "");

                eventually("the other leads", standby::active);
                assertThat(Duration.between(end, Instant.now())).isLessThan(LEASE);
                cluster.eventuallyRuns("two");
                assertThat(cluster.worker().leading()).isFalse();
                cluster.eventuallyUsed("4");
                cluster.job("three", 1, "", "");
                cluster.eventuallyWaits("three", "WaitingForQuota");
            }
        }
    }

    private static Duration sinceRenewal(WorkerCluster cluster) {
        List<Wire.Sent> renewals = cluster.wire().sent(request -> request.renewsLease() && request.writes());
        return Duration.between(renewals.getLast().at(), Instant.now());
    }

    @Test
    void aLeaseThatIsGivenBackIsTakenAtOnce() {
        try (WorkerCluster cluster = WorkerCluster.chosen(LEASES)) {
            cluster.queue("4", "");
            try (WorkerRuntime standby = cluster.anotherWorker(new Wire())) {
                eventually("the other has read everything", standby::synced);
                cluster.stopWorker();
                Instant end = Instant.now();
                eventually("the other leads", standby::active);
                assertThat(Duration.between(end, Instant.now()))
                        .as("at its next look, long before the lease would have been over")
                        .isLessThan(RENEWED.multipliedBy(2));
                cluster.job("one", 1, "", "");
                cluster.eventuallyRuns("one");
            }
        }
    }

    /** Its watches are open and tell nothing, which only the one who leads would notice. */
    @Test
    void whoTakesOverHasReadWhatTheLastOneWrote() {
        try (WorkerCluster cluster = WorkerCluster.chosen(LEASES)) {
            cluster.queue("4", "");
            Wire wire = new Wire();
            try (WorkerRuntime standby = cluster.anotherWorker(wire)) {
                eventually("the other has read everything", standby::synced);
                wire.silenceWatches();
                cluster.job("one", 3, "", "");
                cluster.eventuallyRuns("one");
                wire.clear();

                cluster.stopWorker();
                eventually("the other leads", standby::active);
                cluster.job("two", 3, "", "");
                cluster.eventuallyWaits("two", "WaitingForQuota");

                cluster.eventuallyRuns("one");
                assertThat(wire.sent(request -> request.method().equals("PATCH")
                                && request.path().endsWith("/jobs/one")))
                        .as("a job that runs is not stopped by one who did not see it begin")
                        .isEmpty();
            }
        }
    }
}
