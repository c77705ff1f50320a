package dev.turnstile.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.testing.Waiting;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * What users are told about labels, annotations and requests that cannot be: the fields and words of the recordings.
 */
@ResourceLock("admission cluster") // Some stories start its worker again.
class PoliciesIT {
    /**
     * @param metadata labels and annotations, beside the queue
     * @param field that the refusal names, empty where there is none
     */
    record Case(String what, String metadata, String spec, String field, String words) {
        @Override
        public String toString() {
            return what;
        }
    }

    private final AdmissionCluster cluster = AdmissionCluster.shared();

    private static Case job(String what, String metadata, String field, String words) {
        return new Case(what, metadata, "", field, words);
    }

    static Stream<Case> jobs() {
        String queue = "labels: {kueue.x-k8s.io/queue-name: main";
        return Stream.of(
                job(
                        "bad queue name",
                        "labels: {kueue.x-k8s.io/queue-name: Q_1}",
                        "metadata.labels[kueue.x-k8s.io/queue-name]",
                        "a lowercase RFC 1123 subdomain"),
                job(
                        "seconds that are no number",
                        queue + ", kueue.x-k8s.io/max-exec-time-seconds: x}",
                        "metadata.labels[kueue.x-k8s.io/max-exec-time-seconds]",
                        "parsing \"x\": invalid syntax"),
                job(
                        "no seconds at all",
                        queue + ", kueue.x-k8s.io/max-exec-time-seconds: '0'}",
                        "metadata.labels[kueue.x-k8s.io/max-exec-time-seconds]",
                        "should be greater than 0"),
                job("seconds", queue + ", kueue.x-k8s.io/max-exec-time-seconds: '60'}", "", ""),
                job(
                        "bad name of a prebuilt Workload",
                        queue + ", kueue.x-k8s.io/prebuilt-workload-name: A_b}",
                        "metadata.labels[kueue.x-k8s.io/prebuilt-workload-name]",
                        "a lowercase RFC 1123 subdomain"),
                job("an unknown priority class", queue + ", kueue.x-k8s.io/priority-class: nobody}", "", ""),
                minimum("3", "Invalid value: 3: should be between 0 and 2"),
                minimum("4", "should be between 0 and 2"),
                minimum("0", "should be between 0 and 2"),
                minimum("none", "parsing \"none\": invalid syntax"),
                minimum("two", "parsing \"two\": invalid syntax"),
                minimum("2", ""),
                job(
                        "a constraint that is neither true nor false",
                        queue + "}, annotations: {kueue.x-k8s.io/cannot-preempt: 'True'}",
                        "metadata.annotations[kueue.x-k8s.io/cannot-preempt]",
                        "Unsupported value: \"True\": supported values: \"true\", \"false\""),
                job(
                        "another one",
                        queue + "}, annotations: {kueue.x-k8s.io/cannot-borrow: 'yes'}",
                        "metadata.annotations[kueue.x-k8s.io/cannot-borrow]",
                        "Unsupported value: \"yes\""),
                job(
                        "constraints",
                        queue
                                + "}, annotations: {kueue.x-k8s.io/cannot-preempt: 'true',"
                                + " kueue.x-k8s.io/cannot-borrow: 'false'}",
                        "",
                        ""),
                job(
                        "completions that follow perhaps",
                        queue + "}, annotations: {kueue.x-k8s.io/job-completions-equal-parallelism: maybe}",
                        "metadata.annotations[kueue.x-k8s.io/job-completions-equal-parallelism]",
                        "parsing \"maybe\": invalid syntax"));
    }

