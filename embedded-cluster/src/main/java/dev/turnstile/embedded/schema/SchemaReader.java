package dev.turnstile.embedded.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Reads schemas from OpenAPI: of a CRD, or of the published documents with their references. */
final class SchemaReader {

    private static final String REFERENCE = "#/components/schemas/";

    private static final Schema ANYTHING = anything();

    private final Map<String, Schema> read = new HashMap<>();
    private final JsonNode components;
    private final List<Runnable> afterwards = new ArrayList<>();

    private SchemaReader(JsonNode components) {
        this.components = components;
    }

    static Map<String, Schema> components(JsonNode components) {
        SchemaReader reader = new SchemaReader(components);
        for (String name : components.propertyNames()) {
            reader.component(name);
        }
        reader.afterwards.forEach(Runnable::run);
        return reader.read;
    }

    /** A custom resource's schema; the definition is assumed to be valid. */
    static Schema customResource(JsonNode openApiSchema) {
        SchemaReader reader = new SchemaReader(openApiSchema);
        Schema root = reader.structural(openApiSchema);
        reader.afterwards.forEach(Runnable::run);
        root.type = Schema.JsonType.OBJECT;
        asResource(root, openApiSchema);
        root.customResource = new CustomResourceRules(root, openApiSchema);
        return root;
    }

    /** The schema at a node of a custom resource definition, without what makes it a whole resource. */
    static Schema part(JsonNode openApiSchema) {
        SchemaReader reader = new SchemaReader(openApiSchema);
        return reader.structural(openApiSchema);
    }

    private Schema component(String name) {
        Schema known = read.get(name);
        if (known != null) {
            return known;
        }
        Schema schema = new Schema();
        read.put(name, schema);
        JsonNode source = components.path(name);
        fill(schema, source);
        schema.typeName = goName(name);
        boolean anyValue = !source.has("type") && !source.has("oneOf") && !source.has("format");
        if (schema.type == Schema.JsonType.OBJECT
                && schema.properties.isEmpty()
                && schema.additionalProperties == null) {
            schema.preservesUnknownFields = true;
        }
        if (anyValue || schema.preservesUnknownFields) {
            schema.preservesUnknownFields = true;
            schema.type = Schema.JsonType.ANY;
        }
        if (schema.format.equals("int-or-string")) {
            schema.intOrString = true;
        }
        if (name.endsWith(".resource.Quantity")) {
            schema.format = "quantity";
        }
        return schema;
    }

    /** {@code io.k8s.api.core.v1.PodSpec} is {@code v1.PodSpec} in Go. */
    private static String goName(String component) {
        int last = component.lastIndexOf('.');
        int before = component.lastIndexOf('.', last - 1);
        return component.substring(before + 1);
    }

    /** A node of the published documents: it may refer to a component, and may add to its properties. */
    private Schema documented(JsonNode source) {
        JsonNode reference = source.path("$ref");
        if (reference.isMissingNode() && source.path("allOf").size() == 1) {
            reference = source.path("allOf").path(0).path("$ref");
        }
        if (!reference.isString()) {
            Schema schema = new Schema();
            fill(schema, source);
            return schema;
        }
        Schema target = component(reference.stringValue().substring(REFERENCE.length()));
        if (!addsToReference(source)) {
            return target;
        }
        Schema schema = new Schema();
        afterwards.add(() -> {
            copy(target, schema);
            extensions(schema, source);
        });
        return schema;
    }

    private static boolean addsToReference(JsonNode source) {
        return source.has("x-kubernetes-patch-strategy") || source.has("x-kubernetes-map-type");
    }

    private static void copy(Schema from, Schema to) {
        to.type = from.type;
        to.format = from.format;
        to.typeName = from.typeName;
        to.properties = from.properties;
        to.unsaid = from.unsaid;
        to.items = from.items;
        to.additionalProperties = from.additionalProperties;
        to.atomicMap = from.atomicMap;
        to.preservesUnknownFields = from.preservesUnknownFields;
        to.intOrString = from.intOrString;
        to.valueRules = from.valueRules;
    }

