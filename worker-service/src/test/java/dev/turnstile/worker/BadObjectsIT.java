package dev.turnstile.worker;

import static dev.turnstile.worker.PodCluster.condition;
import static dev.turnstile.worker.PodCluster.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.service.informer.ApiResource;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** Objects that make no sense get a condition and an event that say so; everything else goes on. */
@Timeout(300)
@ResourceLock("shared cluster") // One worker at a time manages all of it.
class BadObjectsIT {
    private final PodCluster cluster = new PodCluster("bad", "");

    @AfterEach
    void othersGoOn() {
        try (cluster) {
            cluster.queue("healthy", "1", "");
            cluster.pod("healthy", "healthy", "1", "", "", "");
            cluster.eventuallyRuns("healthy");
        }
    }

    private JsonNode clusterQueue(String name) {
        return cluster.get(PodCluster.CLUSTER_QUEUE, cluster.own(name));
    }

    private void eventuallyInactive(String queue, String words) {
        eventually(
                queue + " is inactive: " + words,
                () -> condition(clusterQueue(queue), "Active").startsWith("False " + words));
    }

    private void eventuallyTold(String about, String reason, String message) {
        eventually(about + " is told " + reason, () -> cluster.told(about, reason, message) == 1);
    }

    private void job(String name, String queue, String cpu) {
        cluster.create(ApiResource.JOB, """
            {metadata: {name: %s, labels: {kueue.x-k8s.io/queue-name: %s}}, spec: {suspend: true, template: {spec:
             {restartPolicy: Never, containers: [{name: c, image: 'example.com/app:1', resources: {requests: {%s}}}]}}}}
            """.formatted(name, queue, cpu));
    }

    private void eventuallyWaits(String job, String reason, String message) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(condition(cluster.workloadOfJob(job), "QuotaReserved"))
                        .startsWith("False " + reason + " " + message));
    }

    private void eventuallyWaitsAndIsTold(String job, String reason, String message) {
        eventuallyWaits(job, reason, message);
        String workload =
                cluster.workloadOfJob(job).path("metadata").path("name").asString();
        eventuallyTold(workload, reason, message);
    }

    @Test
    void aQueueThatNamesAMissingFlavor() {
        cluster.queue("main", "1", "");
        eventuallyInactive("main", "FlavorNotFound");
        eventually(
                "it is told",
                () -> cluster.toldOfQueue(cluster.own("main"), "FlavorNotFound", "Can't admit new workloads") == 1);
        job("one", "main", "cpu: '1'");
        eventuallyWaits("one", "Suspended", "ClusterQueue " + cluster.own("main") + " is inactive");

        cluster.flavor();
        eventually(
                "it admits",
                () -> condition(cluster.workloadOfJob("one"), "Admitted").startsWith("True"));
    }

    @Test
    void aCycleOfCohorts() {
        cluster.flavor();
        cluster.create(
                PodCluster.COHORT,
                "{metadata: {name: %s}, spec: {parentName: %s}}".formatted(cluster.own("left"), cluster.own("right")));
        cluster.queue("main", "1", "cohortName: %s,".formatted(cluster.own("left")));
        cluster.create(
                PodCluster.COHORT,
                "{metadata: {name: %s}, spec: {parentName: %s}}".formatted(cluster.own("right"), cluster.own("left")));
        eventuallyInactive("main", "CohortCycle");
        assertThat(condition(clusterQueue("main"), "Active")).contains(cluster.own("left"), cluster.own("right"));
        eventually("it is told", () -> cluster.toldOfQueue(cluster.own("main"), "CohortCycle", "") == 1);

        cluster.patch(PodCluster.COHORT, cluster.own("right"), "", "{spec: {parentName: null}}");
        eventually(
                "it ends with the cycle",
                () -> condition(clusterQueue("main"), "Active").startsWith("True Ready"));
    }

    @Test
    void aWorkloadWithoutAQueue() {
        cluster.flavor();
        job("one", "nowhere", "cpu: '1'");
        eventuallyWaitsAndIsTold("one", "Misconfigured", "LocalQueue nowhere doesn't exist");
    }

    @Test
    void aJobThatNoQueueCoversAndOneThatIsTooBig() {
        cluster.flavor();
        cluster.queue("main", "1", "");
        job("gpu", "main", "cpu: '1', example.com/gpu: '1'}, limits: {example.com/gpu: '1'");
        job("big", "main", "cpu: '9'");
        eventuallyWaitsAndIsTold("gpu", "NoMatchingFlavor", "couldn't assign flavors to pod set main: ");
        eventuallyWaitsAndIsTold("big", "ExceedsMaxQuota", "couldn't assign flavors to pod set main: ");
    }

    @Test
    void quantitiesBeyondAllMeasure() {
        cluster.flavor();
        cluster.queue("main", "1", "");
        job("huge", "main", "cpu: '9000000000000000000'");
        eventuallyWaitsAndIsTold("huge", "Misconfigured", "the pods of pod set main together request more cpu");
    }

    @Test
    void aGroupWhoseMembersDisagree() {
        cluster.flavor();
        cluster.queue("main", "4", "");
        cluster.member("grp", 2, "g1", "1", "");
        cluster.member("grp", 3, "g2", "1", "");
        String words = "pods 'g1' and 'g2' has different";
        eventually(
                "one of them is told",
                () -> cluster.told("g1", "ErrWorkloadCompose", words) + cluster.told("g2", "ErrWorkloadCompose", words)
                        == 1);
        assertThat(cluster.workload("grp").isMissingNode()).isTrue();
    }
}
