package dev.turnstile.model.patch;

import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.model.meta.ListMapKeys;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Which fields of a JSON object a record knows. */
final class RecordFields {
    /**
     * One field.
     *
     * @param content the record that it, or each entry of the list, is read into; null where it is no record
     * @param keys what entries of the list are distinguished by; empty where it is no such list
     * @param asRead whether it is kept as the JSON that it came as
     * @param values what it may be; empty where that is anything
     */
    record Field(@Nullable Class<?> content, List<String> keys, boolean asRead, Set<String> values) {}

    private static final ClassValue<Map<String, Field>> FIELDS = new ClassValue<>() {
        @Override
        protected Map<String, Field> computeValue(Class<?> type) {
            return fields(type);
        }
    };

    private RecordFields() {}

    /** By name; empty where there is no such record. */
    static Map<String, Field> of(@Nullable Class<?> type) {
        return type == null ? Map.of() : FIELDS.get(type);
    }

    private static Map<String, Field> fields(Class<?> type) {
        Map<String, Field> fields = new HashMap<>();
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                ListMapKeys keys = component.getAnnotation(ListMapKeys.class);
                fields.put(
                        component.getName(),
                        new Field(
                                content(component.getGenericType()),
                                keys == null ? List.of() : List.of(keys.value()),
                                component.getType() == ObjectNode.class,
                                values(component.getType())));
            }
        }
        return fields;
    }

    private static Set<String> values(Class<?> type) {
        return type.isEnum()
                ? Stream.of(type.getEnumConstants())
                        .map(value -> KubernetesJson.mapper().valueToTree(value).asString())
                        .collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }

    private static @Nullable Class<?> content(Type type) {
        return switch (type) {
            case Class<?> plain when plain.isRecord() -> plain;
            case ParameterizedType generic
            when generic.getRawType() == List.class -> content(generic.getActualTypeArguments()[0]);
            default -> null;
        };
    }
}
