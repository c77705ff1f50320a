package dev.turnstile.embedded.admission;

import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.UserInfo;
import dev.turnstile.embedded.schema.GroupVersionKind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A write that webhooks and policies can change or deny.
 *
 * @param kind of {@code object}: for {@code pods/eviction} that is {@code policy/v1, Kind=Eviction}
 * @param subresource empty for the object itself
 * @param name may be empty on a create with {@code generateName}
 * @param namespace empty for cluster-wide objects; for a Namespace its own name
 * @param object null on a delete
 * @param oldObject null on a create
 * @param options the CreateOptions, UpdateOptions, PatchOptions or DeleteOptions, with apiVersion and kind
 */
public record AdmissionRequest(
        Operation operation,
        GroupVersionKind kind,
        GroupVersionResource resource,
        String subresource,
        String name,
        String namespace,
        UserInfo user,
        @Nullable ObjectNode object,
        @Nullable ObjectNode oldObject,
        ObjectNode options,
        boolean dryRun) {

    public enum Operation {
        CREATE,
        UPDATE,
        DELETE,
        CONNECT
    }

    public AdmissionRequest withObject(ObjectNode changed) {
        return new AdmissionRequest(
                operation, kind, resource, subresource, name, namespace, user, changed, oldObject, options, dryRun);
    }
}