    private void fill(Schema schema, JsonNode source) {
        shape(schema, source);
        schema.defaultValue = source.get("default");
        extensions(schema, source);
        Map<String, Schema> properties = new LinkedHashMap<>();
        source.path("properties").forEachEntry((name, property) -> properties.put(name, documented(property)));
        schema.properties = Collections.unmodifiableMap(properties);
        schema.unsaid = unsaid(source);
        if (source.has("items")) {
            schema.items = documented(source.path("items"));
        }
        if (source.path("additionalProperties").isObject()) {
            schema.additionalProperties = documented(source.path("additionalProperties"));
        }
    }

    /**
     * The published documents state a default for fields that are never absent, except for lists, which they only
     * require.
     */
    private static Map<String, JsonNode> unsaid(JsonNode source) {
        Map<String, JsonNode> unsaid = new HashMap<>();
        source.path("properties").forEachEntry((name, property) -> {
            if (property.has("default")) {
                unsaid.put(name, property.get("default"));
            }
        });
        for (String name : strings(source.path("required"))) {
            if (source.path("properties").path(name).path("type").asString("").equals("array")) {
                unsaid.put(name, JsonNodeFactory.instance.arrayNode());
            }
        }
        return Map.copyOf(unsaid);
    }

    /** A node of a CRD's schema: without references, with value rules and defaults. */
    private Schema structural(JsonNode source) {
        Schema schema = new Schema();
        shape(schema, source);
        extensions(schema, source);
        Map<String, Schema> properties = new LinkedHashMap<>();
        source.path("properties").forEachEntry((name, property) -> properties.put(name, structural(property)));
        schema.properties = Collections.unmodifiableMap(properties);
        if (source.path("items").isObject()) {
            schema.items = structural(source.path("items"));
        }
        JsonNode additional = source.path("additionalProperties");
        if (additional.isObject()) {
            schema.additionalProperties = structural(additional);
        } else if (additional.asBoolean(false)) {
            schema.additionalProperties = ANYTHING;
        }
        schema.nullable = source.path("nullable").asBoolean(false);
        schema.defaultValue = source.get("default");
        schema.valueRules = valueRules(source, schema.intOrString);
        if (schema.embeddedResource) {
            asResource(schema, source);
        }
        return schema;
    }

    /** Every whole object has these fields, whether or not its schema states them. */
    private static void asResource(Schema schema, JsonNode source) {
        Map<String, Schema> properties = new LinkedHashMap<>(schema.properties);
        JsonNode declared = source.path("properties").path("metadata");
        if (declared.has("properties")) {
            schema.metadataRestriction = declared;
        }
        Schema text = new Schema();
        text.type = Schema.JsonType.STRING;
        properties.putIfAbsent("apiVersion", text);
        properties.putIfAbsent("kind", text);
        properties.put("metadata", BuiltInSchemas.objectMeta());
        schema.properties = Collections.unmodifiableMap(properties);
    }

    private static Schema anything() {
        Schema schema = new Schema();
        schema.preservesUnknownFields = true;
        schema.nullable = true;
        return schema;
    }

    private static void shape(Schema schema, JsonNode source) {
        schema.type = type(source.path("type").asString(""));
        schema.format = source.path("format").asString("");
    }

    private static Schema.JsonType type(String keyword) {
        for (Schema.JsonType type : Schema.JsonType.values()) {
            if (type.keyword().equals(keyword)) {
                return type;
            }
        }
        return Schema.JsonType.ANY;
    }

