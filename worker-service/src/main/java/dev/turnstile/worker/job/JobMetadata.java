package dev.turnstile.worker.job;

import dev.turnstile.model.meta.KubernetesTime;
import dev.turnstile.service.apply.EventTarget;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The metadata of a job as far as it matters here. */
public record JobMetadata(
        ObjectKey key,
        String uid,
        Instant created,
        Map<String, String> labels,
        Map<String, String> annotations,
        boolean deleting) {
    /** Reads it. */
    public static JobMetadata of(ObjectNode job) {
        JsonNode metadata = job.path("metadata");
        return new JobMetadata(
                new ObjectKey(
                        metadata.path("namespace").asString(""),
                        metadata.path("name").asString("")),
                metadata.path("uid").asString(""),
                time(metadata.path("creationTimestamp").asString("")),
                map(metadata.path("labels")),
                map(metadata.path("annotations")),
                metadata.has("deletionTimestamp"));
    }

    /** Every object in the API has one; what tests make by hand may have none. */
    private static Instant time(String text) {
        return text.isEmpty() ? Instant.EPOCH : KubernetesTime.of(text);
    }

    static Map<String, String> map(JsonNode node) {
        Map<String, String> map = new TreeMap<>();
        node.properties()
                .forEach(entry -> map.put(entry.getKey(), entry.getValue().asString()));
        return map;
    }

    /** The object of events about it. */
    public EventTarget target(ApiResource resource) {
        return new EventTarget(resource.apiVersion(), resource.kind(), key.namespace(), key.name(), uid);
    }
}
