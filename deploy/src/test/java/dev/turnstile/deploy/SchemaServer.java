package dev.turnstile.deploy;

import dev.turnstile.embedded.schema.FieldError;
import dev.turnstile.embedded.schema.Schema;
import dev.turnstile.model.meta.ResourceKind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Answers by the schema alone, with the embedded cluster's reading of it. */
final class SchemaServer implements RuleServer {
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

    Schema schema(ResourceKind<?, ?> kind) {
        return schemas.computeIfAbsent(
                kind.kind(), name -> Schema.ofCustomResource(Definition.of(kind).schema()));
    }

    @Override
    public List<Cause> tryToCreate(ResourceKind<?, ?> kind, ObjectNode object) {
        return validate(kind, object, null);
    }

    @Override
    public List<Cause> tryToPatch(
            ResourceKind<?, ?> kind, ObjectNode object, Subresource subresource, ObjectNode patch) {
        ObjectNode old = object.deepCopy();
        schema(kind).applyDefaults(old);
        List<Cause> before = validate(kind, old, null);
        if (!before.isEmpty()) {
            throw new AssertionError("the example starts from an object that is refused: " + before);
        }
        return validate(kind, Merged.of(old, patch), old);
    }

    private List<Cause> validate(ResourceKind<?, ?> kind, ObjectNode object, @Nullable ObjectNode old) {
        ObjectNode defaulted = object.deepCopy();
        schema(kind).applyDefaults(defaulted);
        return schema(kind).validate(defaulted, old).stream()
                .map(SchemaServer::cause)
                .toList();
    }

    private static Cause cause(FieldError error) {
        return new Cause(error.path(), error.detail());
    }
}
