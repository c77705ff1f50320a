package dev.turnstile.deploy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.model.meta.ListMapKeys;
import dev.turnstile.model.meta.ListSet;
import dev.turnstile.model.quantity.Quantity;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Holds a record against a schema, field by field and both ways, and collects in words what one has and the other has
 * not.
 */
final class SchemaComparison {
    private final List<String> differences = new ArrayList<>();

    private SchemaComparison() {}

    /** Of a kind: the fields that all objects have are left aside. */
    static List<String> ofKind(Class<?> kind, JsonNode schema) {
        SchemaComparison comparison = new SchemaComparison();
        comparison.compareFields("", kind, schema, Set.of("apiVersion", "kind", "metadata"), Set.of("spec", "status"));
        return comparison.differences;
    }

    private void compareFields(
            String path, Class<?> type, JsonNode schema, Set<String> leftAside, Set<String> neverMissing) {
        Set<String> inSchema = new TreeSet<>(schema.path("properties").propertyNames());
        Set<String> required = new TreeSet<>();
        schema.path("required").forEach(name -> required.add(name.stringValue()));
        for (RecordComponent component : type.getRecordComponents()) {
            String name = component.getName();
            String field = path + "." + name;
            if (!inSchema.remove(name)) {
                differences.add(field + ": in record " + type.getSimpleName() + ", not in the schema");
            } else if (!leftAside.contains(name)) {
                JsonNode property = schema.path("properties").path(name);
                compareType(field, component.getGenericType(), component, property);
                boolean mayBeMissing = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
                boolean alwaysThere = required.contains(name) || property.has("default") || neverMissing.contains(name);
                if (!isCollection(component.getType()) && mayBeMissing == alwaysThere) {
                    differences.add(field + ": " + (mayBeMissing ? "@Nullable" : "never null") + " in the record, "
                            + (alwaysThere ? "required or with a default" : "optional") + " in the schema");
                } else if (isCollection(component.getType()) && mayBeMissing) {
                    differences.add(field + ": a list or map of a record is empty where it is missing, never null");
                }
            }
        }
        for (String name : inSchema) {
            differences.add(path + "." + name + ": in the schema, not in record " + type.getSimpleName());
        }
        compareDefaults(path, type, schema);
    }

    private static boolean isCollection(Class<?> type) {
        return List.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    }

    private void compareType(String path, Type type, AnnotatedElement component, JsonNode schema) {
        switch (type) {
            case ParameterizedType generic
            when generic.getRawType() == List.class -> {
                expect(path, "type", "array", schema.path("type"));
                compareListType(path, component, schema);
                compareType(path + "[]", generic.getActualTypeArguments()[0], component, schema.path("items"));
            }
            case ParameterizedType generic
            when generic.getRawType() == Map.class -> {
                expect(path, "type", "object", schema.path("type"));
                compareType(
                        path + "{}",
                        generic.getActualTypeArguments()[1],
                        component,
                        schema.path("additionalProperties"));
            }
            case Class<?> plain -> comparePlainType(path, plain, schema);
            default -> differences.add(path + ": a record holds " + type + ", which has no place in a schema");
        }
    }

    private void comparePlainType(String path, Class<?> type, JsonNode schema) {
        if (type.isRecord()) {
            expect(path, "type", "object", schema.path("type"));
            compareFields(path, type, schema, Set.of(), Set.of());
        } else if (type.isEnum()) {
            expect(path, "type", "string", schema.path("type"));
            compareValues(path, type, schema.path("enum"));
        } else if (type == Quantity.class) {
            expect(path, "x-kubernetes-int-or-string", "true", schema.path("x-kubernetes-int-or-string"));
            expect(path, "maxLength", "24", schema.path("maxLength"));
        } else if (type == ObjectNode.class) {
            expect(path, "type", "object", schema.path("type"));
            expect(
                    path,
                    "x-kubernetes-preserve-unknown-fields",
                    "true",
                    schema.path("x-kubernetes-preserve-unknown-fields"));
        } else {
            compareScalar(path, type, schema);
        }
    }

    private void compareScalar(String path, Class<?> type, JsonNode schema) {
        String expected = Map.of(
                        String.class, "string",
                        Instant.class, "string date-time",
                        Boolean.class, "boolean",
                        Integer.class, "integer int32",
                        int.class, "integer int32",
                        Long.class, "integer int64",
                        long.class, "integer int64")
                .getOrDefault(type, "nothing that a schema knows");
        String actual = (schema.path("type").asString("missing")
                        + (schema.has("format") ? " " + schema.path("format").asString() : ""))
                + (schema.has("enum") ? " enum" : "");
        if (!expected.equals(actual)) {
            differences.add(path + ": " + expected + " in the record, " + actual + " in the schema");
        }
    }

    private void compareValues(String path, Class<?> type, JsonNode allowed) {
        Set<String> inRecord = new TreeSet<>();
        Arrays.stream(type.getFields())
                .map(constant -> constant.getAnnotation(JsonProperty.class))
                .filter(Objects::nonNull)
                .forEach(name -> inRecord.add(name.value()));
        Set<String> inSchema = new TreeSet<>();
        allowed.forEach(value -> inSchema.add(value.stringValue()));
        if (!inRecord.equals(inSchema)) {
            differences.add(path + ": values " + inRecord + " in the record, " + inSchema + " in the schema");
        }
    }

    private void compareListType(String path, AnnotatedElement component, JsonNode schema) {
        ListMapKeys keys = component.getAnnotation(ListMapKeys.class);
        String expected = keys != null ? "map" : component.isAnnotationPresent(ListSet.class) ? "set" : "atomic";
        expect(path, "x-kubernetes-list-type", expected, schema.path("x-kubernetes-list-type"));
        List<String> inSchema = new ArrayList<>();
        schema.path("x-kubernetes-list-map-keys").forEach(key -> inSchema.add(key.stringValue()));
        if (!inSchema.equals(keys == null ? List.of() : List.of(keys.value()))) {
            differences.add(path + ": keys differ, " + inSchema + " in the schema");
        }
    }

    private void compareDefaults(String path, Class<?> type, JsonNode schema) {
        ObjectNode defaults = KubernetesJson.mapper().createObjectNode();
        applyDefaults(defaults, schema);
        if (!defaults.isEmpty()) {
            JsonNode read = KubernetesJson.tree(
                    KubernetesJson.read(KubernetesJson.mapper().createObjectNode(), type));
            for (Map.Entry<String, JsonNode> field : defaults.properties()) {
                expect(
                        path + "." + field.getKey(),
                        "default",
                        field.getValue().asString(""),
                        read.path(field.getKey()));
                if (field.getValue().isObject() && !field.getValue().equals(read.path(field.getKey()))) {
                    differences.add(path + "." + field.getKey() + ": default " + read.path(field.getKey())
                            + " in the record, " + field.getValue() + " in the schema");
                }
            }
        }
    }

    private static void applyDefaults(ObjectNode object, JsonNode schema) {
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            if (property.getValue().has("default") && !object.has(property.getKey())) {
                object.set(
                        property.getKey(), property.getValue().path("default").deepCopy());
            }
            if (object.path(property.getKey()) instanceof ObjectNode nested) {
                applyDefaults(nested, property.getValue());
            }
        }
    }

    private void expect(String path, String what, String expected, JsonNode actual) {
        if (!expected.equals(actual.asString(""))) {
            differences.add(path + ": " + what + " " + expected + " in the record, "
                    + (actual.isMissingNode() ? "missing" : actual.toString()) + " in the schema");
        }
    }
}
