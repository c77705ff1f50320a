package dev.turnstile.embedded.api.write;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.request.FieldChecks;
import dev.turnstile.embedded.api.request.PatchBody;
import dev.turnstile.embedded.api.request.RequestContext;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.patch.ApplyConflictException;
import dev.turnstile.embedded.patch.JsonPatch;
import dev.turnstile.embedded.patch.MergePatch;
import dev.turnstile.embedded.patch.PatchFailedException;
import dev.turnstile.embedded.patch.ServerSideApply;
import dev.turnstile.embedded.patch.StrategicMergePatch;
import dev.turnstile.embedded.schema.FieldError;
import dev.turnstile.embedded.schema.Schema;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Applies each kind of PATCH to an object. */
public final class Patches {
    private final Writes writes;

    public Patches(Writes writes) {
        this.writes = writes;
    }

    public Writes.Written patch(Target target, PatchBody body) {
        ResourceType type = target.type();
        if (body.type() == PatchType.APPLY) {
            checkRepeated(target.context(), body.duplicates());
            return apply(target, body.tree());
        }
        return writes.update(target, current -> {
            ObjectNode patched = patched(type, type.schema(), body, current);
            FieldChecks.expectKind(patched, type.apiVersion(), type.kind(), false);
            String shown = (body.type() == PatchType.STRATEGIC ? body.tree() : patched).toString();
            FieldChecks.checkFields(
                    type,
                    patched,
                    body.duplicates(),
                    List.of(),
                    target.context(),
                    complaint ->
                            ApiException.invalid("", "", "", List.of(FieldError.invalid("patch", shown, complaint))));
            return patched;
        });
    }

    private static void checkRepeated(RequestContext context, List<String> duplicates) {
        if (duplicates.isEmpty()) {
            return;
        }
        String message = "error strict decoding YAML: yaml: unmarshal errors:\n  " + String.join("\n  ", duplicates);
        switch (context.fieldValidation()) {
            case Ignore -> {}
            case Warn -> context.warn(message);
            case Strict -> throw ApiException.badRequest(message);
        }
    }

    /** The patched form of any object, of the type itself or of a subresource such as Scale. */
    static ObjectNode patched(ResourceType type, @Nullable Schema schema, PatchBody body, ObjectNode current) {
        JsonNode patch = body.tree();
        try {
            JsonNode patched = switch (body.type()) {
                case JSON -> JsonPatch.apply(current, patch);
                case MERGE -> MergePatch.apply(current, object(patch)).deepCopy();
                case STRATEGIC -> {
                    if (type.custom() || schema == null) {
                        throw ApiException.unsupportedMediaType("application/json-patch+json, "
                                + "application/merge-patch+json, application/apply-patch+yaml");
                    }
                    yield StrategicMergePatch.apply(current, object(patch), schema);
                }
                case APPLY -> throw new IllegalArgumentException("an apply needs the whole request");
            };
            return object(patched);
        } catch (PatchFailedException e) {
            throw failed(e);
        }
    }

    private static ObjectNode object(JsonNode node) {
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw ApiException.badRequest("the patch or its result is no JSON object but "
                + (node.toString().length() > 40 ? node.toString().substring(0, 40) + " ..." : node.toString()));
    }

    private static ApiException failed(PatchFailedException e) {
        String message = String.valueOf(e.getMessage());
        return e.code() == 422
                ? ApiException.rejected()
                : ApiException.of(e.code(), e.code() == 400 ? "BadRequest" : "", message);
    }

