package dev.turnstile.embedded.api.write;

import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.request.RequestContext;
import dev.turnstile.embedded.api.request.ResourcePath;
import dev.turnstile.embedded.store.ObjectKey;

/**
 * What one write is about: the request, the kind, and the place of the object.
 *
 * @param namespace empty for cluster-scoped kinds
 * @param name empty for a create with {@code generateName}
 * @param subresource empty for the object itself
 */
public record Target(RequestContext context, ResourceType type, String namespace, String name, String subresource) {
    public Target {
        namespace = type.namespaced() ? namespace : "";
    }

    public static Target of(RequestContext context, ResourceType type, ResourcePath path) {
        return new Target(context, type, path.namespace(), path.name(), path.subresource());
    }

    Target named(String newName) {
        return new Target(context, type, namespace, newName, subresource);
    }

    /** The same object, itself instead of a subresource. */
    Target ofObject() {
        return new Target(context, type, namespace, name, "");
    }

    ObjectKey key() {
        return new ObjectKey(namespace, name);
    }
}
