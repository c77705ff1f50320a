package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;
import static org.awaitility.Awaitility.await;

import dev.turnstile.service.RunningJar;
import dev.turnstile.service.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/**
 * Lists the rights of the manifests' accounts that stories never use: one that nobody can give a reason for has to go.
 */
@Tag("kube-apiserver-only") // Only a real kube-apiserver has an audit log.
final class RightsUsedIT {

    private static final String ORCHESTRATED = "--kueue.featureGates.MultiKueueOrchestratedPreemption=true";
    private static final String WITH_PODS = "--kueue.integrations.frameworks=batch/job,pod";
    private static final String POLICIES = "asked for by policies, of nobody but the API server";
    private static final String READ_AGAIN = "a write met another one and the object is read again";
    private static final String COUNTED = "an event that is equal to an earlier one counts that up";
    private static final String WITH_LIST =
            "who may list and watch may see one; Kubernetes' own roles give the three together";
    private static final String CLUSTER_QUEUE = "/apis/kueue.x-k8s.io/v1beta2/clusterqueues/team";
    private static final String URGENT = "/apis/batch/v1/namespaces/team/jobs/urgent";

    private static final String PODS = "/api/v1/namespaces/team/pods";
    /** As the webhook leaves it, which is not deployed there. */
    private static final String POD = """
        apiVersion: v1
        kind: Pod
        metadata:
          name: one
          namespace: team
          labels: {kueue.x-k8s.io/queue-name: main, kueue.x-k8s.io/managed: "true"}
          finalizers: [kueue.x-k8s.io/managed]
        spec:
          schedulingGates: [{name: kueue.x-k8s.io/admission}]
          restartPolicy: Never
          containers: [{name: work, image: "example.com/work:1", command: [sleep, "5"], resources: {requests: {cpu: "1"}}}]
        """;

    /** What the stories have no occasion for, or not each time. */
    private static final Map<String, String> REASONS = reasons(
            Map.of(
                    POLICIES,
                    List.of("admit workloads.kueue.x-k8s.io"),
                    READ_AGAIN,
                    List.of(
                            "get admissionchecks.kueue.x-k8s.io",
                            "get apiservices.apiregistration.k8s.io",
                            "get clusterqueues.kueue.x-k8s.io",
                            "get cohorts.kueue.x-k8s.io",
                            "get jobs.batch",
                            "get leases.coordination.k8s.io",
                            "get localqueues.kueue.x-k8s.io",
                            "get mutatingwebhookconfigurations.admissionregistration.k8s.io",
                            "get pods",
                            "get resourceflavors.kueue.x-k8s.io",
                            "get secrets",
                            "get validatingwebhookconfigurations.admissionregistration.k8s.io",
                            "get workloads.kueue.x-k8s.io"),
                    WITH_LIST,
                    List.of(
                            "get configmaps",
                            "get customresourcedefinitions.apiextensions.k8s.io",
                            "get limitranges",
                            "get namespaces",
                            "get priorityclasses.scheduling.k8s.io",
                            "get runtimeclasses.node.k8s.io",
                            "get workloadpriorityclasses.kueue.x-k8s.io")),
            Map.of(
                    "delete jobs.batch", "objectRetentionPolicies",
                    "delete workloads.kueue.x-k8s.io",
                            "objectRetentionPolicies, and a job that went or changed while it waited",
                    "patch admissionchecks.kueue.x-k8s.io", "the finalizer of a check that a queue uses",
                    "patch apiservices.apiregistration.k8s.io", "the authority of the certificate; there are none",
                    "patch cohorts/status.kueue.x-k8s.io", "a Cohort object; there is none",
                    "patch events", COUNTED,
                    "patch jobs/status.batch", "a Job that is stopped after it ran starts its clock again",
                    "patch secrets", "the certificate is renewed"));

    private static final Map<String, String> REASONS_OF_THE_MANAGER = reasons(
            Map.of(
                    POLICIES,
                    List.of("dispatch workloads.kueue.x-k8s.io"),
                    READ_AGAIN,
                    List.of(
                            "get admissionchecks.kueue.x-k8s.io",
                            "get jobs.batch",
                            "get leases.coordination.k8s.io",
                            "get multikueueclusters.kueue.x-k8s.io",
                            "get pods",
                            "get workloads.kueue.x-k8s.io"),
                    WITH_LIST,
                    List.of(
                            "get clusterqueues.kueue.x-k8s.io",
                            "get cohorts.kueue.x-k8s.io",
                            "get configmaps",
                            "get customresourcedefinitions.apiextensions.k8s.io",
                            "get localqueues.kueue.x-k8s.io",
                            "get multikueueconfigs.kueue.x-k8s.io",
                            "get secrets")),
            Map.of(
                    "patch events",
                    COUNTED,
                    "patch workloads.kueue.x-k8s.io",
                    "an opened gate is remembered where its replica is gone"));

    private static final Map<String, String> REASONS_OF_THE_REMOTE = reasons(
            Map.of(
                    POLICIES,
                    List.of("dispatch workloads.kueue.x-k8s.io"),
                    READ_AGAIN,
                    List.of("get jobs.batch", "get pods", "get workloads.kueue.x-k8s.io"),
                    WITH_LIST,
                    List.of(
                            "get clusterqueues.kueue.x-k8s.io",
                            "get cohorts.kueue.x-k8s.io",
                            "get localqueues.kueue.x-k8s.io")),
            Map.of("patch workloads.kueue.x-k8s.io", "a job that changes, and a gate that is added later"));

