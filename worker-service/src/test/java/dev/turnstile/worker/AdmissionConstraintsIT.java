package dev.turnstile.worker;

import static dev.turnstile.worker.WorkerCluster.CLUSTER_QUEUE;
import static dev.turnstile.worker.WorkerCluster.LOCAL_QUEUE;
import static dev.turnstile.worker.WorkerCluster.PRIORITY;
import static dev.turnstile.worker.WorkerCluster.WORKLOAD;
import static dev.turnstile.worker.WorkerCluster.condition;
import static dev.turnstile.worker.WorkerCluster.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.informer.ApiResource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** KEP-8729's integration tests, line by line: constraints count at admission, and only there. */
@Timeout(300)
class AdmissionConstraintsIT {
    private static final String CANNOT_PREEMPT = "kueue.x-k8s.io/cannot-preempt: 'true'";
    private static final String CANNOT_BORROW = "kueue.x-k8s.io/cannot-borrow: 'true'";
    private final WorkerCluster cluster = WorkerCluster.chosen("featureGates: {WorkloadAdmissionConstraints: true}");

    @AfterEach
    void close() {
        cluster.close();
    }

    private void priorities() {
        cluster.create(PRIORITY, "", "{metadata: {name: high}, value: 1000}");
    }

    private void lender() {
        cluster.create(
                CLUSTER_QUEUE,
                "",
                "{metadata: {name: lender}, spec: {cohortName: team, namespaceSelector: {}, resourceGroups:"
                        + " [{coveredResources: [cpu], flavors: [{name: default, resources: [{name: cpu,"
                        + " nominalQuota: '4'}]}]}]}}");
        cluster.create(
                LOCAL_QUEUE, "team", "{metadata: {name: lender, namespace: team}, spec: {clusterQueue: lender}}");
    }

    private long warnings(String job) {
        return warnings(job, "AdmissionConstrained");
    }

    private long warnings(String job, String reason) {
        String name = cluster.workloadOf(job).path("metadata").path("name").asString();
        long count = 0;
        for (JsonNode event :
                cluster.api().get(ApiResource.EVENT.path("team"), Map.of()).path("items")) {
            if (event.path("reason").asString("").equals(reason)
                    && event.path("type").asString("").equals("Warning")
                    && event.path("involvedObject").path("name").asString("").equals(name)) {
                count += event.path("count").asInt(1);
            }
        }
        return count;
    }

    @Test
    void whoMayNotPreemptWaitsAndIsAdmittedOnceItMay() {
        cluster.queue("4", "preemption: {withinClusterQueue: LowerPriority},");
        priorities();
        cluster.job("low", 3, "", "");
        cluster.eventuallyRuns("low");

        cluster.job("high", 3, ", kueue.x-k8s.io/priority-class: high", CANNOT_PREEMPT);

        cluster.eventuallyWaits(
                "high", "AdmissionConstrained Workload could be admitted if it were allowed to preempt");
        assertThat(cluster.workloadOf("high")
                        .path("metadata")
                        .path("annotations")
                        .path("kueue.x-k8s.io/cannot-preempt")
                        .asString(""))
                .isEqualTo("true");
        assertThat(condition(cluster.workloadOf("low"), "Evicted")).isEmpty();
        eventually("it is told once", () -> warnings("high") == 1);
        eventually(
                "it is counted",
                () -> cluster.scrape()
                        .contains(
                                "kueue_admission_constrained_workloads{cluster_queue=\"cq\",constraint=\"cannot-preempt\",replica_role=\"leader\"}"
                                    + " 1.0"));

        cluster.patch(
                ApiResource.JOB, "team", "high", "{metadata: {annotations: {kueue.x-k8s.io/cannot-preempt: null}}}");

        cluster.eventuallyRuns("high");
        assertThat(warnings("high")).isEqualTo(1);
    }

