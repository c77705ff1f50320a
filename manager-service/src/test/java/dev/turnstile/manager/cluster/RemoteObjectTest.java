package dev.turnstile.manager.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a worker cluster that somebody else runs can have us write into our own. */
class RemoteObjectTest {
    private static ObjectNode json(String text) {
        return (ObjectNode) KubernetesJson.mapper().readTree(text.replace('\'', '"'));
    }

    private static JsonNode statusOf(String status) {
        RemoteObject<ObjectNode> read = RemoteObject.job(
                json("{'metadata': {'name': 'a', 'namespace': 'team', 'labels': {'kueue.x-k8s.io/multikueue-origin':"
                        + " 'here'}}, 'status': " + status + "}"),
                "here");
        return ((RemoteObject.Ours<ObjectNode>) read).object().path("status");
    }

    @Test
    void addressesAndNodesOfAnotherNetworkAreLeftOut() {
        assertThat(statusOf("{'phase': 'Running', 'podIP': '10.0.0.1', 'podIPs': [{'ip': '10.0.0.1'}], 'hostIP':"
                        + " '10.0.0.2', 'hostIPs': [{'ip': '10.0.0.2'}], 'nominatedNodeName': 'node-1',"
                        + " 'containerStatuses': [{'name': 'main', 'ready': true}]}"))
                .isEqualTo(json("{'phase': 'Running', 'containerStatuses': [{'name': 'main', 'ready': true}]}"));
    }

    @Test
    void textsAreCutWhereTheyArrive() {
        String endless = "x".repeat(100_000);

        assertThat(statusOf("{'conditions': [{'type': 'Failed', 'message': '" + endless + "'}]}")
                        .path("conditions")
                        .path(0)
                        .path("message")
                        .asString(""))
                .hasSize(4096)
                .endsWith("…");
        RemoteObject<Workload> workload = RemoteObject.workload(
                json("{'apiVersion': 'kueue.x-k8s.io/v1beta2', 'kind': 'Workload', 'metadata': {'name': 'a',"
                        + " 'namespace': 'team', 'labels': {'kueue.x-k8s.io/multikueue-origin': 'here'}}, 'spec':"
                        + " {'podSets': []}, 'status': {'conditions': [{'type': 'Finished', 'status': 'True',"
                        + " 'reason': '"
                        + endless
                        + "', 'message': '" + endless + "', 'lastTransitionTime': '2026-01-01T00:00:00Z'}]}}"),
                "here");

        assertThat(((RemoteObject.Ours<Workload>) workload).object().status().conditions())
                .singleElement()
                .satisfies(condition -> {
                    assertThat(condition.message()).hasSize(1024);
                    assertThat(condition.reason()).hasSize(1024);
                });
    }

    @Test
    void aTerminationMessageStaysWhole() {
        String message = "x".repeat(4096);

        assertThat(statusOf("{'containerStatuses': [{'state': {'terminated': {'message': '" + message + "'}}}]}")
                        .toString())
                .contains(message);
    }
}
