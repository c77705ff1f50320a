package dev.turnstile.manager.cluster;

import dev.turnstile.model.meta.CutText;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * What of a status is taken over from a worker cluster, which somebody else may run: what is kept ends in conditions,
 * events, logs and the console of our own cluster.
 */
final class RemoteTexts {
    /** Messages of conditions. */
    private static final int LONGEST_MESSAGE = 1024;
    /** Messages with which containers ended: as many as Kubernetes keeps. */
    private static final int LONGEST_TERMINATION_MESSAGE = 4096;
    /**
     * Addresses and nodes are those of another network. Here they would lead Services, whose selector matches the local
     * pod, to whatever has that address in our own.
     */
    private static final List<String> OF_ANOTHER_NETWORK =
            List.of("podIP", "podIPs", "hostIP", "hostIPs", "nominatedNodeName");

    private RemoteTexts() {}

    /** Cuts the texts in the status of a Workload. */
    static void ofWorkload(ObjectNode workload) {
        if (workload.get("status") instanceof ObjectNode status) {
            cut(status, LONGEST_MESSAGE);
        }
    }

    /** Removes from the status of a job or pod what has no meaning here, and cuts its texts. */
    static ObjectNode ofJob(ObjectNode status) {
        status.remove(OF_ANOTHER_NETWORK);
        cut(status, LONGEST_TERMINATION_MESSAGE);
        return status;
    }

    private static void cut(JsonNode node, int longest) {
        switch (node) {
            case ObjectNode object ->
                object.properties().forEach(field -> field.setValue(cutText(field.getValue(), longest)));
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    array.set(i, cutText(array.get(i), longest));
                }
            }
            default -> {}
        }
    }

    private static JsonNode cutText(JsonNode value, int longest) {
        if (value instanceof StringNode text && text.stringValue().length() > longest) {
            return StringNode.valueOf(CutText.of(text.stringValue(), longest));
        }
        cut(value, longest);
        return value;
    }
}
