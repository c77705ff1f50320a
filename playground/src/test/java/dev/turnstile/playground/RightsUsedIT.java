package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;

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

/**
 * Lists the rights of worker-service's account that stories of jobs and pods never use: one that nobody can give a
 * reason for has to go.
 */
@Tag("own-cluster") // Only a real kube-apiserver has an audit log.
final class RightsUsedIT {

    /** What these stories have no occasion for, or not each time. */
    private static final Map<String, String> REASONS = reasons();

    private static Map<String, String> reasons() {
        Map<String, String> reasons = new TreeMap<>();
        reasons.put("admit workloads.kueue.x-k8s.io", "asked for by policies, of nobody but the API server");
        for (String right : List.of(
                "create subjectaccessreviews.authorization.k8s.io", "create tokenreviews.authentication.k8s.io")) {
            reasons.put(right, "somebody asks for an endpoint that needs a token");
        }
        for (String right : List.of(
                "get admissionchecks.kueue.x-k8s.io",
                "get clusterqueues.kueue.x-k8s.io",
                "get cohorts.kueue.x-k8s.io",
                "get jobs.batch",
                "get localqueues.kueue.x-k8s.io",
                "get mutatingwebhookconfigurations.admissionregistration.k8s.io",
                "get pods",
                "get resourceflavors.kueue.x-k8s.io",
                "get secrets",
                "get validatingwebhookconfigurations.admissionregistration.k8s.io",
                "get workloads.kueue.x-k8s.io")) {
            reasons.put(right, "a write met another one and the object is read again");
        }
        for (String right : List.of(
                "get configmaps",
                "get customresourcedefinitions.apiextensions.k8s.io",
                "get namespaces",
                "get priorityclasses.scheduling.k8s.io",
                "get workloadpriorityclasses.kueue.x-k8s.io")) {
            reasons.put(right, "who may list and watch may see one; Kubernetes' own roles give the three together");
        }
        reasons.put("delete jobs.batch", "objectRetentionPolicies");
        reasons.put(
                "delete workloads.kueue.x-k8s.io",
                "objectRetentionPolicies, and a job that went or changed while it waited");
        reasons.put("patch admissionchecks.kueue.x-k8s.io", "the finalizer of a check that a queue uses");
        reasons.put("patch cohorts/status.kueue.x-k8s.io", "a Cohort object; there is none");
        reasons.put("patch jobs/status.batch", "a Job that is stopped after it ran starts its clock anew");
        reasons.put("patch secrets", "the certificate is renewed");
        return reasons;
    }

    @Test
    void everyRightIsUsedOrHasAReason(@TempDir Path folder) throws IOException {
        try (Deployment deployment = Deployment.on(TestCluster.kubeApiserver(folder), folder);
                RunningJar worker = deployment.run(
                        "worker-service",
                        "--kueue.featureGates.SchedulingGatedBy=true",
                        "--kueue.featureGates.WorkloadAdmissionConstraints=true",
                        "--kueue.integrations.frameworks=batch/job,pod")) {
            Deployment.eventuallyReady(worker);
            deployment.installWebhooks(worker);
            deployment.sample("fleet/worker.yaml");
            ProposalSamplesIT.play(deployment, worker);

            Set<String> given = Deployment.rights("manager.yaml", "turnstile-worker-service");
            Set<String> used = deployment.used("turnstile-worker-service");
            Set<String> unused = new TreeSet<>(given);
            unused.removeAll(used);
            System.out.println(unused.stream()
                    .map(right -> right + ": " + REASONS.getOrDefault(right, "no reason"))
                    .collect(Collectors.joining("\n  ", "rights never used in these stories:\n  ", "")));
            assertThat(used).as("used without being given").isSubsetOf(given);
            assertThat(REASONS.keySet()).as("a reason for what is given").isSubsetOf(given);
            assertThat(unused).as("given, never used, and no reason").isSubsetOf(REASONS.keySet());
        }
    }
}