    private static Case minimum(String value, String words) {
        return new Case(
                "a minimum of " + value + " of 3",
                "labels: {kueue.x-k8s.io/queue-name: main}, annotations: {kueue.x-k8s.io/job-min-parallelism: '" + value
                        + "'}",
                "parallelism: 3, completions: 3,",
                words.isEmpty() ? "" : "metadata.annotations[kueue.x-k8s.io/job-min-parallelism]",
                words);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void aNewJob(Case story) {
        String team = cluster.cluster().newNamespace("policy");
        ObjectNode job = AdmissionCluster.yaml("""
            {apiVersion: batch/v1, kind: Job, metadata: {name: one, %s}, spec: {%s template: {spec: {restartPolicy:
            Never, containers: [{name: c, image: 'example.com/app:1', resources: {requests: {cpu: '1'}}}]}}}}
            """.formatted(story.metadata(), story.spec()));

        check(story, () -> cluster.api().post(AdmissionCluster.JOBS.formatted(team), job));
    }

    private void check(Case story, Runnable write) {
        if (story.field().isEmpty()) {
            write.run();
        } else {
            assertThat(cluster.refused(write)).contains(story.field() + ": ", story.words());
        }
    }

    static Stream<Case> pods() {
        String both = "both the 'kueue.x-k8s.io/pod-group-total-count' annotation and the"
                + " 'kueue.x-k8s.io/pod-group-name' label should be set";
        String group = ", kueue.x-k8s.io/pod-group-name: g";
        String count = "kueue.x-k8s.io/pod-group-total-count: ";
        String countField = "metadata.annotations[kueue.x-k8s.io/pod-group-total-count]";
        String groupField = "metadata.labels[kueue.x-k8s.io/pod-group-name]";
        return Stream.of(
                new Case("a single pod", "", "", "", ""),
                new Case("a pod of a group", group, count + "'2'", "", ""),
                new Case("a group without a count", group, "", countField, both),
                new Case("a count that is none", group, count + "x", countField, "parsing \"x\": invalid syntax"),
                new Case(
                        "a group of nobody",
                        group,
                        count + "'0'",
                        countField,
                        "group total count should be greater than zero"),
                new Case("a count without a group", "", count + "'2'", groupField, both),
                new Case(
                        "a bad name of a group",
                        ", kueue.x-k8s.io/pod-group-name: A_b",
                        count + "'2'",
                        groupField,
                        "a lowercase RFC 1123 subdomain"));
    }

    @ParameterizedTest
    @MethodSource("pods")
    void aNewPod(Case story) {
        String team = cluster.cluster().newNamespace("policy");

        check(
                story,
                () -> cluster.api()
                        .post(
                                AdmissionCluster.PODS.formatted(team),
                                AdmissionCluster.pod("one", story.metadata(), story.spec(), "")));
    }

    @Test
    void aRunningJobKeepsItsQueueAndAJobItsPriority() {
        String team = cluster.team("running", 1);
        String one = AdmissionCluster.JOBS.formatted(team) + "/one";
        ObjectNode job = AdmissionCluster.job("one", "", "");
        ((ObjectNode) job.path("metadata").path("labels")).put("kueue.x-k8s.io/priority-class", "high");
        cluster.post(
                "/apis/kueue.x-k8s.io/v1beta2/workloadpriorityclasses",
                "{apiVersion: kueue.x-k8s.io/v1beta2, kind: WorkloadPriorityClass, metadata: {name: high}, value: 5}");
        cluster.api().post(AdmissionCluster.JOBS.formatted(team), job);
        Waiting.until(
                "it to run", () -> !cluster.api().get(one).at("/spec/suspend").asBoolean(true));

        assertThat(refusedLabel(one, "queue-name: other"))
                .contains("metadata.labels[kueue.x-k8s.io/queue-name]: ", "field is immutable");
        assertThat(refusedLabel(one, "queue-name: null"))
                .contains("metadata.labels[kueue.x-k8s.io/queue-name]: ", "field is immutable");
        assertThat(refusedLabel(one, "max-exec-time-seconds: '5'"))
                .contains("metadata.labels[kueue.x-k8s.io/max-exec-time-seconds]: ", "field is immutable");
        assertThat(refusedLabel(one, "prebuilt-workload-name: x"))
                .contains("metadata.labels[kueue.x-k8s.io/prebuilt-workload-name]: ", "field is immutable");
        assertThat(refusedLabel(one, "priority-class: null"))
                .contains("WorkloadPriorityClass cannot be removed from a workload");
        cluster.patch(one, "{metadata: {labels: {kueue.x-k8s.io/priority-class: low}}}");
    }

    private String refusedLabel(String job, String label) {
        return cluster.refused(() -> cluster.patch(job, "{metadata: {labels: {kueue.x-k8s.io/" + label + "}}}"));
    }

    static Stream<Case> workloads() {
        return Stream.of(
                new Case("a request", "", "requests: {cpu: '1'}", "", ""),
                new Case("none", "", "", "", ""),
                new Case(
                        "a negative one",
                        "",
                        "requests: {memory: 1, cpu: '-1'}",
                        "spec.podSets[1].template.spec.containers[1].resources.requests[cpu]",
                        "must be greater than or equal to 0"),
                new Case(
                        "one of pods",
                        "",
                        "requests: {pods: 1}",
                        "spec.podSets[1].template.spec.containers[1].resources.requests[pods]",
                        "the key is reserved for internal kueue use"));
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void aWorkloadRequests(Case story) {
        String team = cluster.cluster().newNamespace("requests");
        ObjectNode workload = AdmissionCluster.yaml("""
            {apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: {name: w}, spec: {queueName: main, podSets: [
            {name: a, count: 1, template: {spec: {containers: [{name: c, image: i}]}}},
            {name: b, count: 1, template: {spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 1}}},
            {name: d, image: i, resources: {%s}}]}}}]}}\
            """.formatted(story.spec()));

        check(story, () -> cluster.api().post(AdmissionCluster.WORKLOADS.formatted(team), workload));
    }
}
