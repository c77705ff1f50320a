package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Config maps: keys, size, immutability. */
final class ConfigMapStrategy implements ResourceStrategy {
    @Override
    public List<FieldError> validateCreate(ObjectNode object) {
        List<FieldError> errors = new ArrayList<>(DataRules.validate(object, "data", "binaryData"));
        if (object.get("data") instanceof ObjectNode data && object.get("binaryData") instanceof ObjectNode binary) {
            data.propertyNames().stream()
                    .filter(binary::has)
                    .forEach(key -> errors.add(
                            FieldError.invalid("data[" + key + "]", key, "duplicate of key present in binaryData")));
        }
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, String subresource) {
        List<FieldError> errors = new ArrayList<>(DataRules.validateImmutable(object, old, "data", "binaryData"));
        errors.addAll(validateCreate(object));
        return errors;
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(
                Columns.count("Data", "Number of entries", object -> DataRules.count(object, "data", "binaryData")));
    }
}
