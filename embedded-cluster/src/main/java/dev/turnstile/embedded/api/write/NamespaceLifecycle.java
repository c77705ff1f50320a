package dev.turnstile.embedded.api.write;

import dev.turnstile.embedded.admission.AdmissionRequest.Operation;
import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.GroupResource;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.store.ObjectKey;
import dev.turnstile.embedded.store.Shelf;
import dev.turnstile.embedded.store.StoredObject;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Refuses creates in namespaces that do not exist or are terminating, and deletes of three system namespaces. */
public final class NamespaceLifecycle {
    private static final GroupResource NAMESPACES = new GroupResource("", "namespaces");
    private static final Set<String> IMMORTAL = Set.of("default", "kube-system", "kube-public");

    private final Shelf namespaces;

    public NamespaceLifecycle(Shelf namespaces) {
        this.namespaces = namespaces;
    }

    void check(AdmissionChain.Write write) {
        ResourceType type = write.target().type();
        boolean isNamespace = type.groupResource().equals(NAMESPACES);
        if (write.operation() == Operation.DELETE) {
            if (isNamespace && IMMORTAL.contains(write.target().name())) {
                throw ApiException.forbidden(NAMESPACES, write.target().name(), "this namespace may not be deleted");
            }
            return;
        }
        if (write.operation() != Operation.CREATE
                || !type.namespaced()
                || type.verbs().size() == 1) {
            return;
        }
        StoredObject namespace = namespaces.get(new ObjectKey("", write.target().namespace()));
        if (namespace == null) {
            throw ApiException.notFound(NAMESPACES, write.target().namespace());
        }
        if (!write.target().subresource().isEmpty()) {
            return;
        }
        ObjectNode tree = namespace.tree();
        if (Json.at(tree, "metadata", "deletionTimestamp") != null) {
            throw ApiException.forbidden(
                            type.groupResource(),
                            write.target().name(),
                            "unable to create new content in namespace "
                                    + write.target().namespace() + " because it is being terminated")
                    .withCause(
                            "NamespaceTerminating",
                            "namespace " + write.target().namespace() + " is being terminated",
                            "metadata.namespace");
        }
    }
}
