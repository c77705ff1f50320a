package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.service.RunningJar;
import dev.turnstile.service.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/**
 * The services as the manifests deploy them: under their ServiceAccounts, with the rights given there and no others.
 */
final class DeployedRightsIT {
    @TempDir
    private Path folder;

    private Deployment deployment;

    @BeforeEach
    void deploy() throws IOException {
        deployment = Deployment.on(TestCluster.chosen(folder), folder);
    }

    @AfterEach
    void stop() {
        deployment.close();
    }

    @Test
    void aWorkerServiceTakesJobsToTheirEnd() throws IOException {
        try (RunningJar worker = deployment.run("worker-service")) {
            Deployment.eventuallyReady(worker);
            deployment.playThreeJobs(worker);

            Deployment.assertNothingWasForbidden(worker);
        }
    }

    @Test
    void aManagerServiceBecomesReady() throws IOException {
        try (RunningJar manager = deployment.run("manager-service")) {
            Deployment.eventuallyReady(manager);

            Deployment.assertNothingWasForbidden(manager);
        }
    }

    @Test
    void aTenantSeesItsWorkloadsAndDecidesNothing() {
        deployment.create(Deployment.object(
                "{apiVersion: v1, kind: ServiceAccount, metadata: {name: tenant, namespace: default}}"));
        deployment.create(Deployment.object("""
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: tenant, namespace: default}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: kueue-batch-user-role}
            subjects: [{kind: ServiceAccount, name: tenant, namespace: default}]
            """));

        // The API server hears of a new binding a moment later.
        await().atMost(Deployment.PATIENCE)
                .until(() -> may("default", "tenant", "list", "kueue.x-k8s.io", "workloads", ""));
        for (String verb : List.of("create", "patch", "update", "delete", "admit", "dispatch")) {
            assertThat(may("default", "tenant", verb, "kueue.x-k8s.io", "workloads", ""))
                    .as(verb)
                    .isFalse();
        }
        assertThat(may("default", "tenant", "patch", "kueue.x-k8s.io", "workloads", "status"))
                .isFalse();
        assertThat(may("default", "tenant", "list", "kueue.x-k8s.io", "clusterqueues", ""))
                .isFalse();
    }

    @Test
    void noServiceMayReadTheSecretsOfOthers() {
        for (String account : List.of("turnstile-worker-service", "turnstile-manager-service")) {
            for (String verb : List.of("get", "list", "watch", "create", "patch")) {
                assertThat(may(Deployment.NAMESPACE, account, verb, "", "secrets", ""))
                        .as("%s: %s Secrets of namespace default", account, verb)
                        .isFalse();
            }
            assertThat(may(Deployment.NAMESPACE, account, "escalate", "rbac.authorization.k8s.io", "clusterroles", ""))
                    .isFalse();
        }
        assertThat(may(Deployment.NAMESPACE, "turnstile-worker-service", "dispatch", "kueue.x-k8s.io", "workloads", ""))
                .isFalse();
        assertThat(may(Deployment.NAMESPACE, "turnstile-manager-service", "admit", "kueue.x-k8s.io", "workloads", ""))
                .isFalse();
    }

    /** In namespace default. */
    private boolean may(
            String namespace, String account, String verb, String group, String resource, String subresource) {
        ObjectNode review = Deployment.object("""
            apiVersion: authorization.k8s.io/v1
            kind: SubjectAccessReview
            spec:
              user: "system:serviceaccount:%1$s:%2$s"
              groups: ["system:serviceaccounts", "system:serviceaccounts:%1$s", "system:authenticated"]
              resourceAttributes: {namespace: default, verb: %3$s, group: "%4$s", resource: %5$s, subresource: "%6$s"}
            """.formatted(namespace, account, verb, group, resource, subresource));
        return deployment
                .api()
                .post("/apis/authorization.k8s.io/v1/subjectaccessreviews", review)
                .at("/status/allowed")
                .asBoolean();
    }
}
