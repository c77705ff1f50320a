package dev.turnstile.manager.cluster;

import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.Label;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is kept of an object in a worker cluster: all of it where this manager made it, else only how it stands in line.
 */
public sealed interface RemoteObject<T> {

    /** Made by this manager. */
    record Ours<T>(ObjectKey key, T object, String uid, String version, boolean leaving) implements RemoteObject<T> {}

    /**
     * Somebody else's; never touched.
     *
     * @param waiting what can be shown of it while it waits in a queue; null where it does not
     */
    record Foreign<T>(@Nullable WaitingWorkload waiting) implements RemoteObject<T> {}

    /** Reads a Workload. */
    static RemoteObject<Workload> workload(ObjectNode object, String origin) {
        RemoteTexts.ofWorkload(object);
        return isOurs(object, origin)
                ? ours(KubernetesJson.read(object, Workload.class), object)
                : new Foreign<>(WaitingWorkload.of(object));
    }

    /** Reads a job or pod, of which only the status and the name of its Workload are asked for. */
    static RemoteObject<ObjectNode> job(ObjectNode object, String origin) {
        if (!isOurs(object, origin)) {
            return new Foreign<>(null);
        }
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        kept.put(
                Annotation.PREBUILT_WORKLOAD_NAME.text(),
                object.path("metadata")
                        .path("annotations")
                        .path(Annotation.PREBUILT_WORKLOAD_NAME.text())
                        .asString(""));
        kept.set(
                "status",
                object.get("status") instanceof ObjectNode status ? RemoteTexts.ofJob(status) : kept.objectNode());
        return ours(kept, object);
    }

    private static boolean isOurs(ObjectNode object, String origin) {
        return object.path("metadata")
                .path("labels")
                .path(Label.MULTIKUEUE_ORIGIN.text())
                .asString("")
                .equals(origin);
    }

    private static <T> RemoteObject<T> ours(T value, ObjectNode object) {
        JsonNode metadata = object.path("metadata");
        return new Ours<>(
                new ObjectKey(
                        metadata.path("namespace").asString(""),
                        metadata.path("name").asString("")),
                value,
                metadata.path("uid").asString(""),
                metadata.path("resourceVersion").asString(""),
                metadata.has("deletionTimestamp"));
    }
}
