package dev.turnstile.model.patch;

import dev.turnstile.model.meta.ListMapKeys;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Which fields of a JSON object a record knows. */
final class RecordFields {
    /**
     * One field.
     *
     * @param content the record that it, or each entry of the list, is read into; null where it is no record
     * @param keys what entries of the list are told apart by; empty where it is no such list
     * @param asRead whether it is kept as the JSON that it came as
     */
    record Field(@Nullable Class<?> content, List<String> keys, boolean asRead) {}

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
                                component.getType() == ObjectNode.class));
            }
        }
        return fields;
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
