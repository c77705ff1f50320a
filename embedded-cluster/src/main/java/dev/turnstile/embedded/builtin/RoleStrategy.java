package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.Json;
import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.MetadataRules;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.schema.FieldError;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Roles and their bindings: any name that fits a path, and a binding keeps its role. */
final class RoleStrategy implements ResourceStrategy {
    @Override
    public MetadataRules.NameRule nameRule() {
        return MetadataRules.NameRule.PATH_SEGMENT;
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, String subresource) {
        JsonNode role = Json.at(object, "roleRef");
        JsonNode before = Json.at(old, "roleRef");
        return before != null && !before.equals(role)
                ? List.of(FieldError.invalid("roleRef", role, "cannot change roleRef"))
                : List.of();
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(Columns.text(
                "Created At", "when it was created", 1, object -> Json.text(object, "metadata", "creationTimestamp")));
    }
}
