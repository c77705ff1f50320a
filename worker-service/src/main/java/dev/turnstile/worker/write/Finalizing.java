package dev.turnstile.worker.write;

import dev.turnstile.model.meta.ApiObject;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.Finalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Our finalizer on objects; finalizers of others stay. */
public final class Finalizing {
    private Finalizing() {}

    /** Puts our finalizer on an object, which then stays until we remove it. */
    public static <T extends ApiObject> void add(ObjectWriter writer, Store<T> store, ObjectKey key)
            throws InterruptedException {
        writer.update(store, key, ObjectWriter.Part.MAIN, object -> {
            List<String> finalizers = finalizers(object);
            if (finalizers.contains(Finalizer.RESOURCE_IN_USE.text())
                    || object.metadata().getDeletionTimestamp() != null) {
                return null;
            }
            finalizers.add(Finalizer.RESOURCE_IN_USE.text());
            return patch(finalizers);
        });
    }

    /** Takes our finalizer off, so that an object that is deleted goes. */
    public static <T extends ApiObject> void remove(ObjectWriter writer, Store<T> store, ObjectKey key)
            throws InterruptedException {
        writer.update(store, key, ObjectWriter.Part.MAIN, object -> {
            List<String> finalizers = finalizers(object);
            return finalizers.remove(Finalizer.RESOURCE_IN_USE.text()) ? patch(finalizers) : null;
        });
    }

    private static List<String> finalizers(ApiObject object) {
        return new ArrayList<>(Objects.requireNonNullElse(object.metadata().getFinalizers(), List.of()));
    }

    private static ObjectNode patch(List<String> finalizers) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        ArrayNode array = patch.putObject("metadata").putArray("finalizers");
        finalizers.forEach(array::add);
        return patch;
    }
}
