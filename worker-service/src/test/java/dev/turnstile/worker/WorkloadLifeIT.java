package dev.turnstile.worker;

import static dev.turnstile.worker.WorkerCluster.CHECK;
import static dev.turnstile.worker.WorkerCluster.CLUSTER_QUEUE;
import static dev.turnstile.worker.WorkerCluster.FLAVOR;
import static dev.turnstile.worker.WorkerCluster.WORKLOAD;
import static dev.turnstile.worker.WorkerCluster.condition;
import static dev.turnstile.worker.WorkerCluster.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.service.informer.ApiResource;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** What befalls a Workload between its creation and its end, with everybody else played by hand. */
@Timeout(300)
class WorkloadLifeIT {
    private static final String CHECKED = "admissionChecksStrategy: {admissionChecks: [{name: prov}]},";

    private static void check(WorkerCluster cluster) {
        cluster.create(CHECK, "", "{metadata: {name: prov}, spec: {controllerName: example.com/ctl}}");
        cluster.patchStatus(
                CHECK,
                "",
                "prov",
                "{status: {conditions: [{type: Active, status: 'True', reason: Active, message: works,"
                        + " lastTransitionTime: '2026-11-18T12:00:00Z'}]}}");
    }

    private static void answer(WorkerCluster cluster, String job, String state) {
        String name = cluster.workloadOf(job).path("metadata").path("name").asString();
        cluster.patchStatus(
                WORKLOAD,
                "team",
                name,
                "{status: {admissionChecks: [{name: prov, message: words, lastTransitionTime: '2026-11-18T12:00:00Z', "
                        + state + "}]}}");
    }

    private static void eventuallyReserved(WorkerCluster cluster, String job) {
        eventually(
                job + " waits for its check",
                () -> condition(cluster.workloadOf(job), "QuotaReserved").startsWith("True")
                        && condition(cluster.workloadOf(job), "Admitted")
                                .equals("False UnsatisfiedAdmissionChecks The workload has not all checks ready"));
    }

    private static JsonNode prov(WorkerCluster cluster, String job) {
        return cluster.workloadOf(job).path("status").path("admissionChecks").path(0);
    }

    @Test
    void aCheckSendsItsWorkloadBackAndThenLetsItRunWithWhatItAdds() {
        try (WorkerCluster cluster = WorkerCluster.withIdleNodes("");
                History history = new History(cluster.api(), WORKLOAD)) {
            check(cluster);
            cluster.queue("4", CHECKED);
            cluster.job("one", 1, "", "");
            eventuallyReserved(cluster, "one");

            answer(cluster, "one", "state: Retry, requeueAfterSeconds: 5");
            history.eventually(
                    "it stays away",
                    cluster.workloadOf("one").path("metadata").path("name").asString(),
                    state -> state.path("status").path("requeueState").has("requeueAt"));
            eventually(
                    "it comes back",
                    () -> condition(cluster.workloadOf("one"), "Requeued")
                                    .equals("True BackoffFinished The workload backoff was finished")
                            && condition(cluster.workloadOf("one"), "QuotaReserved")
                                    .startsWith("True"));
            assertThat(prov(cluster, "one").path("retryCount").asInt()).isEqualTo(1);
            assertThat(prov(cluster, "one").path("message").asString())
                    .isEqualTo("Reset to Pending after eviction. Previously: Retry");
            eventually(
                    "its job is told",
                    () -> cluster.eventExists(
                            "Job", event -> event.path("reason").asString("").equals("UpdatedAdmissionCheck")));

            answer(
                    cluster,
                    "one",
                    "state: Ready, podSetUpdates: [{name: main, labels: {example.com/l: v}, nodeSelector: {pool:"
                            + " p1}}]");
            cluster.eventuallyRuns("one");
            JsonNode template = cluster.jobNamed("one").path("spec").path("template");
            assertThat(template.path("metadata")
                            .path("labels")
                            .path("example.com/l")
                            .asString(""))
                    .isEqualTo("v");
            assertThat(template.path("spec").path("nodeSelector").path("pool").asString(""))
                    .isEqualTo("p1");

            answer(cluster, "one", "state: Rejected");
            eventually(
                    "it is deactivated",
                    () -> condition(cluster.workloadOf("one"), "QuotaReserved")
                            .equals("False Deactivated The workload is deactivated"));
            assertThat(condition(cluster.workloadOf("one"), "Requeued"))
                    .isEqualTo(
                            "False DeactivatedDueToAdmissionCheck The workload is deactivated due to AdmissionCheck in"
                                    + " Rejected state: \"prov\" (words)");
            assertThat(cluster.jobNamed("one")
                            .path("spec")
                            .path("template")
                            .path("metadata")
                            .path("labels")
                            .has("example.com/l"))
                    .isFalse();

            cluster.patch(
                    WORKLOAD,
                    "team",
                    cluster.workloadOf("one").path("metadata").path("name").asString(),
                    "{spec: {active: true}}");
            eventually(
                    "a user brings it back",
                    () -> condition(cluster.workloadOf("one"), "Requeued")
                                    .equals("True Reactivated The workload was reactivated")
                            && condition(cluster.workloadOf("one"), "QuotaReserved")
                                    .startsWith("True"));
        }
    }

