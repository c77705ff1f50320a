package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.embedded.testing.Waiting;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The life of Jobs: what the job controller and the API's rules for Jobs do. */
class JobIT {
    private final TestCluster cluster = TestCluster.shared();
    private final Objects objects = new Objects(cluster, "jobs");

    private ApiObject job(String name, String spec, String... command) {
        return objects.create("jobs", """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: %s}
            spec:
              template: {spec: {restartPolicy: Never, %s}}
              %s
            """.formatted(name, Objects.running(command), spec));
    }

    @Test
    void aJobRunsItsPodsAndCompletes() {
        var created = job("j", "parallelism: 2\n  completions: 3", "sleep", "5");

        assertThat(created.texts("spec", "selector", "matchLabels"))
                .containsExactly(Map.entry("batch.kubernetes.io/controller-uid", created.uid()));
        Waiting.until("two active pods", () -> get("j").number(0, "status", "active") == 2);
        Waiting.until("the Job to complete", () -> get("j").isConditionTrue("Complete"));
        var done = get("j");
        assertThat(done.number(0, "status", "succeeded")).isEqualTo(3);
        assertThat(done.number("status", "active")).isEmpty();
        assertThat(done.number(9, "status", "terminating")).isZero();
        assertThat(done.time("status", "completionTime")).isPresent();
        assertThat(done.condition("SuccessCriteriaMet")
                        .orElseThrow()
                        .path("reason")
                        .asString())
                .isEqualTo("CompletionsReached");
        assertThat(pods("j")).allMatch(pod -> pod.finalizers().isEmpty());
    }

    @Test
    void aSuspendedJobHasNoPodsAndResumes() {
        job("j", "suspend: true", "sleep", "600");

        Waiting.until("the Job to be suspended", () -> get("j").isConditionTrue("Suspended"));
        assertThat(pods("j")).isEmpty();
        assertThat(get("j").time("status", "startTime")).isEmpty();

        merge("j", "spec: {suspend: false, template: {spec: {nodeSelector: {instance: on-demand}}}}");
        Waiting.until("its pod to run", () -> get("j").number(0, "status", "ready") == 1);
        assertThat(get("j").condition("Suspended").orElseThrow().path("reason").asString())
                .isEqualTo("JobResumed");

        merge("j", "spec: {suspend: true}");
        Waiting.until("its pod to go", () -> pods("j").isEmpty());
        Waiting.until(
                "nothing to be active",
                () -> get("j").number("status", "active").isEmpty()
                        && get("j").number(9, "status", "terminating") == 0);
        assertThat(get("j").number("status", "failed")).isEmpty();
    }

    @Test
    void theTemplateIsImmutableUnlessTheJobIsSuspended() {
        job("j", "suspend: true", "sleep", "600");
        Waiting.until("the Job to be suspended", () -> get("j").isConditionTrue("Suspended"));

        merge("j", "spec: {template: {metadata: {labels: {a: b}}, spec: {tolerations: [{key: x, operator: Exists}]}}}");
        assertThatThrownBy(() -> merge("j", "spec: {template: {spec: {restartPolicy: OnFailure}}}"))
                .hasMessageContaining("field is immutable");
        merge("j", "spec: {suspend: false}");
        assertThatThrownBy(() -> merge("j", "spec: {template: {metadata: {labels: {a: c}}}}"))
                .hasMessageContaining("spec.template: Invalid value")
                .hasMessageContaining("field is immutable");
    }

    @Test
    void aJobWhosePodsFailTooOftenFails() {
        job("j", "backoffLimit: 0", "sh", "-c", "exit 3");

        Waiting.until("the Job to fail", () -> get("j").isConditionTrue("Failed"));
        var failed = get("j");
        assertThat(failed.number(0, "status", "failed")).isEqualTo(1);
        assertThat(failed.condition("FailureTarget")
                        .orElseThrow()
                        .path("reason")
                        .asString())
                .isEqualTo("BackoffLimitExceeded");
        assertThat(failed.condition("Failed").orElseThrow().path("message").asString())
                .isEqualTo("Job has reached the specified backoff limit");
    }

    @Test
    void anIndexedJobGivesEachPodItsIndex() {
        job("j", "completionMode: Indexed\n  parallelism: 3\n  completions: 3", "true");

        Waiting.until("the Job to complete", () -> get("j").isConditionTrue("Complete"));
        assertThat(get("j").text("status", "completedIndexes")).isEqualTo("0-2");
        assertThat(pods("j"))
                .extracting(pod -> pod.labels().get("batch.kubernetes.io/job-completion-index"))
                .containsExactlyInAnyOrder("0", "1", "2");
    }

    @Test
    void aJobManagedByAnotherControllerIsIgnored() {
        job("j", "managedBy: example.com/other", "true");
        job("own", "parallelism: 1", "true");

        Waiting.until("the other Job to complete", () -> get("own").isConditionTrue("Complete"));
        assertThat(get("j").at("status").isEmpty()).isTrue();
        assertThat(pods("j")).isEmpty();
    }

    @Test
    void deletingAJobInTheBackgroundDeletesItsPods() {
        job("j", "parallelism: 2", "sleep", "600");
        Waiting.until("its pods to run", () -> get("j").number(0, "status", "ready") == 2);

        cluster.api().delete(objects.path("jobs", "j"), Json.object().put("propagationPolicy", "Background"));

        Waiting.until("its pods to go", () -> pods("j").isEmpty());
    }

    @Test
    void aJobDeletedWithoutAPropagationPolicyOrphansItsPods() {
        job("j", "parallelism: 1", "sleep", "600");
        Waiting.until("its pod to run", () -> get("j").number(0, "status", "ready") == 1);

        var answer = cluster.api().send("DELETE", objects.path("jobs", "j"), Map.of(), null);

        assertThat(answer.headers().toString()).contains("child pods are preserved by default when jobs are deleted");
        Waiting.until("the job to go", () -> !objects.isThere("jobs", "j"));
        assertThat(pods("j")).singleElement().satisfies(pod -> {
            assertThat(pod.isBeingDeleted()).isFalse();
            assertThat(pod.list("metadata", "ownerReferences")).isEmpty();
        });
    }

    private ApiObject get(String name) {
        return objects.get("jobs", name);
    }

    private List<ApiObject> pods(String job) {
        var path = HttpApi.path(objects.path("pods"), Map.of("labelSelector", "batch.kubernetes.io/job-name=" + job));
        return Json.items(cluster.api().get(path), "items").stream()
                .map(item -> new ApiObject((ObjectNode) item))
                .toList();
    }

    private void merge(String name, String patch) {
        cluster.api().patch(objects.path("jobs", name), PatchType.MERGE, yaml(patch));
    }
}
