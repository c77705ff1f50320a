package dev.turnstile.embedded.api.write;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.request.PatchBody;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.BuiltInSchemas;
import dev.turnstile.embedded.schema.FieldError;
import dev.turnstile.embedded.schema.GroupVersionKind;
import dev.turnstile.embedded.schema.Schema;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The scale subresource of one kind: its replicas shown and written as an autoscaling/v1 Scale. */
public final class ScaleWrites {
    private final Writes writes;
    private final Patches patches;
    private final ResourceType type;
    private final ResourceType.Scale paths;

    public ScaleWrites(Writes writes, Patches patches, ResourceType type, ResourceType.Scale paths) {
        this.writes = writes;
        this.patches = patches;
        this.type = type;
        this.paths = paths;
    }

    /** Replaces the Scale; the result is the Scale as it is then. */
    public ObjectNode replace(Target target, ObjectNode given) {
        return write(target, scale -> given.deepCopy());
    }

    /** Patches the Scale; the result is the Scale as it is then. */
    public ObjectNode patch(Target target, PatchBody body) {
        if (body.type() == PatchType.APPLY) {
            return apply(target, body.tree());
        }
        Schema schema = BuiltInSchemas.forKind(new GroupVersionKind("autoscaling", "v1", "Scale"))
                .orElse(null);
        return write(target, scale -> Patches.patched(type, schema, body, scale));
    }

    /** An applied Scale owns the field of the object that holds the replicas. */
    private ObjectNode apply(Target target, JsonNode patch) {
        ObjectNode partial = Json.object().put("apiVersion", type.apiVersion()).put("kind", type.kind());
        partial.putObject("metadata").put("name", target.name());
        set(partial, Json.number(patch, 0, "spec", "replicas"));
        return scale(
                patches.patch(target, PatchBody.of(PatchType.APPLY, partial)).tree());
    }

    private ObjectNode write(Target target, Writes.Edit edit) {
        Writes.Written written = writes.update(target, current -> {
            ObjectNode scale = edit.apply(scale(current));
            JsonNode replicas = Json.at(scale, "spec", "replicas");
            long wanted = replicas == null ? 0 : replicas.longValue();
            if (wanted < 0) {
                throw ApiException.invalid(
                        "autoscaling",
                        "Scale",
                        target.name(),
                        List.of(FieldError.invalid("spec.replicas", wanted, "must be greater than or equal to 0")));
            }
            String version = Json.text(scale, "metadata", "resourceVersion");
            String uid = Json.text(scale, "metadata", "uid");
            if (!version.isEmpty()) {
                Json.metadata(current).put("resourceVersion", version);
            }
            if (!uid.isEmpty()) {
                Json.metadata(current).put("uid", uid);
            }
            set(current, wanted);
            return current;
        });
        return scale(written.tree());
    }

    private void set(ObjectNode object, long replicas) {
        String[] steps = steps(paths.specReplicasPath());
        ObjectNode parent = object;
        for (String step : Arrays.copyOf(steps, steps.length - 1)) {
            parent = Json.child(parent, step);
        }
        parent.put(steps[steps.length - 1], replicas);
    }

    /** The object as an autoscaling/v1 Scale. */
    public ObjectNode scale(ObjectNode object) {
        ObjectNode scale = Json.object().put("kind", "Scale").put("apiVersion", "autoscaling/v1");
        ObjectNode metadata = scale.putObject("metadata");
        for (String field : List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
            JsonNode value = Json.at(object, "metadata", field);
            if (value != null) {
                metadata.set(field, value);
            }
        }
        ObjectNode spec = scale.putObject("spec");
        long replicas = Json.number(object, 0, steps(paths.specReplicasPath()));
        if (replicas != 0) {
            spec.put("replicas", replicas);
        }
        ObjectNode status = scale.putObject("status");
        status.put("replicas", Json.number(object, 0, steps(paths.statusReplicasPath())));
        String selector = selector(object, paths.labelSelectorPath());
        if (!selector.isEmpty()) {
            status.put("selector", selector);
        }
        return scale;
    }

    private static String selector(ObjectNode object, @Nullable String path) {
        if (path == null || path.isEmpty()) {
            return "";
        }
        JsonNode found = Json.at(object, steps(path));
        if (found instanceof ObjectNode selector) {
            ObjectNode labels = selector.get("matchLabels") instanceof ObjectNode matched ? matched : selector;
            return String.join(
                    ",",
                    labels.properties().stream()
                            .map(label -> label.getKey() + "=" + Json.text(label.getValue()))
                            .sorted()
                            .toList());
        }
        return Json.text(found);
    }

    private static String[] steps(String path) {
        return path.substring(path.startsWith(".") ? 1 : 0).split("\\.");
    }
}