    @Test
    void checksThatContradictEachOtherEndIt() {
        try (WorkerCluster cluster = WorkerCluster.withIdleNodes("")) {
            check(cluster);
            cluster.queue("4", CHECKED);
            cluster.create(
                    ApiResource.JOB,
                    "team",
                    "{metadata: {name: one, namespace: team, labels: {kueue.x-k8s.io/queue-name: main}}, spec:"
                        + " {suspend: true, template: {metadata: {labels: {example.com/l: '1'}}, spec: {restartPolicy:"
                        + " Never, containers: [{name: c, image: 'example.com/app:1', resources: {requests: {cpu:"
                        + " '1'}}}]}}}}");
            eventuallyReserved(cluster, "one");

            answer(cluster, "one", "state: Ready, podSetUpdates: [{name: main, labels: {example.com/l: '2'}}]");

            eventually(
                    "it cannot be started",
                    () -> condition(cluster.workloadOf("one"), "Finished")
                            .equals("True FailedToStart in admission check \"prov\": invalid admission check"
                                    + " PodSetUpdate: conflict for labels: conflict for key=example.com/l, value1=1,"
                                    + " value2=2"));
        }
    }

    @Test
    void whatWasAdmittedToAFlavorThatIsNotThereStartsWhenItComes() {
        try (WorkerCluster cluster = WorkerCluster.withIdleNodes("")) {
            check(cluster);
            cluster.queue("4", CHECKED);
            cluster.job("one", 1, "", "");
            eventuallyReserved(cluster, "one");
            cluster.delete(FLAVOR, "", "default");
            cluster.patch(FLAVOR, "", "default", "{metadata: {finalizers: null}}");
            answer(cluster, "one", "state: Ready");
            eventually(
                    "it is admitted",
                    () -> condition(cluster.workloadOf("one"), "Admitted").startsWith("True"));

            cluster.flavor();

            cluster.eventuallyRuns("one");
            assertThat(cluster.jobNamed("one")
                            .path("spec")
                            .path("template")
                            .path("spec")
                            .path("nodeSelector")
                            .path("instance")
                            .asString(""))
                    .isEqualTo("on-demand");
        }
    }

    @Test
    void aCheckIsKeptWhileAQueueNamesIt() {
        try (WorkerCluster cluster = WorkerCluster.withIdleNodes("")) {
            check(cluster);
            cluster.queue("4", CHECKED);
            eventually(
                    "it is held",
                    () -> cluster.get(CHECK, "", "prov")
                                    .path("metadata")
                                    .path("finalizers")
                                    .size()
                            == 1);
            cluster.delete(CHECK, "", "prov");
            cluster.patch(CLUSTER_QUEUE, "", "cq", "{spec: {admissionChecksStrategy: null}}");
            eventually("it is let go", () -> cluster.missing(CHECK, "", "prov"));
        }
    }

