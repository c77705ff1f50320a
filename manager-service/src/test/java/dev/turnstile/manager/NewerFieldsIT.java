package dev.turnstile.manager;

import static dev.turnstile.manager.FleetObjects.MANAGER;
import static dev.turnstile.manager.FleetObjects.WORKLOAD;
import static dev.turnstile.manager.FleetObjects.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.NewerWorkloads;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a newer version puts into the entries of a Workload's lists survives what the manager writes of them, in both
 * clusters. No worker-service runs; what it would write is written by hand.
 */
@Timeout(240)
class NewerFieldsIT {
    private static final String GATE = "kueue.x-k8s.io/multikueue";
    private static final String TIME = "lastTransitionTime: '2026-01-01T12:00:00Z'";
    private static TestFleet fleet;

    @BeforeAll
    static void start() {
        fleet = new TestFleet(List.of("worker1"), false);
        NewerWorkloads.serve(fleet.api(MANAGER));
        NewerWorkloads.serve(fleet.api("worker1"));
    }

    @AfterAll
    static void stop() {
        fleet.close();
    }

    private static JsonNode entry(JsonNode workload, String part, String list, String name) {
        for (JsonNode entry : workload.path(part).path(list)) {
            if (entry.path("name").asString(entry.path("type").asString("")).equals(name)) {
                return entry;
            }
        }
        return MissingNode.getInstance();
    }

    private static String newer(JsonNode workload, String part, String list, String name) {
        return entry(workload, part, list, name).path(NewerWorkloads.FIELD).asString("");
    }

    private static void mark(ObjectNode workload, String part, String list, String name, String mark) {
        ((ObjectNode) entry(workload, part, list, name)).put(NewerWorkloads.FIELD, mark);
    }

    private static ObjectNode here(String namespace) {
        return (ObjectNode) fleet.get(MANAGER, WORKLOAD, namespace, "one");
    }

    private static ObjectNode there(String namespace) {
        return (ObjectNode) fleet.get("worker1", WORKLOAD, namespace, "one");
    }

    private static void write(String cluster, ObjectNode workload, String part) {
        ObjectNode patch = workload.objectNode();
        patch.set(part, workload.path(part));
        String namespace = workload.path("metadata").path("namespace").asString();
        if (part.equals("status")) {
            fleet.patchStatus(cluster, WORKLOAD, namespace, "one", patch.toString());
        } else {
            fleet.patch(cluster, WORKLOAD, namespace, "one", patch.toString());
        }
    }

    private static void reserved(String namespace) {
        fleet.create(MANAGER, WORKLOAD, namespace, """
            {metadata: {name: one, namespace: %s}, spec: {queueName: main, priority: 1,
            preemptionGates: [{name: other}], podSets: [{name: main, count: 1,
            template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'example.com/app:1', resources:
            {requests: {cpu: '1'}}}]}}}]}}\
            """.formatted(namespace));
        fleet.patchStatus(MANAGER, WORKLOAD, namespace, "one", """
            {status: {admission: {clusterQueue: %1$s, podSetAssignments: [{name: main, count: 1, flavors: {cpu: default},
            resourceUsage: {cpu: '1'}}]}, conditions: [{type: QuotaReserved, status: 'True', reason: QuotaReserved,
            message: '', %2$s}], admissionChecks: [{name: mk, state: Pending, message: '', %2$s, newer: a},
            {name: other, state: Ready, message: '', %2$s, newer: b}]}}\
            """.formatted(namespace, TIME));
    }

    @Test
    void gatesPodSetsAndChecksLoseNothingOfTheirEntries() {
        String team = fleet.queues("newer", "4");
        try (ManagerRuntime manager = fleet.startManager("", "MultiKueueOrchestratedPreemption: true")) {
            reserved(team);
            eventually(
                    "there is a replica",
                    () -> !fleet.get("worker1", WORKLOAD, team, "one").isMissingNode());
            ObjectNode replica = there(team);
            mark(replica, "spec", "podSets", "main", "c");
            mark(replica, "spec", "preemptionGates", GATE, "d");
            write("worker1", replica, "spec");
            fleet.patch(MANAGER, WORKLOAD, team, "one", "{spec: {priority: 2}}");
            eventually(
                    "the replica has the priority",
                    () -> there(team).path("spec").path("priority").asInt() == 2);
            assertThat(newer(there(team), "spec", "podSets", "main")).isEqualTo("c");

            fleet.patchStatus("worker1", WORKLOAD, team, "one", """
                {status: {preemptionGates: [{name: %1$s, state: Closed, %2$s, newer: e},
                {name: other, state: Closed, %2$s, newer: f}], conditions: [{type: PreemptionBlocked, status: 'True',
                reason: PreemptionGated, message: '', %2$s, newer: g}]}}\
                """.formatted(GATE, TIME));
            eventually(
                    "the gate is open",
                    () -> entry(there(team), "status", "preemptionGates", GATE)
                            .path("state")
                            .asString("")
                            .equals("Open"));
            assertThat(newer(there(team), "status", "preemptionGates", GATE)).isEqualTo("e");
            assertThat(newer(there(team), "status", "preemptionGates", "other")).isEqualTo("f");
            assertThat(newer(there(team), "spec", "preemptionGates", GATE)).isEqualTo("d");

            fleet.patchStatus("worker1", WORKLOAD, team, "one", """
                {status: {admission: {clusterQueue: %1$s, podSetAssignments: [{name: main, count: 1,
                flavors: {cpu: default}, resourceUsage: {cpu: '1'}}]}, conditions: [
                {type: QuotaReserved, status: 'True', reason: QuotaReserved, message: '', %2$s},
                {type: Admitted, status: 'True', reason: Admitted, message: '', %2$s}]}}\
                """.formatted(team, TIME));
            eventually(
                    "it is placed",
                    () -> entry(here(team), "status", "admissionChecks", "mk")
                            .path("state")
                            .asString("")
                            .equals("Ready"));
            assertThat(newer(here(team), "status", "admissionChecks", "mk")).isEqualTo("a");
            assertThat(newer(here(team), "status", "admissionChecks", "other")).isEqualTo("b");
            assertThat(manager.active()).isTrue();
        }
    }
}
