package dev.turnstile.manager.job;

import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.Label;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a copy in another cluster is called and marked with. */
final class CopiedMetadata {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private CopiedMetadata() {}

    /** Name, labels and annotations of the original, the mark of who made the copy, and the Workload that it is for. */
    static ObjectNode of(JsonNode original, ObjectKey workload, String origin) {
        ObjectNode metadata = JsonNodeFactory.instance
                .objectNode()
                .put("name", original.path("name").asString(""))
                .put("namespace", workload.namespace());
        ObjectNode labels = metadata.putObject("labels");
        original.path("labels").properties().forEach(label -> labels.set(label.getKey(), label.getValue()));
        labels.put(Label.MULTIKUEUE_ORIGIN.text(), origin);
        ObjectNode annotations = metadata.putObject("annotations");
        original.path("annotations").properties().forEach(entry -> annotations.set(entry.getKey(), entry.getValue()));
        annotations.remove(LAST_APPLIED);
        annotations.put(Annotation.PREBUILT_WORKLOAD_NAME.text(), workload.name());
        return metadata;
    }
}
