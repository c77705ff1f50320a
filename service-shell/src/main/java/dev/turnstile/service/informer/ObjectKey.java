package dev.turnstile.service.informer;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Namespace and name of an object of a known kind; the namespace is empty where the kind has none. */
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {
    private static final Comparator<ObjectKey> ORDER =
            Comparator.comparing(ObjectKey::namespace).thenComparing(ObjectKey::name);

    /** The key of an object outside of namespaces. */
    public static ObjectKey of(String name) {
        return new ObjectKey("", name);
    }

    /** The key of an object as the API shows it. */
    public static ObjectKey of(ObjectNode object) {
        JsonNode metadata = object.path("metadata");
        return new ObjectKey(
                metadata.path("namespace").asString(""), metadata.path("name").asString(""));
    }

    // Written out, as every look into a map needs it: without the optimising compiler, what a record gets by itself
    // takes ten times as long.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof ObjectKey key && name.equals(key.name) && namespace.equals(key.namespace));
    }

    @Override
    public int hashCode() {
        return 31 * namespace.hashCode() + name.hashCode();
    }

    @Override
    public int compareTo(ObjectKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