    @Test
    void whoMayNotBorrowWaitsWhileOthersBorrow() {
        cluster.queue("2", "cohortName: team,");
        lender();

        cluster.job("modest", 3, "", CANNOT_BORROW);
        cluster.eventuallyWaits(
                "modest", "AdmissionConstrained Workload could be admitted if it were allowed to borrow");

        cluster.job("free", 3, "", "");
        cluster.eventuallyRuns("free");
    }

    @Test
    void whoFitsIsAdmittedWhateverItsConstraints() {
        cluster.queue("4", "cohortName: team, preemption: {withinClusterQueue: LowerPriority},");
        cluster.job("fits", 4, "", CANNOT_PREEMPT + ", " + CANNOT_BORROW);
        cluster.eventuallyRuns("fits");
    }

    @Test
    void itStaysPendingRatherThanRunningWithLess() {
        cluster.queue("2", "cohortName: team,");
        lender();

        cluster.job("part", 3, "", CANNOT_BORROW + ", kueue.x-k8s.io/job-min-parallelism: '1'");

        cluster.eventuallyWaits("part", "AdmissionConstrained");
        assertThat(cluster.jobNamed("part").path("spec").path("parallelism").asInt())
                .isEqualTo(3);
    }

    @Test
    void whoMayNotBorrowPreemptsInItsOwnQuotaWhileTheLenderIsIdle() {
        cluster.queue("4", "cohortName: team, preemption: {withinClusterQueue: LowerPriority},");
        lender();
        priorities();
        cluster.job("low", 1, "", "");
        cluster.eventuallyRuns("low");

        cluster.job("high", 4, ", kueue.x-k8s.io/priority-class: high", CANNOT_BORROW);

        cluster.eventuallyRuns("high");
        assertThat(condition(cluster.workloadOf("low"), "Preempted")).contains("prioritization in the ClusterQueue");
    }

    @Test
    void aValueThatIsNeitherTrueNorFalseIsWarnedAboutWhereNoPolicyRefusesIt() {
        cluster.queue("1", "");
        cluster.job("loose", 1, "", "kueue.x-k8s.io/cannot-preempt: 'True'");
        cluster.eventuallyRuns("loose");

        eventually("the mistake is told", () -> warnings("loose", "InvalidAdmissionConstraint") == 1);
    }

    @Test
    void onceAdmittedItIsPreemptedAsAnyOther() {
        cluster.queue("4", "preemption: {withinClusterQueue: LowerPriority},");
        priorities();
        cluster.job("constrained", 3, "", CANNOT_PREEMPT + ", " + CANNOT_BORROW);
        cluster.eventuallyRuns("constrained");

        cluster.job("high", 3, ", kueue.x-k8s.io/priority-class: high", "");

        cluster.eventuallyRuns("high");
        assertThat(condition(cluster.workloadOf("constrained"), "Preempted")).startsWith("True InClusterQueue");
    }

    @Test
    void theFieldMeansTheSameAsTheAnnotation() {
        cluster.queue("2", "cohortName: team,");
        lender();
        cluster.create(WORKLOAD, "team", """
            {metadata: {name: fielded, namespace: team}, spec: {queueName: main, admissionConstraints: {borrowing: Never},
             podSets: [{name: main, count: 3, template: {spec: {restartPolicy: Never,
             containers: [{name: c, image: 'example.com/app:1', resources: {requests: {cpu: '1'}}}]}}}]}}
            """);
        eventually(
                "the field holds it back",
                () -> condition(cluster.get(WORKLOAD, "team", "fielded"), "QuotaReserved")
                        .startsWith("False AdmissionConstrained"));

        cluster.patch(WORKLOAD, "team", "fielded", "{spec: {admissionConstraints: null}}");

        eventually(
                "without it, it borrows",
                () -> condition(cluster.get(WORKLOAD, "team", "fielded"), "QuotaReserved")
                        .startsWith("True"));
    }
}
