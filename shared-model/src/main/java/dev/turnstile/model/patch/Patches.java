package dev.turnstile.model.patch;

import dev.turnstile.model.meta.ApiObject;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.model.meta.ResourceKind;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes a patch from two states of an object: the one that was read, and the one that it should have.
 *
 * <p>The patch holds what differs and nothing else, so that a field that the writer left alone is never written,
 * whoever changed it meanwhile. Lists go in full; of their entries, those that are told apart by keys keep the fields
 * that the records do not know, if the JSON that was read is given.
 */
public final class Patches {
    private static final List<String> WRITABLE_METADATA =
            List.of("labels", "annotations", "finalizers", "ownerReferences");

    private Patches() {}

    /** The write of a status; none if nothing changes. */
    public static <T extends ApiObject> Optional<Patch> status(ResourceKind<T, ?> kind, T before, T after) {
        return status(kind, before, after, KubernetesJson.tree(before));
    }

    /** The write of a status; none if nothing changes. {@code read} is the JSON that {@code before} was read from. */
    public static <T extends ApiObject> Optional<Patch> status(
            ResourceKind<T, ?> kind, T before, T after, ObjectNode read) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        copyField(difference(kind, before, after, read), body, "status");
        return patch(kind, before, Subresource.STATUS, body);
    }

    /** The write of everything but the status; none if nothing changes. Metadata: only what users may write. */
    public static <T extends ApiObject> Optional<Patch> object(ResourceKind<T, ?> kind, T before, T after) {
        return object(kind, before, after, KubernetesJson.tree(before));
    }

    /** The same, with the JSON that {@code before} was read from. */
    public static <T extends ApiObject> Optional<Patch> object(
            ResourceKind<T, ?> kind, T before, T after, ObjectNode read) {
        ObjectNode body = difference(kind, before, after, read);
        body.remove("status");
        if (body.path("metadata") instanceof ObjectNode metadata) {
            metadata.retain(WRITABLE_METADATA);
            if (metadata.isEmpty()) {
                body.remove("metadata");
            }
        }
        return patch(kind, before, Subresource.OBJECT, body);
    }

    /**
     * The merge patch from one JSON tree to another: the fields that differ, those that went as null, lists in full.
     *
     * <p>Example: from {@code {a: 1, b: {c: 2, d: 3}}} to {@code {b: {c: 2, d: 4}}} it is {@code {a: null, b: {d: 4}}}.
     */
    public static ObjectNode between(ObjectNode before, ObjectNode after) {
        return new Difference(null).of(before, after, before);
    }

    private static <T extends ApiObject> ObjectNode difference(
            ResourceKind<T, ?> kind, T before, T after, ObjectNode read) {
        return new Difference(kind.type()).of(KubernetesJson.tree(before), KubernetesJson.tree(after), read);
    }

    private static void copyField(ObjectNode from, ObjectNode to, String name) {
        JsonNode value = from.get(name);
        if (value != null) {
            to.set(name, value);
        }
    }

    private static <T extends ApiObject> Optional<Patch> patch(
            ResourceKind<T, ?> kind, T before, Subresource subresource, ObjectNode body) {
        if (body.isEmpty()) {
            return Optional.empty();
        }
        String version = before.metadata().getResourceVersion();
        if (version != null) {
            ObjectNode metadata =
                    body.path("metadata") instanceof ObjectNode existing ? existing : body.putObject("metadata");
            metadata.put("resourceVersion", version);
        }
        String name = Objects.requireNonNull(before.metadata().getName(), "an object that was read has a name");
        return Optional.of(new Patch(kind.path(before.metadata().getNamespace(), name), subresource, body));
    }
}