    private static Map<String, String> reasons(Map<String, List<String>> shared, Map<String, String> single) {
        Map<String, String> reasons = new TreeMap<>(single);
        shared.forEach((reason, rights) -> rights.forEach(right -> reasons.put(right, reason)));
        return reasons;
    }

    @Test
    void everyRightIsUsedOrHasAReason(@TempDir Path folder) throws IOException {
        try (Deployment deployment = Deployment.on(TestCluster.kubeApiserver(folder), folder);
                RunningJar worker = deployment.run(
                        "worker-service",
                        "--kueue.featureGates.SchedulingGatedBy=true",
                        "--kueue.featureGates.WorkloadAdmissionConstraints=true",
                        WITH_PODS)) {
            Deployment.eventuallyReady(worker);
            deployment.installWebhooks(worker);
            deployment.sample("fleet/worker.yaml");
            ProposalSamplesIT.play(deployment, worker);
            deployment.aStrangerAsks(worker, "/actuator/queues");

            everyRightIsUsed(deployment, "manager.yaml", "turnstile-worker-service", REASONS);
        }
    }

    @Test
    void everyRightOfAManagerIsUsedOrHasAReason(@TempDir Path here, @TempDir Path there) throws IOException {
        try (Deployment away = Deployment.on(TestCluster.kubeApiserver(there), there);
                Deployment home = Deployment.on(TestCluster.kubeApiserver(here), here);
                RunningJar remote = away.run("worker-service", ORCHESTRATED, WITH_PODS);
                RunningJar local = home.run("worker-service", WITH_PODS);
                RunningJar manager = home.run("manager-service", ORCHESTRATED)) {
            for (RunningJar service : List.of(remote, local, manager)) {
                Deployment.eventuallyReady(service);
            }
            away.sample("fleet/worker.yaml");
            away.rightsOf("remote-manager.yaml");
            ObjectNode secret = Deployment.object(
                    "{apiVersion: v1, kind: Secret, metadata: {name: worker-1, namespace: kueue-system}}");
            secret.putObject("stringData").put("kubeconfig", away.kubeconfigOf("turnstile-remote-manager"));
            home.create(secret);
            home.sample("fleet/manager.yaml");
            away.sample("fleet/everyday-jobs.yaml");
            eventually(
                    manager,
                    () -> assertThat(away.api()
                                    .get(CLUSTER_QUEUE)
                                    .at("/status/admittedWorkloads")
                                    .asInt(0))
                            .isEqualTo(2));

            home.sample("fleet/urgent-job.yaml");
            eventually(
                    manager,
                    () -> assertThat(home.api()
                                    .get(URGENT)
                                    .at("/status/succeeded")
                                    .asInt(0))
                            .isOne());
            home.create(Deployment.object(POD));
            eventually(
                    manager,
                    () -> assertThat(home.api()
                                    .get(PODS + "/one")
                                    .at("/status/phase")
                                    .asString(""))
                            .isEqualTo("Succeeded"));
            home.aStrangerAsks(manager, "/actuator/clusters");

            Deployment.assertNothingWasForbidden(manager);
            everyRightIsUsed(home, "manager.yaml", "turnstile-manager-service", REASONS_OF_THE_MANAGER);
            everyRightIsUsed(away, "remote-manager.yaml", "turnstile-remote-manager", REASONS_OF_THE_REMOTE);
        }
    }

    /**
     * In the end: the last writes of a story, and news of them in the audit log, come a moment later than its result.
     */
    private static void everyRightIsUsed(
            Deployment deployment, String manifest, String account, Map<String, String> reasons) throws IOException {
        Set<String> given = Deployment.rights(manifest, account);
        await().atMost(Deployment.PATIENCE).untilAsserted(() -> {
            Set<String> used = deployment.used(account);
            Set<String> unused = without(given, used);
            assertSoftly(softly -> {
                softly.assertThat(used)
                        .as(account + ": used without being given")
                        .isSubsetOf(given);
                softly.assertThat(reasons.keySet())
                        .as(account + ": a reason for what is given")
                        .isSubsetOf(given);
                softly.assertThat(unused)
                        .as(account + ": given, never used, and no reason")
                        .isSubsetOf(reasons.keySet());
            });
        });
        System.out.println(without(given, deployment.used(account)).stream()
                .map(right -> right + ": " + reasons.get(right))
                .collect(Collectors.joining("\n  ", "rights of " + account + " never used in these stories:\n  ", "")));
    }

    private static Set<String> without(Set<String> all, Set<String> some) {
        Set<String> rest = new TreeSet<>(all);
        rest.removeAll(some);
        return rest;
    }

    private static void eventually(RunningJar service, org.awaitility.core.ThrowingRunnable holds) {
        await().atMost(Deployment.PATIENCE).untilAsserted(() -> {
            try {
                holds.run();
            } catch (AssertionError e) {
                throw new AssertionError(e.getMessage() + System.lineSeparator() + service.output(), e);
            }
        });
    }
}
