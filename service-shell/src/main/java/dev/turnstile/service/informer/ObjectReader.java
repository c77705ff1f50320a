package dev.turnstile.service.informer;

import dev.turnstile.model.patch.UnknownFields;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes values of the JSON of objects.
 *
 * @param recordType what the values are made from; null where they keep the JSON, or are never written back
 */
record ObjectReader<T>(
        Function<ObjectNode, T> reader, @Nullable Class<?> recordType) {
    /** What was read of an object. */
    record Value<T>(T object, UnknownFields unknown) {}

    /** Reads an object. Half of its bytes may be managed fields, which nobody here reads. */
    Value<T> read(ObjectNode object) {
        if (object.get("metadata") instanceof ObjectNode metadata) {
            metadata.remove("managedFields");
        }
        return new Value<>(
                reader.apply(object), recordType == null ? UnknownFields.NONE : UnknownFields.of(recordType, object));
    }
}
