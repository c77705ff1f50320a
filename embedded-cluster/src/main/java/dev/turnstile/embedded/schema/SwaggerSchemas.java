package dev.turnstile.embedded.schema;

import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Schemas in OpenAPI v2, which has no null, no alternatives, and nothing beside a reference. What it cannot express is
 * omitted as kube-apiserver omits it, so that kubectl does not refuse what it cannot check.
 */
final class SwaggerSchemas {

    private static final String V3 = "#/components/schemas/";
    private static final String V2 = "#/definitions/";
    private static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";
    private static final String KINDS = "x-kubernetes-group-version-kind";
    private static final Set<String> NESTED = Set.of("items", "properties", "additionalProperties", "required", "type");
    private static final Set<String> UNKNOWN = Set.of("nullable", "allOf", "anyOf", "oneOf", "not");

    private SwaggerSchemas() {}

    /** The definition of a kind or another named schema; objects with unknown fields have only their type. */
    static ObjectNode definition(JsonNode schema) {
        if (!schema.path(PRESERVE).asBoolean(false)) {
            return converted(schema);
        }
        ObjectNode bare = JsonNodeFactory.instance.objectNode().put("type", "object");
        if (schema.has(KINDS)) {
            bare.set(KINDS, schema.path(KINDS));
        }
        return bare;
    }

    private static ObjectNode converted(JsonNode schema) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        JsonNode reference = schema.path("$ref");
        if (reference.isMissingNode() && schema.path("allOf").size() == 1) {
            reference = schema.path("allOf").path(0).path("$ref");
        }
        if (reference.isString()) {
            if (schema.has("description")) {
                out.set("description", schema.path("description"));
            }
            return out.put("$ref", V2 + reference.stringValue().substring(V3.length()));
        }
        for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
            if (!NESTED.contains(keyword.getKey()) && !UNKNOWN.contains(keyword.getKey())) {
                out.set(keyword.getKey(), keyword.getValue());
            }
        }
        boolean anything = schema.path("nullable").asBoolean(false)
                || schema.path(PRESERVE).asBoolean(false);
        if (!anything && schema.path("items").isObject()) {
            out.set("items", converted(schema.path("items")));
        }
        if (!anything && schema.path("properties").isObject()) {
            ObjectNode properties = out.putObject("properties");
            schema.path("properties").forEachEntry((name, field) -> properties.set(name, converted(field)));
        }
        JsonNode values = schema.path("additionalProperties");
        if (values.isObject()) {
            out.set("additionalProperties", converted(values));
        } else if (values.isBoolean()) {
            out.set("additionalProperties", values);
        }
        String type = type(schema);
        if (!type.isEmpty() && !(anything && type.equals("object")) && (!type.equals("array") || out.has("items"))) {
            out.put("type", type);
        }
        required(schema, out);
        return out;
    }

    private static String type(JsonNode schema) {
        if (schema.path("nullable").asBoolean(false)) {
            return "";
        }
        boolean alternatives = schema.has("oneOf")
                && !schema.path("x-kubernetes-int-or-string").asBoolean(false);
        return alternatives && !schema.has("type")
                ? "string"
                : schema.path("type").asString("");
    }

    private static void required(JsonNode schema, ObjectNode out) {
        List<String> names = schema.path("required")
                .valueStream()
                .map(name -> name.asString(""))
                .filter(name ->
                        !schema.path("properties").path(name).path("nullable").asBoolean(false))
                .toList();
        if (!names.isEmpty()
                && !schema.path("additionalProperties").path("nullable").asBoolean(false)) {
            ArrayNode array = out.putArray("required");
            names.forEach(array::add);
        }
    }
}
