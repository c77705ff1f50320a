package dev.turnstile.model.meta;

import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The metadata of an object with something changed, as a copy: the official client's type can be written to. */
public final class Metadata {
    private Metadata() {}

    /** With a label, or without it where the value is null. */
    public static V1ObjectMeta withLabel(V1ObjectMeta metadata, String name, @Nullable String value) {
        return changed(metadata, copy -> copy.setLabels(changed(copy.getLabels(), name, value)));
    }

    /** With an annotation, or without it where the value is null. */
    public static V1ObjectMeta withAnnotation(V1ObjectMeta metadata, String name, @Nullable String value) {
        return changed(metadata, copy -> copy.setAnnotations(changed(copy.getAnnotations(), name, value)));
    }

    /** With a finalizer. */
    public static V1ObjectMeta withFinalizer(V1ObjectMeta metadata, String finalizer) {
        List<String> finalizers = Absent.list(metadata.getFinalizers());
        return finalizers.contains(finalizer)
                ? metadata
                : changed(metadata, copy -> {
                    List<String> more = new ArrayList<>(finalizers);
                    more.add(finalizer);
                    copy.setFinalizers(more);
                });
    }

    /** Without a finalizer. */
    public static V1ObjectMeta withoutFinalizer(V1ObjectMeta metadata, String finalizer) {
        return changed(
                metadata,
                copy -> copy.setFinalizers(Absent.list(metadata.getFinalizers()).stream()
                        .filter(name -> !name.equals(finalizer))
                        .toList()));
    }

    private static V1ObjectMeta changed(V1ObjectMeta metadata, Consumer<V1ObjectMeta> change) {
        V1ObjectMeta copy = KubernetesJson.read(KubernetesJson.tree(metadata), V1ObjectMeta.class);
        change.accept(copy);
        return copy;
    }

    private static Map<String, String> changed(@Nullable Map<String, String> map, String name, @Nullable String value) {
        Map<String, String> copy = new LinkedHashMap<>(Absent.map(map));
        if (value == null) {
            copy.remove(name);
        } else {
            copy.put(name, value);
        }
        return copy;
    }
}
