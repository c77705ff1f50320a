package dev.turnstile.embedded.api;

import dev.turnstile.embedded.schema.FieldError;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The rules of one kind that its schema does not say. Called in this order for a write: schema defaults,
 * {@link #complete}, {@link #admit}, mutating webhooks, complete again, prepare, validate, {@link #verify}, validating
 * webhooks and policies. The objects given are the request's own copies and may be changed by complete, prepare and
 * admit; {@code old} may not. Of what is there after the first complete the writer owns the fields; what admission and
 * prepare add is nobody's.
 *
 * <p>The generic code has by then kept status out of main writes and all else out of status writes (for kinds with a
 * status subresource), and has set name, uid, creationTimestamp and generation.
 */
public interface ResourceStrategy {
    /** The rules of a kind that has none of its own. */
    ResourceStrategy NONE = new ResourceStrategy() {};

    /** The defaults that Kubernetes reads into a body which does not say them. Doing it twice changes nothing. */
    default void complete(ObjectNode object) {}

    /**
     * What Kubernetes' compiled-in admission plug-ins do: fill in from other objects, or refuse with an
     * {@link ApiException}.
     */
    default void admit(AdmittedWrite request) {}

    /** What those plug-ins refuse, by an {@link ApiException}, once nobody changes the object any more. */
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

    /** Whether dependents stay where a deletion does not say what becomes of them; they go with most kinds. */
    default boolean orphansByDefault() {
        return false;
    }

    /** What such a deletion is warned of; empty for nothing. */
    default String deletionWarning() {
        return "";
    }

    /** Whether an update of what is not there creates it. */
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

    /** Finalizers that do not stand in the metadata (a namespace's are in its spec). */
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

    /** What field selectors may ask beside metadata.name and metadata.namespace; every supported key is in the map. */
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

    /** Whether objects may take their time to end; they say when, to the last. */
    default boolean endsGracefully() {
        return false;
    }

    /** Seconds between deletion and removal when the object has no finalizers; 0 removes at once. */
    default long gracePeriodSeconds(ObjectNode object, @Nullable Long requested) {
        return 0;
    }

    /** Whether an object stored at that version may lack defaults that its schema got later. */
    default boolean mayBeOutdated(long version) {
        return false;
    }

    /** Runs after each write has been stored, before the answer; for what must be in force by then. */
    default void committed(ObjectNode object, boolean removed) {}

    /**
     * A write on its way in.
     *
     * @param old null when the object is created
     * @param user the name of who asks
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
