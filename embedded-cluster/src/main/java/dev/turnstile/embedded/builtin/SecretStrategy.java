package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Secrets: stringData is merged into data; the type is immutable, and so is the data of an immutable secret. */
final class SecretStrategy implements ResourceStrategy {
    @Override
    public void complete(ObjectNode secret) {
        if (Json.text(secret, "type").isEmpty()) {
            secret.put("type", "Opaque");
        }
        encode(secret);
    }

    private static void encode(ObjectNode secret) {
        JsonNode plain = secret.remove("stringData");
        if (plain instanceof ObjectNode texts && !texts.isEmpty()) {
            ObjectNode data = Json.child(secret, "data");
            texts.properties()
                    .forEach(text -> data.put(
                            text.getKey(),
                            Base64.getEncoder()
                                    .encodeToString(Json.text(text.getValue()).getBytes(StandardCharsets.UTF_8))));
        }
    }

    @Override
    public List<FieldError> validateCreate(ObjectNode secret) {
        List<FieldError> errors = DataRules.validate(secret, "data");
        errors.addAll(SecretTypes.validate(secret));
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode secret, ObjectNode old, String subresource) {
        List<FieldError> errors = new ArrayList<>();
        if (!Json.text(secret, "type").equals(Json.text(old, "type"))) {
            errors.add(FieldError.invalid("type", Json.text(secret, "type"), "field is immutable"));
        }
        errors.addAll(DataRules.validateImmutable(secret, old, "data"));
        errors.addAll(validateCreate(secret));
        return errors;
    }

    @Override
    public Map<String, String> selectableFields(ObjectNode secret) {
        return Map.of("type", Json.text(secret, "type"));
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(
                Columns.text(
                        "Type",
                        "Used to facilitate programmatic handling of secret data.",
                        0,
                        secret -> Json.text(secret, "type")),
                Columns.count("Data", "Number of entries", secret -> DataRules.count(secret, "data")));
    }
}
