package dev.turnstile.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.informer.ApiResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the configuration says about jobs and what they ask for. */
@Timeout(300)
class ConfiguredJobsIT {
    @Test
    void aWorkloadTakesLabelsOverWhenItIsMade() {
        try (WorkerCluster cluster =
                WorkerCluster.chosen("integrations: {labelKeysToCopy: [example.com/team, example.com/absent]}")) {
            cluster.queue("4", "");
            cluster.job("sample", 1, ", example.com/team: red, example.com/other: blue", "");
            cluster.eventuallyRuns("sample");

            var labels = cluster.workloadOf("sample").path("metadata").path("labels");
            assertThat(labels.path("example.com/team").asString("")).isEqualTo("red");
            assertThat(labels.propertyNames()).containsExactlyInAnyOrder("example.com/team", "kueue.x-k8s.io/job-uid");

            cluster.configure("integrations: {labelKeysToCopy: [example.com/other]}");
            cluster.job("later", 1, ", example.com/team: red, example.com/other: blue", "");
            cluster.eventuallyRuns("later");
            assertThat(cluster.workloadOf("later")
                            .path("metadata")
                            .path("labels")
                            .propertyNames())
                    .containsExactlyInAnyOrder("example.com/other", "kueue.x-k8s.io/job-uid");
        }
    }

    @Test
    void resourcesCountAsTheConfigurationSays() {
        try (WorkerCluster cluster =
                WorkerCluster.chosen("resources: {excludeResourcePrefixes: [example.com/], transformations:"
                        + " [{input: memory, strategy: Replace, outputs: {cpu: '2'}}]}")) {
            cluster.queue("4", "");
            cluster.create(
                    ApiResource.JOB,
                    "team",
                    "{metadata: {name: sample, namespace: team, labels: {kueue.x-k8s.io/queue-name: main}}, spec:"
                            + " {suspend: true, template: {spec: {restartPolicy: Never, containers: [{name: c, image:"
                            + " 'example.com/app:1', resources: {requests: {cpu: '1', memory: '1', example.com/x:"
                            + " '1'}, limits: {example.com/x: '1'}}}]}}}}");
            cluster.eventuallyRuns("sample");
            cluster.eventuallyUsed("3");
        }
    }

    @Test
    void whatAnotherControllersJobMakesRunsWithIt() {
        try (WorkerCluster cluster =
                WorkerCluster.chosen("integrations: {externalFrameworks: [Lease.v1.coordination.k8s.io]}")) {
            cluster.queue("4", "");
            var lease = new ApiResource("coordination.k8s.io/v1", "Lease", "leases", true);
            var parent = cluster.create(lease, "team", "{metadata: {name: parent, namespace: team}}");
            cluster.create(
                    ApiResource.JOB,
                    "team",
                    ("{metadata: {name: child, namespace: team, labels: {kueue.x-k8s.io/queue-name: main},"
                        + " ownerReferences: [{apiVersion: coordination.k8s.io/v1, kind: Lease, name: parent, uid: %s,"
                        + " controller: true}]}, spec: {template: {spec: {restartPolicy: Never, containers: [{name: c,"
                        + " image: 'example.com/app:1'}]}}}}")
                            .formatted(parent.path("metadata").path("uid").asString()));
            cluster.job("own", 1, "", "");
            cluster.eventuallyRuns("own");

            assertThat(cluster.workloadOf("child").isMissingNode()).isTrue();
            assertThat(cluster.jobNamed("child").path("spec").path("suspend").asBoolean(false))
                    .isFalse();
        }
    }
}
