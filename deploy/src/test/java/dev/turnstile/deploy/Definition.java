package dev.turnstile.deploy;

import dev.turnstile.model.meta.ResourceKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The CustomResourceDefinition of one kind, as it lies on the class path. */
record Definition(ResourceKind<?, ?> kind, JsonNode tree) {
    static final YAMLMapper YAML = new YAMLMapper();

    static Definition of(ResourceKind<?, ?> kind) {
        ClassLoader loader = Objects.requireNonNull(Definition.class.getClassLoader());
        try (InputStream file = Objects.requireNonNull(
                loader.getResourceAsStream(kind.definitionFile()), () -> "no " + kind.definitionFile())) {
            return new Definition(kind, YAML.readTree(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    JsonNode version() {
        return tree.path("spec").path("versions").get(0);
    }

    ObjectNode schema() {
        return (ObjectNode) version().path("schema").path("openAPIV3Schema");
    }
}