    @Test
    void podsThatDoNotComeAreNotWaitedForForever() {
        String settings = """
            waitForPodsReady: {timeout: 1s, requeuingStrategy: {backoffBaseSeconds: 1, backoffLimitCount: 1}}
            objectRetentionPolicies: {workloads: {afterDeactivatedByKueue: 1s}}
            """;
        try (WorkerCluster cluster = WorkerCluster.withIdleNodes(settings);
                History history = new History(cluster.api(), WORKLOAD)) {
            cluster.queue("4", "");
            cluster.job("stuck", 1, "", "");
            eventually("its job is gone", () -> cluster.missing(ApiResource.JOB, "team", "stuck"));

            String name = history.only();
            history.eventually(
                    "it is evicted, and counted",
                    name,
                    state -> condition(state, "Evicted")
                                    .equals("True PodsReadyTimeout Exceeded the PodsReady timeout team/" + name)
                            && state.path("status")
                                            .path("requeueState")
                                            .path("count")
                                            .asInt(0)
                                    == 1);
            history.eventually(
                    "it comes back", name, state -> condition(state, "Requeued").startsWith("True BackoffFinished"));
            history.eventually(
                    "it is deactivated",
                    name,
                    state -> condition(state, "QuotaReserved").startsWith("False Deactivated")
                            && condition(state, "Evicted").startsWith("True DeactivatedDueToRequeuingLimitExceeded")
                            && !state.path("status").has("requeueState"));
        }
    }

    @Test
    void nobodyIsAdmittedBeforeThePodsOfTheLastAreReadyUnlessThatIsSwitchedOffMeanwhile() {
        try (WorkerCluster cluster =
                WorkerCluster.withIdleNodes("waitForPodsReady: {timeout: 5m, blockAdmission: true}")) {
            cluster.queue("4", "");
            cluster.job("first", 1, "", "");
            cluster.eventuallyRuns("first");
            cluster.job("second", 1, "", "");
            cluster.eventuallyWaits(
                    "second", "WaitingForPodsReady waiting for all admitted workloads to be in PodsReady condition");

            cluster.configure("waitForPodsReady: {timeout: 5m, blockAdmission: false}");

            cluster.eventuallyRuns("second");
        }
    }

    @Test
    void finishedWorkloadsAreKeptForAWhile() {
        try (WorkerCluster cluster =
                WorkerCluster.withIdleNodes("objectRetentionPolicies: {workloads: {afterFinished: 1s}}")) {
            cluster.queue("4", "");
            cluster.job("short", 1, "", "");
            cluster.eventuallyRuns("short");
            cluster.finish("short", 1);
            eventually("it is gone", () -> cluster.workloadOf("short").isMissingNode());
            eventually(
                    "that is told",
                    () -> cluster.eventExists(
                            "Workload",
                            event -> event.path("message")
                                    .asString("")
                                    .equals("Deleted finished workload due to elapsed retention")));
        }
    }

    @Test
    void withTheFeaturesOffGatesAndConstraintsAreIgnored() {
        try (WorkerCluster cluster = WorkerCluster.withIdleNodes("")) {
            cluster.queue("4", "preemption: {withinClusterQueue: LowerPriority},");
            cluster.create(WorkerCluster.PRIORITY, "", "{metadata: {name: high}, value: 1000}");
            cluster.job("low", 3, "", "");
            cluster.eventuallyRuns("low");
            cluster.job("high", 3, ", kueue.x-k8s.io/priority-class: high", "kueue.x-k8s.io/cannot-preempt: 'true'");
            cluster.eventuallyRuns("high");
        }
    }