    private Writes.Written apply(Target target, JsonNode patch) {
        ResourceType type = target.type();
        ObjectNode applied = checkedApply(target, patch);
        ObjectNode metadata = Json.metadata(applied);
        Schema schema = type.schema();
        if (schema == null) {
            throw ApiException.unsupportedMediaType(
                    "application/merge-patch+json: " + type.kind() + " has no schema to apply by");
        }
        while (true) {
            try {
                return writes.updateUntracked(target, current -> merged(target, schema, current, applied.deepCopy()));
            } catch (ApiException e) {
                if (e.code() != 404
                        || !target.subresource().isEmpty()
                        || !e.reason().equals("NotFound")
                        || !isMissing(target)) {
                    throw e;
                }
            }
            if (!Json.text(metadata, "resourceVersion").isEmpty()
                    || !Json.text(metadata, "uid").isEmpty()) {
                throw ApiException.conflict(
                        type.groupResource(),
                        target.name(),
                        "the object to apply to does not exist, but the patch names its version or uid");
            }
            try {
                return writes.createApplied(target, merged(target, schema, null, applied.deepCopy()));
            } catch (ApiException e) {
                if (!e.reason().equals("AlreadyExists")) {
                    throw e;
                }
            }
        }
    }

    /** The applied configuration with the name and namespace of its target, if it does not contradict the request. */
    private ObjectNode checkedApply(Target target, JsonNode patch) {
        if (target.context().fieldManager().isEmpty()) {
            throw ApiException.invalid(
                    "meta.k8s.io",
                    "PatchOptions",
                    "",
                    List.of(FieldError.required("fieldManager", "is required for apply patch")));
        }
        ObjectNode applied = object(patch);
        FieldChecks.expectKind(
                applied, target.type().apiVersion(), target.type().kind(), false);
        ObjectNode metadata = Json.metadata(applied);
        String name = target.name();
        String given = Json.text(metadata, "name");
        if (given.isEmpty()) {
            if (target.subresource().isEmpty() && isMissing(target)) {
                throw ApiException.badRequest(
                        "the name of the object (" + name + " based on URL) was undeterminable: name must be provided");
            }
            metadata.put("name", name);
        } else if (!given.equals(name)) {
            throw ApiException.badRequest(
                    "the name of the object (" + given + ") does not match the name on the URL (" + name + ")");
        }
        Writes.placeInNamespace(target.type(), target.namespace(), metadata);
        if (!Json.items(metadata, "managedFields").isEmpty()) {
            throw ApiException.badRequest("metadata.managedFields must be nil");
        }
        return applied;
    }

    private boolean isMissing(Target target) {
        return writes.shelf(target.type()).get(target.key()) == null;
    }

    private ObjectNode merged(Target target, Schema schema, @Nullable ObjectNode current, ObjectNode applied) {
        try {
            refuseUnknown(target.type(), schema, applied);
            ObjectNode merged = ServerSideApply.apply(
                    schema,
                    current,
                    applied,
                    writes.writer(target),
                    target.context().force());
            FieldChecks.checkFields(target.type(), merged, List.of(), target.context());
            return merged;
        } catch (ApplyConflictException e) {
            ApiException conflict = ApiException.of(409, "Conflict", message(e));
            e.conflicts().forEach(each -> conflict.withCause("FieldManagerConflict", each.message(), each.field()));
            throw conflict;
        } catch (PatchFailedException e) {
            throw failed(e);
        }
    }

    /** An apply names fields to own, so an unknown one is refused whatever the field validation says. */
    private static void refuseUnknown(ResourceType type, Schema schema, ObjectNode applied) {
        List<String> undeclared = schema.unknownFields(applied).stream()
                .map(unknown -> "." + unknown.substring(unknown.indexOf('"') + 1, unknown.lastIndexOf('"'))
                        + ": field not declared in schema")
                .toList();
        if (!undeclared.isEmpty()) {
            String named = Json.namespace(applied) + "/" + Json.name(applied) + "; " + type.apiVersion() + ", Kind="
                    + type.kind();
            throw ApiException.of(
                    500,
                    "",
                    "failed to create typed patch object (" + named + "): "
                            + (undeclared.size() == 1
                                    ? undeclared.getFirst()
                                    : "errors:\n  " + String.join("\n  ", undeclared)));
        }
    }

    private static String message(ApplyConflictException e) {
        if (e.getMessage() != null && !e.getMessage().isEmpty()) {
            return e.getMessage();
        }
        return "Apply failed with " + e.conflicts().size() + " conflicts: "
                + e.conflicts().stream()
                        .map(ApplyConflictException.Conflict::message)
                        .collect(Collectors.joining(", "));
    }
}
