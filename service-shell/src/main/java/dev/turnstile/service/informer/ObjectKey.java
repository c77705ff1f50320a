package dev.turnstile.service.informer;

import java.util.Comparator;
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

    @Override
    public int compareTo(ObjectKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
