package dev.turnstile.embedded.api;

import dev.turnstile.embedded.schema.FieldError;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The rules of one kind beyond its schema. Called in this order for a write: schema defaults, {@link #complete},
 * {@link #admit}, mutating webhooks, complete again, prepare, validate, {@link #verify}, validating webhooks and
 * policies. The given objects are the request's own copies and may be changed by complete, prepare and admit;
 * {@code old} may not. The writer owns the fields that exist after the first complete; fields that admission and
 * prepare add have no owner.
 *
 * <p>Before these calls, status was removed from main writes and everything else from status writes (for kinds with a
 * status subresource), and name, uid, creationTimestamp and generation are set.
 */
public interface ResourceStrategy {
    /** For kinds without rules of their own. */
    ResourceStrategy NONE = new ResourceStrategy() {};

    /** Sets the defaults that Kubernetes sets when it reads a body. Applying them twice changes nothing. */
    default void complete(ObjectNode object) {}

    /**
     * Does what Kubernetes' compiled-in admission plug-ins do: sets fields from other objects, or refuses with an
     * {@link ApiException}.
     */
    default void admit(AdmittedWrite request) {}

    /** Refuses what those plug-ins refuse, by an {@link ApiException}, when nothing changes the object any longer. */
    default void verify(AdmittedWrite request) {}

    default void prepareForCreate(ObjectNode object) {}

    /** Whether a create may carry a status; false clears it, as the status subresource is there to write it. */
    default boolean keepsStatusOnCreate() {
        return false;
    }

    /** Whether a status write may also change labels and annotations, as it may for built-in kinds. */
    default boolean statusWritesMetadata() {
        return true;
    }

    /** Whether an update without resourceVersion overwrites whatever is there. */
    default boolean allowsUnconditionalUpdate() {
        return true;
    }

    /** Whether dependents are orphaned by a delete without a propagation policy; for most kinds they are deleted. */
    default boolean orphansByDefault() {
        return false;
    }

    /** The warning of a delete without a propagation policy; empty for none. */
    default String deletionWarning() {
        return "";
    }

    /** Whether an update of an object that does not exist creates it. */
    default boolean updatesCreate() {
        return false;
    }

    /** Whether the response to a delete carries the deleted object, and not only a Status. */
    default boolean returnsDeletedObject() {
        return false;
    }

    default MetadataRules.NameRule nameRule() {
        return MetadataRules.NameRule.SUBDOMAIN;
    }

    /** Whether finalizers outside of the metadata retain the object (a namespace's are in its spec). */
    default boolean finalizing(ObjectNode object) {
        return false;
    }

    /** @param subresource empty for the object itself, else "status", … */
    default void prepareForUpdate(ObjectNode object, ObjectNode old, String subresource) {}

    default List<FieldError> validateCreate(ObjectNode object) {
        return List.of();
    }

    default List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, String subresource) {
        return List.of();
    }

    /** Sentences for the Warning header. */
    default List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
        return List.of();
    }

    /** The fields of field selectors beside metadata.name and metadata.namespace; every supported key is in the map. */
    default Map<String, String> selectableFields(ObjectNode object) {
        return Map.of();
    }

    /** Columns between NAME and AGE. Empty: NAME and AGE alone (for a built-in kind). */
    default List<TableColumn> columns() {
        return List.of();
    }

    /** Whether {@link #columns} is the whole table, without NAME and AGE. */
    default boolean wholeTable() {
        return false;
    }

    /** Whether deleted objects end gracefully; then the response and the last event have the deletion time stamp. */
    default boolean endsGracefully() {
        return false;
    }

    /** Seconds between deletion and removal when the object has no finalizers; 0 removes at once. */
    default long gracePeriodSeconds(ObjectNode object, @Nullable Long requested) {
        return 0;
    }

    /** Whether an object stored at that version may lack defaults that were added to its schema later. */
    default boolean mayBeOutdated(long version) {
        return false;
    }

    /** Called after each write was stored, before the response; for effects that the client may rely on. */
    default void committed(ObjectNode object, boolean removed) {}

    /**
     * A write before it is validated.
     *
     * @param old null when the object is created
     * @param user the name of the requesting user
     */
    record AdmittedWrite(
            ResourceType type,
            ObjectNode object,
            Optional<ObjectNode> old,
            String subresource,
            String namespace,
            String user,
            boolean dryRun,
            ClusterClient client) {}
}
