package dev.turnstile.playground.endurance;

import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.json.Json;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Objects as YAML, and where an API serves them. */
final class Manifest {
    private static final YAMLMapper YAML = YAMLMapper.builder().build();
    private static final Map<String, String> PLURALS = Map.ofEntries(
            Map.entry("Namespace", "namespaces"),
            Map.entry("Secret", "secrets"),
            Map.entry("Pod", "pods"),
            Map.entry("Job", "jobs"),
            Map.entry("CustomResourceDefinition", "customresourcedefinitions"),
            Map.entry("WorkloadPriorityClass", "workloadpriorityclasses"),
            Map.entry("ResourceFlavor", "resourceflavors"),
            Map.entry("ClusterQueue", "clusterqueues"),
            Map.entry("LocalQueue", "localqueues"),
            Map.entry("AdmissionCheck", "admissionchecks"),
            Map.entry("MultiKueueCluster", "multikueueclusters"),
            Map.entry("MultiKueueConfig", "multikueueconfigs"));

    private Manifest() {}

    /** Creates every document, in order. */
    static void create(HttpApi api, String yaml) {
        try (MappingIterator<JsonNode> documents =
                YAML.readerFor(JsonNode.class).readValues(yaml)) {
            while (documents.hasNextValue()) {
                if (documents.nextValue() instanceof ObjectNode object) {
                    api.post(collection(object), object);
                }
            }
        }
    }

    private static String collection(ObjectNode object) {
        String version = Json.text(object, "apiVersion");
        String namespace = Json.namespace(object);
        String kind = Json.text(object, "kind");
        String plural = PLURALS.get(kind);
        if (plural == null) {
            throw new IllegalArgumentException("where a " + kind + " is created is not known here");
        }
        return (version.equals("v1") ? "/api/v1" : "/apis/" + version)
                + (namespace.isEmpty() ? "" : "/namespaces/" + namespace)
                + "/"
                + plural;
    }
}
