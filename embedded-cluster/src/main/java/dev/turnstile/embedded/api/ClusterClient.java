package dev.turnstile.embedded.api;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The API from inside the process: the same code path as HTTP (admission, validation, conflicts, managedFields) without
 * the socket. An empty namespace means a cluster-scoped object, and all namespaces in lists and watches. What is
 * returned belongs to the caller. All methods throw {@link ApiException} with the Status that HTTP would answer.
 */
public interface ClusterClient {
    /**
     * The same access under another user and field manager, e.g.
     * {@code system:serviceaccount:kube-system:job-controller}.
     */
    ClusterClient as(String user, String fieldManager);

    /** What is served just now; a CRD adds to it. */
    List<ResourceType> types();

    /**
     * Has the listener called whenever {@link #types} may have changed. A definition is stored some time before it is
     * served, so that to watch definitions is not enough.
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
     * Calls the listener, one event at a time, with every change after the version; 0 begins with an ADDED for all that
     * exists. Never misses one: should the history be compacted meanwhile, the listener gets what a fresh list differs
     * by.
     */
    AutoCloseable watch(
            GroupVersionResource resource,
            String namespace,
            Selectors selectors,
            long afterVersion,
            Consumer<WatchEvent> listener);

    /** What a list returns, with the version to watch from. */
    record ListResult(List<ObjectNode> items, long version) {}
}
