package dev.turnstile.worker;

import static dev.turnstile.worker.WorkerCluster.CHECK;
import static dev.turnstile.worker.WorkerCluster.CLUSTER_QUEUE;
import static dev.turnstile.worker.WorkerCluster.WORKLOAD;
import static dev.turnstile.worker.WorkerCluster.condition;
import static dev.turnstile.worker.WorkerCluster.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.NewerWorkloads;
import dev.turnstile.service.informer.ApiResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a newer version puts into the entries of a Workload's lists survives what the worker writes of them. */
@Timeout(300)
class NewerFieldsIT {
    private static final String TIME = "lastTransitionTime: '2026-11-18T12:00:00Z'";
    private final WorkerCluster cluster =
            WorkerCluster.withIdleNodes("featureGates: {MultiKueueOrchestratedPreemption: true}");

    /** A watch that began before goes on for a while without the field, as kube-apiserver serves it. */
    @BeforeEach
    void serve() {
        NewerWorkloads.serve(cluster.api());
        cluster.restartWorker();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    /** The field of an entry, or nothing. */
    private static String newer(JsonNode workload, String part, String list, String name) {
        for (JsonNode entry : workload.path(part).path(list)) {
            if (entry.path("name").asString(entry.path("type").asString("")).equals(name)) {
                return entry.path(NewerWorkloads.FIELD).asString("");
            }
        }
        return "";
    }

    @Test
    void anEvictionResetsChecksAndGatesAndLosesNothingOfTheirEntries() {
        cluster.create(CHECK, "", "{metadata: {name: prov}, spec: {controllerName: example.com/ctl}}");
        cluster.patchStatus(
                CHECK,
                "",
                "prov",
                "{status: {conditions: [{type: Active, status: 'True', reason: Active, message: works, " + TIME
                        + "}]}}");
        cluster.queue("4", "admissionChecksStrategy: {admissionChecks: [{name: prov}]},");
        cluster.create(WORKLOAD, "team", """
            {metadata: {name: one, namespace: team}, spec: {queueName: main, preemptionGates: [{name: gate, newer: a}],
             podSets: [{name: main, count: 1, newer: b, template: {spec: {restartPolicy: Never,
             containers: [{name: c, image: 'example.com/app:1', resources: {requests: {cpu: '1'}}}]}}}]}}
            """);
        eventually(
                "it waits for its check",
                () -> condition(workload(), "QuotaReserved").startsWith("True"));
        ObjectNode status = (ObjectNode) workload().path("status");
        mark(status.path("conditions"), "type", "QuotaReserved", "c");
        mark(status.path("admissionChecks"), "name", "prov", "d");
        mark(status.path("preemptionGates"), "name", "gate", "e");
        ((ObjectNode) status.path("preemptionGates").path(0)).put("state", "Open");
        cluster.patchStatus(
                WORKLOAD,
                "team",
                "one",
                status.objectNode().set("status", status).toString());

        cluster.patch(CLUSTER_QUEUE, "", "cq", "{spec: {stopPolicy: HoldAndDrain}}");

        eventually(
                "it is evicted, and all of it reset",
                () -> condition(workload(), "Evicted").startsWith("True")
                        && workload()
                                .path("status")
                                .path("admissionChecks")
                                .path(0)
                                .path("state")
                                .asString("")
                                .equals("Pending")
                        && workload()
                                .path("status")
                                .path("preemptionGates")
                                .path(0)
                                .path("state")
                                .asString("")
                                .equals("Closed"));
        JsonNode after = workload();
        assertThat(newer(after, "status", "conditions", "QuotaReserved")).isEqualTo("c");
        assertThat(newer(after, "status", "admissionChecks", "prov")).isEqualTo("d");
        assertThat(newer(after, "status", "preemptionGates", "gate")).isEqualTo("e");
        assertThat(newer(after, "spec", "preemptionGates", "gate")).isEqualTo("a");
        assertThat(newer(after, "spec", "podSets", "main")).isEqualTo("b");
    }

    @Test
    void anotherNumberOfPodsLosesNothingOfThePodSet() {
        cluster.queue("2", "");
        cluster.job("big", 5, "", "");
        cluster.eventuallyWaits("big", "");
        String name = cluster.workloadOf("big").path("metadata").path("name").asString();
        ObjectNode spec = (ObjectNode) cluster.workloadOf("big").path("spec");
        mark(spec.path("podSets"), "name", "main", "f");
        cluster.patch(
                WORKLOAD, "team", name, spec.objectNode().set("spec", spec).toString());

        cluster.patch(ApiResource.JOB, "team", "big", "{spec: {parallelism: 3}}");

        eventually(
                "it requests three pods",
                () -> cluster.workloadOf("big")
                                .path("spec")
                                .path("podSets")
                                .path(0)
                                .path("count")
                                .asInt()
                        == 3);
        assertThat(newer(cluster.workloadOf("big"), "spec", "podSets", "main")).isEqualTo("f");
    }

    private JsonNode workload() {
        return cluster.get(WORKLOAD, "team", "one");
    }

    private static void mark(JsonNode list, String key, String value, String mark) {
        for (JsonNode entry : list) {
            if (entry.path(key).asString().equals(value)) {
                ((ObjectNode) entry).put(NewerWorkloads.FIELD, mark);
                return;
            }
        }
        throw new AssertionError("no " + value + " in " + list);
    }
}
