package dev.turnstile.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.testing.Waiting;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/**
 * What somebody in one namespace cannot do to the queues, with the rights that {@code docs/webhooks.md} gives to
 * tenants, and where a policy holds even with more.
 */
@ResourceLock("admission cluster") // Some stories start its worker again.
class TenantsIT {
    private static final String TENANT = """
        [{apiGroups: [batch], resources: [jobs], verbs: ['*']},
        {apiGroups: [''], resources: [pods], verbs: ['*']},
        {apiGroups: [kueue.x-k8s.io], resources: [localqueues, workloads], verbs: [get, list, watch]}]\
        """;
    /** As a controller of admission checks has it. */
    private static final String CHECKER = """
        [{apiGroups: [kueue.x-k8s.io], resources: [workloads], verbs: [get, list, watch, update, patch]},
        {apiGroups: [kueue.x-k8s.io], resources: [workloads/status], verbs: [get, update, patch]}]\
        """;

    private final AdmissionCluster cluster = AdmissionCluster.shared();

    private static String refused(HttpApi user, String path, String patch) {
        try {
            user.patch(path, PatchType.MERGE, AdmissionCluster.yaml(patch));
        } catch (ApiException e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError(path + " was changed by " + patch);
    }

    @Test
    void theGateOfAPodOpensForTheWorkerOnly() {
        String team = cluster.team("gates", 0);
        try (HttpApi tenant = cluster.tenant(team, "tenant", TENANT)) {
            String pods = AdmissionCluster.PODS.formatted(team);
            tenant.post(pods, AdmissionCluster.pod("one", "", "", "schedulingGates: [{name: example.com/mine}],"));

            assertThat(refused(tenant, pods + "/one", "{spec: {schedulingGates: [{name: example.com/mine}]}}"))
                    .contains(
                            "spec.schedulingGates: Forbidden",
                            "has no verb \"admit\"",
                            "system:serviceaccount:" + team);
            assertThat(refused(
                            tenant,
                            pods + "/one",
                            "{metadata: {labels: {kueue.x-k8s.io/managed: null}}, spec: {schedulingGates: []}}"))
                    .contains("Forbidden");
            assertThat(refused(tenant, pods + "/one", "{metadata: {labels: {kueue.x-k8s.io/managed: null}}}"))
                    .contains("metadata.labels[kueue.x-k8s.io/managed]: Forbidden");

            JsonNode own = tenant.patch(
                    pods + "/one",
                    PatchType.MERGE,
                    AdmissionCluster.yaml("{spec: {schedulingGates: [{name: kueue.x-k8s.io/admission}]}}"));
            assertThat(own.path("spec").path("schedulingGates"))
                    .as("a gate of one's own is one's own")
                    .hasSize(1);
        }
    }

    @Test
    void theQueueOfAnotherNamespaceIsNotFound() {
        String rich = cluster.team("rich", 4);
        String poor = cluster.cluster().newNamespace("poor");
        try (HttpApi tenant = cluster.tenant(poor, "tenant", TENANT)) {
            tenant.post(AdmissionCluster.JOBS.formatted(poor), AdmissionCluster.job("one", "", ""));

            Waiting.until(
                    "it to be told that there is no such queue",
                    () -> cluster.workloads(poor).stream()
                            .anyMatch(workload -> workload.path("status")
                                    .path("conditions")
                                    .valueStream()
                                    .anyMatch(condition ->
                                            condition.path("type").asString("").equals("QuotaReserved")
                                                    && condition
                                                            .path("message")
                                                            .asString("")
                                                            .contains("main"))));
            assertThat(cluster.api()
                            .get(AdmissionCluster.JOBS.formatted(poor) + "/one")
                            .at("/spec/suspend")
                            .asBoolean(false))
                    .isTrue();
            assertThat(cluster.workloads(rich)).isEmpty();
            assertThat(refusedPost(
                            tenant,
                            "/apis/kueue.x-k8s.io/v1beta2/namespaces/" + poor + "/localqueues",
                            AdmissionCluster.kueue("LocalQueue", "mine", poor, "{clusterQueue: " + rich + "}")))
                    .contains("forbidden", "localqueues");
            assertThat(refusedPost(
                            tenant,
                            AdmissionCluster.JOBS.formatted(rich),
                            AdmissionCluster.job("theirs", "", "").toString()))
                    .contains("forbidden");
        }
    }

    private static String refusedPost(HttpApi user, String path, String yaml) {
        try {
            user.post(path, AdmissionCluster.yaml(yaml));
        } catch (ApiException e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("was created in " + path);
    }

    @Test
    void aTenantWritesNothingOfAWorkload() {
        String team = cluster.team("forge", 0);
        try (HttpApi tenant = cluster.tenant(team, "tenant", TENANT)) {
            tenant.post(AdmissionCluster.JOBS.formatted(team), AdmissionCluster.job("one", "", ""));
            Waiting.until("its Workload", () -> cluster.workloads(team).size() == 1);
            String workload = AdmissionCluster.WORKLOADS.formatted(team) + "/"
                    + cluster.workloads(team).getFirst().at("/metadata/name").asString();

            for (String spec : List.of(
                    "active: false", "priority: 1000000", "queueName: other", "preemptionGates: [{name: mine}]")) {
                assertThat(refused(tenant, workload, "{spec: {" + spec + "}}")).contains("forbidden");
            }
            for (String status : List.of(
                    "clusterName: mine",
                    "nominatedClusterNames: [mine]",
                    "admission: {clusterQueue: " + team + ", podSetAssignments: [{name: main, count: 1}]}",
                    "preemptionGates: [{name: kueue.x-k8s.io/multikueue, state: Open}]",
                    "admissionChecks: [{name: x, state: Ready, message: ''}]",
                    "conditions: [{type: Admitted, status: 'True', reason: Admitted, message: ''}]")) {
                assertThat(refused(tenant, workload + "/status", "{status: {" + status + "}}"))
                        .contains("forbidden");
            }
            assertThat(refusedPost(
                            tenant,
                            AdmissionCluster.WORKLOADS.formatted(team),
                            AdmissionCluster.kueue("Workload", "own", team, "{queueName: main, podSets: []}")))
                    .contains("forbidden");
        }
    }

    @Test
    void aControllerOfChecksDecidesNeitherAdmissionNorGatesNorClusters() {
        String team = cluster.team("checks", 0);
        cluster.post(AdmissionCluster.WORKLOADS.formatted(team), AdmissionCluster.kueue("Workload", "w", team, """
            {queueName: main, preemptionGates: [{name: kueue.x-k8s.io/multikueue}], podSets: [{name: main,
            count: 1, template: {spec: {containers: [{name: c, image: i, resources: {requests: {cpu:
            1}}}]}}}]}\
            """));
        String workload = AdmissionCluster.WORKLOADS.formatted(team) + "/w";
        try (HttpApi checker = cluster.tenant(team, "checker", CHECKER)) {
            assertThat(refused(
                            checker,
                            workload + "/status",
                            "{status: {admission: {clusterQueue: cq, podSetAssignments: [{name: main, count: 1}]}}}"))
                    .contains("status.admission: Forbidden", "has no verb \"admit\"");
            assertThat(refused(checker, workload + "/status", "{status: {clusterName: mine}}"))
                    .contains("status.clusterName: Forbidden", "has no verb \"dispatch\"");
            assertThat(refused(checker, workload + "/status", "{status: {nominatedClusterNames: [mine]}}"))
                    .contains("status.clusterName: Forbidden");
            assertThat(refused(checker, workload + "/status", """
                {status: {preemptionGates: [{name: kueue.x-k8s.io/multikueue, state: Open,
                lastTransitionTime: '2026-01-01T00:00:00Z'}]}}\
                """)).contains("status.preemptionGates:" + " Forbidden");
            assertThat(refused(checker, workload + "/status", """
                {status: {conditions: [{type: Admitted, status: 'True', reason: Admitted, message: '',
                lastTransitionTime: '2026-01-01T00:00:00Z'}]}}\
                """)).contains("status.conditions:" + " Forbidden");
            assertThat(refused(checker, workload, "{spec: {preemptionGates: []}}"))
                    .contains("spec.preemptionGates: Forbidden");

            JsonNode checked = checker.patch(workload + "/status", PatchType.MERGE, AdmissionCluster.yaml("""
                {status: {admissionChecks: [{name: x, state: Ready, message: '', lastTransitionTime:
                '2026-01-01T00:00:00Z'}]}}\
                """));
            assertThat(checked.at("/status/admissionChecks/0/state").asString()).isEqualTo("Ready");
        }
    }
}
