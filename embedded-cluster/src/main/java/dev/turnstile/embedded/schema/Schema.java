package dev.turnstile.embedded.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The shape of one kind, or of a part of it: a node to walk along, and the checks and changes of a whole object. */
public final class Schema {

    /** What a value is; {@code ANY} is a value of unknown shape, such as one that preserves unknown fields. */
    public enum Type {
        OBJECT,
        ARRAY,
        STRING,
        INTEGER,
        NUMBER,
        BOOLEAN,
        ANY
    }

    /** Who owns what in a list when several managers apply it. */
    public enum ListType {
        ATOMIC,
        SET,
        MAP
    }

    /** The schema of a custom resource, from {@code openAPIV3Schema}; apiVersion, kind and metadata are added. */
    public static Schema ofCustomResource(JsonNode openApiSchema) {
        throw new UnsupportedOperationException("not yet: " + openApiSchema);
    }

    public Type type() {
        throw new UnsupportedOperationException();
    }

    public @Nullable Schema property(String name) {
        throw new UnsupportedOperationException(name);
    }

    public @Nullable Schema items() {
        throw new UnsupportedOperationException();
    }

    public @Nullable Schema additionalProperties() {
        throw new UnsupportedOperationException();
    }

    public ListType listType() {
        throw new UnsupportedOperationException();
    }

    public List<String> listMapKeys() {
        throw new UnsupportedOperationException();
    }

    /** Whether an object is owned as a whole ({@code x-kubernetes-map-type: atomic}). */
    public boolean atomicMap() {
        throw new UnsupportedOperationException();
    }

    /** {@code merge}, {@code replace}, {@code retainKeys}, or several joined with commas; empty when not stated. */
    public String patchStrategy() {
        throw new UnsupportedOperationException();
    }

    public String patchMergeKey() {
        throw new UnsupportedOperationException();
    }

    public boolean preservesUnknownFields() {
        throw new UnsupportedOperationException();
    }

    public boolean embeddedResource() {
        throw new UnsupportedOperationException();
    }

    public boolean intOrString() {
        throw new UnsupportedOperationException();
    }

    public boolean nullable() {
        throw new UnsupportedOperationException();
    }

    /** Messages about fields that the schema does not know: {@code unknown field "spec.foo"}. */
    public List<String> unknownFields(ObjectNode object) {
        throw new UnsupportedOperationException(object.toString());
    }

    /** Removes the fields that the schema does not know. */
    public void prune(ObjectNode object) {
        throw new UnsupportedOperationException(object.toString());
    }

    /** Fills in the defaults of custom resources; those of built-in kinds are their strategies' business. */
    public void applyDefaults(ObjectNode object) {
        throw new UnsupportedOperationException(object.toString());
    }

    /**
     * What is wrong with a custom resource: structure, and rules ({@code x-kubernetes-validations}). What was wrong before and is
     * unchanged is let pass. Built-in kinds: nothing here, see {@link #decodingErrors}.
     *
     * @param old the stored object on an update, null on a create
     */
    public List<FieldError> validate(ObjectNode object, @Nullable ObjectNode old) {
        throw new UnsupportedOperationException(object + " " + old);
    }

    /**
     * Values of a built-in kind that Kubernetes could not decode, as in {@code json: cannot unmarshal string into Go struct field
     * JobSpec.spec.parallelism of type int32}: the request is bad (400), before any validation.
     */
    public List<String> decodingErrors(ObjectNode object) {
        throw new UnsupportedOperationException(object.toString());
    }
}
