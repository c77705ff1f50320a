package dev.turnstile.embedded.schema;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The schemas of the built-in kinds. */
public final class BuiltInSchemas {

    private BuiltInSchemas() {}

    /** Loaded on first use, then shared by all clusters of this JVM. */
    private static final class Loaded {
        static final Map<GroupVersionKind, Schema> KINDS = new HashMap<>();
        static final Schema OBJECT_META;

        static {
            JsonNode components = BuiltInOpenApi.load().path("components");
            Map<String, Schema> schemas = SchemaReader.components(components);
            components.forEachEntry((name, component) -> {
                for (JsonNode kind : component.path("x-kubernetes-group-version-kind")) {
                    Schema schema = schemas.get(name);
                    if (schema != null) {
                        KINDS.put(
                                new GroupVersionKind(
                                        kind.path("group").asString(""),
                                        kind.path("version").asString(""),
                                        kind.path("kind").asString("")),
                                schema);
                    }
                }
            });
            Schema meta = schemas.get("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
            if (meta == null) {
                throw new IllegalStateException("the built-in OpenAPI resource has no ObjectMeta; make it again");
            }
            OBJECT_META = meta;
        }
    }

    public static Optional<Schema> forKind(GroupVersionKind kind) {
        return Optional.ofNullable(Loaded.KINDS.get(kind));
    }

    static Schema objectMeta() {
        return Loaded.OBJECT_META;
    }
}