    private static void extensions(Schema schema, JsonNode source) {
        JsonNode listType = source.path("x-kubernetes-list-type");
        schema.listTypeStated = listType.isString();
        schema.listType = switch (listType.asString("")) {
            case "set" -> Schema.ListType.SET;
            case "map" -> Schema.ListType.MAP;
            default -> Schema.ListType.ATOMIC;
        };
        schema.listMapKeys = strings(source.path("x-kubernetes-list-map-keys"));
        // Lists of built-in kinds that state only a patch strategy are owned accordingly.
        if (!schema.listTypeStated
                && source.path("x-kubernetes-patch-strategy").asString("").startsWith("merge")) {
            String mergeKey = source.path("x-kubernetes-patch-merge-key").asString("");
            schema.listType = mergeKey.isEmpty() ? Schema.ListType.SET : Schema.ListType.MAP;
            schema.listMapKeys = mergeKey.isEmpty() ? List.of() : List.of(mergeKey);
        }
        if (source.has("x-kubernetes-map-type")) {
            schema.atomicMap = source.path("x-kubernetes-map-type").asString("").equals("atomic");
        }
        schema.patchStrategy = source.path("x-kubernetes-patch-strategy").asString("");
        schema.patchMergeKey = source.path("x-kubernetes-patch-merge-key").asString("");
        schema.preservesUnknownFields |=
                source.path("x-kubernetes-preserve-unknown-fields").asBoolean(false);
        schema.embeddedResource = source.path("x-kubernetes-embedded-resource").asBoolean(false);
        schema.intOrString |= source.path("x-kubernetes-int-or-string").asBoolean(false);
    }

    private ValueRules valueRules(JsonNode source, boolean intOrString) {
        Set<String> types = intOrString
                ? new LinkedHashSet<>(List.of("integer", "string"))
                : source.has("type") ? Set.of(source.path("type").asString("")) : Set.of();
        List<JsonNode> allowed = new ArrayList<>();
        source.path("enum").forEach(allowed::add);
        ValueRules rules = new ValueRules(
                types,
                new LinkedHashSet<>(strings(source.path("required"))),
                List.copyOf(allowed),
                bound(source, "minimum", "exclusiveMinimum"),
                bound(source, "maximum", "exclusiveMaximum"),
                number(source.path("multipleOf")),
                whole(source.path("minLength")),
                whole(source.path("maxLength")),
                pattern(source.path("pattern").asString("")),
                whole(source.path("minItems")),
                whole(source.path("maxItems")),
                whole(source.path("minProperties")),
                whole(source.path("maxProperties")),
                nested(source));
        return rules.equals(ValueRules.NONE) ? ValueRules.NONE : rules;
    }

    private static ValueRules.@Nullable Bound bound(JsonNode source, String limit, String exclusive) {
        Double value = number(source.path(limit));
        return value == null
                ? null
                : new ValueRules.Bound(value, source.path(exclusive).asBoolean(false));
    }

    private ValueRules.Nested nested(JsonNode source) {
        if (!source.has("allOf") && !source.has("anyOf") && !source.has("oneOf") && !source.has("not")) {
            return ValueRules.Nested.NONE;
        }
        return new ValueRules.Nested(
                schemas(source.path("allOf")),
                schemas(source.path("anyOf")),
                schemas(source.path("oneOf")),
                source.has("not") ? structural(source.path("not")) : null);
    }

    private List<Schema> schemas(JsonNode sources) {
        List<Schema> schemas = new ArrayList<>();
        sources.forEach(source -> schemas.add(structural(source)));
        return List.copyOf(schemas);
    }

    private static @Nullable Pattern pattern(String expression) {
        if (expression.isEmpty()) {
            return null;
        }
        try {
            return Pattern.compile(expression);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "pattern '" + expression + "' of a custom resource definition is no RE2 expression: "
                            + e.getMessage(),
                    e);
        }
    }

    private static @Nullable Double number(JsonNode node) {
        return node.isNumber() ? node.asDouble() : null;
    }

    private static @Nullable Long whole(JsonNode node) {
        return node.isNumber() ? node.asLong() : null;
    }

    private static List<String> strings(JsonNode list) {
        if (!(list.size() > 0)) {
            return List.of();
        }
        List<String> strings = new ArrayList<>(list.size());
        list.forEach(item -> strings.add(item.asString("")));
        return List.copyOf(strings);
    }
}
