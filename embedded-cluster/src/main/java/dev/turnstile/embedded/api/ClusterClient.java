package dev.turnstile.embedded.api;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The API inside the process: the same code path as HTTP (admission, validation, conflicts, managedFields) without a
 * socket. An empty namespace means a cluster-scoped object, and all namespaces in lists and watches. Returned objects
 * belong to the caller. All methods throw {@link ApiException} with the Status that HTTP would return.
 */
public interface ClusterClient {
    /**
     * The same API as another user and field manager, e.g. {@code system:serviceaccount:kube-system:job-controller}.
     */
    ClusterClient as(String user, String fieldManager);

    /** The types that are served now; CRDs add to them. */
    List<ResourceType> types();

    /**
     * Calls the listener whenever {@link #types} may have changed. A definition is stored some time before it is
     * served, so a watch of definitions does not suffice.
     */
    void whenTypesChange(Runnable listener);

    Optional<ResourceType> type(GroupVersionResource resource);

    Optional<ObjectNode> get(GroupVersionResource resource, String namespace, String name);

    ListResult list(GroupVersionResource resource, String namespace, Selectors selectors);

    default ListResult list(GroupVersionResource resource, String namespace) {
        return list(resource, namespace, Selectors.EVERYTHING);
    }

    ObjectNode create(GroupVersionResource resource, ObjectNode object);

    /** Conflicts if {@code metadata.resourceVersion} is set and no longer current. */
    ObjectNode update(GroupVersionResource resource, ObjectNode object);

    ObjectNode updateStatus(GroupVersionResource resource, ObjectNode object);

    /** @param subresource empty for the object itself */
    ObjectNode patch(
            GroupVersionResource resource,
            String namespace,
            String name,
            PatchType type,
            JsonNode patch,
            String subresource);

    /** A POST to a subresource: {@code binding} and {@code eviction} of pods, {@code token} of service accounts. */
    ObjectNode post(GroupVersionResource resource, String namespace, String name, String subresource, ObjectNode body);

    /** A PUT of a subresource, such as {@code finalize} of namespaces. */
    ObjectNode put(GroupVersionResource resource, String namespace, String name, String subresource, ObjectNode body);

    void delete(GroupVersionResource resource, String namespace, String name, DeleteOptions options);

    /**
     * Calls the listener, one event at a time, with every change after the version; 0 begins with an ADDED event for
     * every existing object. Misses no change: if the history is compacted, the listener gets the differences from a
     * new list.
     */
    AutoCloseable watch(
            GroupVersionResource resource,
            String namespace,
            Selectors selectors,
            long afterVersion,
            Consumer<WatchEvent> listener);

    /** The result of a list, with the version to watch from. */
    record ListResult(List<ObjectNode> items, long version) {}
}
