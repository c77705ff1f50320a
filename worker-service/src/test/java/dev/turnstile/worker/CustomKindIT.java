package dev.turnstile.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.testing.Waiting;
import dev.turnstile.worker.job.BatchJob;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** A CRD of one's own waits, runs, is preempted by nobody and ends like any Job: one class and one registration. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CustomKindIT {
    private static final String DEFINITION = """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: trainingruns.example.com}
        spec:
          group: example.com
          scope: Namespaced
          names: {plural: trainingruns, singular: trainingrun, kind: TrainingRun}
          versions:
          - name: v1
            served: true
            storage: true
            subresources: {status: {}}
            schema:
              openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
        """;
    /** As docs/custom-kinds.md says. */
    private static final String RIGHTS = """
        [{apiGroups: [example.com], resources: [trainingruns], verbs: [get, list, watch, patch]},
        {apiGroups: [example.com], resources: [trainingruns/status], verbs: [patch]}]\
        """;

    private static final String RUNS = "/apis/example.com/v1/namespaces/%s/trainingruns";

    private AdmissionCluster cluster;

    @BeforeAll
    void start() {
        cluster = AdmissionCluster.with(DEFINITION, RIGHTS, new BatchJob(), new TrainingRuns());
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    private void create(String team, String name, String annotations) {
        cluster.post(RUNS.formatted(team), """
            {apiVersion: example.com/v1, kind: TrainingRun, metadata: {name: %s, labels: {kueue.x-k8s.io/queue-name:
            main}, annotations: {%s}}, spec: {paused: false, workers: 2, template: {spec: {restartPolicy: Never,
            containers: [{name: c, image: 'example.com/app:1', resources: {requests: {cpu: '1'}}}]}}}}
            """.formatted(name, annotations));
    }

    private JsonNode run(String team, String name) {
        return cluster.api().get(RUNS.formatted(team) + "/" + name);
    }

    private void eventually(String team, String name, boolean paused) {
        Waiting.until(
                name + (paused ? " to be paused" : " to run"),
                () -> run(team, name).at("/spec/paused").asBoolean(false) == paused
                        && cluster.workloads(team).stream()
                                .anyMatch(workload -> workload.at("/metadata/name")
                                        .asString("")
                                        .startsWith("trainingrun-" + name)));
    }

    @Test
    void itWaitsRunsAndEndsAndTheNextOneFollows() {
        String team = cluster.team("train", 2);
        create(team, "first", "");
        eventually(team, "first", false);
        Waiting.until(
                "the pods to be told where they belong",
                () -> run(team, "first")
                        .path("spec")
                        .path("template")
                        .path("metadata")
                        .path("labels")
                        .path("kueue.x-k8s.io/cluster-queue-name")
                        .asString("")
                        .equals(team));
        create(team, "second", "");
        eventually(team, "second", true);

        cluster.patch(RUNS.formatted(team) + "/first/status", "{status: {phase: Succeeded}}");

        eventually(team, "second", false);
        Waiting.until("its start to be told", () -> cluster.told(team, "TrainingRun", "second", "Started", team));
    }

    @Test
    void aSchedulingGateHoldsItAsWell() {
        String team = cluster.team("held", 2);
        create(team, "gated", "kueue.x-k8s.io/scheduling-gated-by: example.com/mine");
        Waiting.until(
                "it to be paused and told why",
                () -> run(team, "gated").at("/spec/paused").asBoolean(false)
                        && cluster.told(team, "TrainingRun", "gated", "SchedulingGated", "example.com/mine"));
        assertThat(cluster.workloads(team)).isEmpty();

        cluster.patch(
                RUNS.formatted(team) + "/gated",
                "{metadata: {annotations: {kueue.x-k8s.io/scheduling-gated-by: null}}}");

        eventually(team, "gated", false);
    }
}