    @Test
    void whatHappenedIsMeasuredUntilTheQueueIsGone() {
        try (WorkerCluster cluster = WorkerCluster.withIdleNodes("metrics: {enableClusterQueueResources: true}")) {
            cluster.queue("4", "");
            cluster.job("runs", 3, "", "");
            cluster.eventuallyRuns("runs");
            cluster.job("waits", 2, "", "");
            cluster.eventuallyWaits("waits", "WaitingForQuota");
            cluster.eventuallyUsed("3");

            // It counts what its own watch has shown, which may come after what this test sees.
            String unadmitted = "kueue_unadmitted_workloads{cluster_queue=\"cq\",reason=\"NoReservation\",replica_role="
                    + "\"leader\",underlying_cause=\"WaitingForQuota\"} 1.0";
            await().untilAsserted(() -> assertThat(cluster.scrape()).contains(unadmitted));
            String scrape = cluster.scrape();
            assertThat(scrape)
                    .contains("kueue_admitted_workloads_total{cluster_queue=\"cq\",priority_class=\"\",replica_role=")
                    .contains(
                            "kueue_pending_workloads{cluster_queue=\"cq\",replica_role=\"leader\",status=\"inadmissible\"}"
                                + " 1.0")
                    .contains("kueue_admission_wait_time_seconds_count{cluster_queue=\"cq\",priority_class=\"\"")
                    .contains("kueue_cluster_queue_resource_usage{cluster_queue=\"cq\",cohort=\"\",flavor=\"default\"")
                    .contains("kueue_local_queue_reserving_active_workloads{name=\"main\",namespace=\"team\"");
            assertThat(scrape)
                    .containsPattern("kueue_oldest_pending_workload_timestamp_seconds\\{cluster_queue=\"cq\","
                            + "replica_role=\"leader\"} [1-9]");
            assertThat(scrape.lines().filter(line -> line.startsWith("kueue_")))
                    .allSatisfy(line -> assertThat(line).contains("replica_role=\"leader\""));

            cluster.delete(ApiResource.JOB, "team", "waits");
            cluster.delete(ApiResource.JOB, "team", "runs");
            cluster.delete(WorkerCluster.LOCAL_QUEUE, "team", "main");
            cluster.delete(CLUSTER_QUEUE, "", "cq");
            // A garbage collector hears of a new kind up to half a minute after its definition.
            await().atMost(Duration.ofSeconds(90))
                    .untilAsserted(() -> assertThat(seriesOf("cq", cluster)).isEmpty());
        }
    }

    /** Kueue's names, and the proposals', without what their kind adds. */
    private static final String NAMES = """
        admission_attempt_duration_seconds admission_attempts admission_checks_wait_time_seconds
        admission_constrained_workloads admission_cycle_preemption_skips admission_wait_time_seconds
        admitted_active_workloads admitted_until_ready_wait_time_seconds admitted_workloads build
        cluster_queue_borrowing_limit cluster_queue cluster_queue_lending_limit cluster_queue_nominal_quota
        cluster_queue_resource_pending cluster_queue_resource_reservation cluster_queue_resource_usage
        cluster_queue_status cluster_queue_weighted_share cohort cohort_subtree_admitted_active_workloads
        cohort_subtree_admitted_workloads cohort_subtree_quota cohort_subtree_resource_reservations
        cohort_weighted_share evicted_workloads evicted_workloads_once execution_time_seconds finished_workloads
        finished_workloads_total local_queue_admission_checks_wait_time_seconds
        local_queue_admission_wait_time_seconds local_queue_admitted_active_workloads
        local_queue_admitted_until_ready_wait_time_seconds local_queue_admitted_workloads
        local_queue_evicted_workloads local_queue_execution_time_seconds local_queue_finished_workloads
        local_queue_finished_workloads_total local_queue_pending_workloads local_queue_quota_reserved_wait_time_seconds
        local_queue_quota_reserved_workloads local_queue_ready_wait_time_seconds
        local_queue_reserving_active_workloads local_queue_resource_reservation local_queue_resource_usage
        local_queue_status local_queue_unadmitted_workloads oldest_pending_workload_timestamp_seconds
        oldest_scheduling_gated_job_timestamp_seconds
        pending_workloads pods_ready_to_evicted_time_seconds preempted_workloads preempting_workloads
        preemption_gate_wait_seconds preemption_gated preemption_gated_workloads quota_release_seconds
        quota_reserved_wait_time_seconds quota_reserved_workloads ready_wait_time_seconds reserving_active_workloads
        scheduling_gated_jobs unadmitted_workloads workload_creation_latency_seconds
        workload_eviction_latency_seconds\
        """;

    @Test
    void everythingIsMeasuredUnderItsName() {
        try (WorkerCluster cluster =
                WorkerCluster.withIdleNodes("fairSharing: {}\nmetrics: {enableClusterQueueResources: true}")) {
            assertThat(cluster.worker().metrics().collect().stream()
                            .map(snapshot -> snapshot.getMetadata().getPrometheusName()))
                    .containsExactlyInAnyOrderElementsOf(NAMES.lines()
                            .flatMap(line -> Stream.of(line.split(" ", -1)))
                            .map(name -> "kueue_" + name)
                            .toList());
        }
    }

    private static List<String> seriesOf(String queue, WorkerCluster cluster) {
        return cluster.scrape()
                .lines()
                .filter(line -> line.startsWith("kueue_") && line.contains('"' + queue + '"'))
                .toList();
    }
}
