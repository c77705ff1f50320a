package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The rules that secrets and config maps share: keys, size, immutability. */
final class DataRules {
    private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]+");
    private static final int MOST_BYTES = 1024 * 1024;
    private static final String KEY_WORDS =
            "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or"
                    + " 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

    private DataRules() {}

    static List<FieldError> validate(ObjectNode object, String... fields) {
        List<FieldError> errors = new ArrayList<>();
        long size = 0;
        for (String field : fields) {
            if (object.get(field) instanceof ObjectNode data) {
                for (var entry : data.properties()) {
                    String key = entry.getKey();
                    String path = field + "[" + key + "]";
                    if (!KEY.matcher(key).matches()) {
                        errors.add(FieldError.invalid(path, key, KEY_WORDS));
                    }
                    if (key.equals(".") || key.equals("..")) {
                        errors.add(FieldError.invalid(path, key, "must not be '" + key + "'"));
                    }
                    if (key.length() > 253) {
                        errors.add(FieldError.invalid(path, key, "must be no more than 253 characters"));
                    }
                    size += Json.text(entry.getValue()).length();
                }
            }
        }
        if (size > MOST_BYTES) {
            errors.add(FieldError.tooLong(fields[0], MOST_BYTES));
        }
        return errors;
    }

    static List<FieldError> validateImmutable(ObjectNode object, ObjectNode old, String... fields) {
        List<FieldError> errors = new ArrayList<>();
        if (Json.flag(old, "immutable")) {
            if (!Json.flag(object, "immutable")) {
                errors.add(FieldError.forbidden("immutable", "field is immutable when `immutable` is set"));
            }
            for (String field : fields) {
                if (!content(object, field).equals(content(old, field))) {
                    errors.add(FieldError.forbidden(field, "field is immutable when `immutable` is set"));
                }
            }
        }
        return errors;
    }

    private static JsonNode content(ObjectNode object, String field) {
        JsonNode data = Json.at(object, field);
        return data == null ? Json.object() : data;
    }

    static int count(ObjectNode object, String... fields) {
        int count = 0;
        for (String field : fields) {
            count += object.get(field) instanceof ObjectNode data ? data.size() : 0;
        }
        return count;
    }
}
