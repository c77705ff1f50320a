package dev.turnstile.worker.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.meta.KubernetesJson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.node.ObjectNode;

class BatchJobTest {
    private final BatchJob jobs = new BatchJob();

    private static ObjectNode job(int parallelism, String annotations) {
        return KubernetesJson.tree(new Yaml().<Object>load("""
            apiVersion: batch/v1
            kind: Job
            metadata: {name: part, namespace: team, uid: one, annotations: {%s}}
            spec: {suspend: false, parallelism: %d, completions: 5, template: {spec: {restartPolicy: Never,
              containers: [{name: c, image: 'example.com/app:1'}]}}}
            """.formatted(annotations, parallelism)));
    }

    private static final String AT_LEAST_TWO = "kueue.x-k8s.io/job-min-parallelism: '2'";

    @Test
    void a_job_that_runs_with_as_many_pods_as_it_was_admitted_with_is_what_its_workload_was_made_for() {
        List<PodSet> made = jobs.podSets(job(5, AT_LEAST_TWO));
        assertThat(made.getFirst().minCount()).isEqualTo(2);

        assertThat(jobs.matches(job(5, AT_LEAST_TWO), made, List.of(5))).isTrue();
        assertThat(jobs.matches(job(3, AT_LEAST_TWO), made, List.of(3))).isTrue();
        assertThat(jobs.matches(job(2, AT_LEAST_TWO), made, List.of(2)))
                .as("at its minimum")
                .isTrue();
    }

    @Test
    void a_running_job_that_changes_its_shape_is_not() {
        List<PodSet> made = jobs.podSets(job(5, AT_LEAST_TWO));

        assertThat(jobs.matches(job(4, AT_LEAST_TWO), made, List.of(3))).isFalse();
        assertThat(jobs.matches(job(2, ""), made, List.of(2)))
                .as("its minimum was taken away")
                .isFalse();
        assertThat(jobs.matches(job(5, AT_LEAST_TWO), jobs.podSets(job(5, "")), List.of(5)))
                .as("it has a minimum now")
                .isFalse();
    }
}
