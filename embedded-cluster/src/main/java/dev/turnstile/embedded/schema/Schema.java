package dev.turnstile.embedded.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schema of one kind, or of a part of it: a node to walk along, and the operations on a whole object.
 *
 * <p>Shared by all objects and clusters. Immutable once published; the fields are not final because schemas may refer
 * to themselves (JSONSchemaProps does), so {@link SchemaReader} has to close the circle.
 */
public final class Schema {

    /** The type of a value; {@code ANY} is a value of unknown type, such as one that preserves unknown fields. */
    public enum JsonType {
        OBJECT("object"),
        ARRAY("array"),
        STRING("string"),
        INTEGER("integer"),
        NUMBER("number"),
        BOOLEAN("boolean"),
        ANY("");

        private final String keyword;

        JsonType(String keyword) {
            this.keyword = keyword;
        }

        public String keyword() {
            return keyword;
        }
    }

    /** How several managers own a list that they apply. */
    public enum ListType {
        ATOMIC,
        SET,
        MAP
    }

    JsonType type = JsonType.ANY;
    String format = "";
    String typeName = "";
    Map<String, Schema> properties = Map.of();

    @Nullable
    Schema items;

    @Nullable
    Schema additionalProperties;

    ListType listType = ListType.ATOMIC;
    boolean listTypeStated;
    List<String> listMapKeys = List.of();
    boolean atomicMap;
    String patchStrategy = "";
    String patchMergeKey = "";
    boolean preservesUnknownFields;
    boolean embeddedResource;
    boolean intOrString;
    boolean nullable;

    /** What Kubernetes writes in these fields even if they are not set: structs and lists without {@code omitempty}. */
    Map<String, JsonNode> unsaid = Map.of();

    @Nullable
    JsonNode defaultValue;

    @Nullable
    JsonNode metadataRestriction;

    ValueRules valueRules = ValueRules.NONE;

    @Nullable
    CustomResourceRules customResource;

    Schema() {}

    /** The schema of a custom resource, from {@code openAPIV3Schema}; apiVersion, kind and metadata are added. */
    public static Schema ofCustomResource(JsonNode openApiSchema) {
        Schema known = ValidSchemas.find(openApiSchema);
        return known != null ? known : SchemaReader.customResource(openApiSchema);
    }

    public JsonType type() {
        return type;
    }

    /** As in {@code date-time}; empty when not stated. */
    public String format() {
        return format;
    }

    /** The Go type that a built-in schema stems from, as in {@code v1.PodSpec}; empty for others. */
    public String typeName() {
        return typeName;
    }

    public Map<String, Schema> properties() {
        return properties;
    }

    public @Nullable Schema property(String name) {
        return properties.get(name);
    }

    /**
     * The value of an unset field of a built-in kind, for fields that are never absent: a pod without a spec has an
     * empty one.
     */
    public @Nullable JsonNode unsaid(String name) {
        return unsaid.get(name);
    }

    public @Nullable Schema items() {
        return items;
    }

    public @Nullable Schema additionalProperties() {
        return additionalProperties;
    }

    /** The schema of an object's field, declared or by additionalProperties; null if it is unknown. */
    public @Nullable Schema field(String name) {
        Schema property = properties.get(name);
        return property != null ? property : additionalProperties;
    }

    public ListType listType() {
        return listType;
    }

    public List<String> listMapKeys() {
        return listMapKeys;
    }

    /** Whether an object is owned as a whole ({@code x-kubernetes-map-type: atomic}). */
    public boolean atomicMap() {
        return atomicMap;
    }

    /** {@code merge}, {@code replace}, {@code retainKeys}, or several joined with commas; empty when not stated. */
    public String patchStrategy() {
        return patchStrategy;
    }

    public String patchMergeKey() {
        return patchMergeKey;
    }

    public boolean preservesUnknownFields() {
        return preservesUnknownFields;
    }

    public boolean embeddedResource() {
        return embeddedResource;
    }

    public boolean intOrString() {
        return intOrString;
    }

    public boolean nullable() {
        return nullable;
    }

    public @Nullable JsonNode defaultValue() {
        return defaultValue;
    }

    /** The limits of values of this schema. */
    public ValueRules valueRules() {
        return valueRules;
    }

    /**
     * Messages about fields that the schema does not know: {@code unknown field "spec.foo"}; sorted for custom
     * resources, in the object's order for built-in kinds, as Kubernetes lists them.
     */
    public List<String> unknownFields(ObjectNode object) {
        List<String> paths = new ArrayList<>();
        UnknownFields.find(this, object, paths);
        if (customResource != null) {
            Collections.sort(paths);
        }
        return paths.stream().map(path -> "unknown field \"" + path + "\"").toList();
    }

    /** Removes the fields that the schema does not know. */
    public void prune(ObjectNode object) {
        UnknownFields.remove(this, object);
    }

    /** Sets the defaults of custom resources; the strategies of built-in kinds set theirs. */
    public void applyDefaults(ObjectNode object) {
        if (customResource != null) {
            Defaulting.apply(this, object);
        }
    }

    /**
     * Validates a custom resource: structure, and rules ({@code x-kubernetes-validations}). Errors that existed before
     * and are unchanged are ignored. Built-in kinds: nothing here, see {@link #decodingErrors}.
     *
     * @param old the stored object on an update, null on a create
     */
    public List<FieldError> validate(ObjectNode object, @Nullable ObjectNode old) {
        return customResource == null ? List.of() : customResource.validate(object, old);
    }

    /**
     * Values of a built-in kind that Kubernetes could not decode, as in {@code json: cannot unmarshal string into Go
     * struct field JobSpec.spec.parallelism of type int32}: the request is bad (400), before any validation. At most
     * one, as in Go.
     */
    public List<String> decodingErrors(ObjectNode object) {
        return customResource != null ? List.of() : Decoding.errors(this, object);
    }
}
