package dev.turnstile.model.meta;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;

/**
 * How our kinds become JSON and back.
 *
 * <p>Reading passes over unknown fields and takes unknown enum values as missing. Writing leaves out what is missing
 * and lists and maps without entries; an object without fields stays, since a selector without requirements is not the
 * same as no selector.
 */
public final class KubernetesJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
            .addModule(new SimpleModule()
                    .addDeserializer(Instant.class, InstantReader.instants())
                    .addDeserializer(OffsetDateTime.class, InstantReader.offsets()))
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .withConfigOverride(List.class, override -> override.setInclude(nonEmpty()))
            .withConfigOverride(Map.class, override -> override.setInclude(nonEmpty()))
            .build();

    private KubernetesJson() {}

    private static JsonInclude.Value nonEmpty() {
        return JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS);
    }

    /** The mapper; immutable, for streams. */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    /** An object as a JSON tree. */
    public static ObjectNode tree(Object value) {
        return (ObjectNode) MAPPER.<JsonNode>valueToTree(value);
    }

    /** A JSON tree as an object. */
    public static <T> T read(JsonNode tree, Class<T> type) {
        return MAPPER.treeToValue(tree, type);
    }

    /** A JSON text as an object. */
    public static <T> T read(String json, Class<T> type) {
        return MAPPER.readValue(json, type);
    }

    /** An object as a JSON text. */
    public static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }
}
