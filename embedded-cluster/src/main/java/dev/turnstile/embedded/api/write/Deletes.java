package dev.turnstile.embedded.api.write;

import dev.turnstile.embedded.admission.AdmissionRequest.Operation;
import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.DeleteOptions;
import dev.turnstile.embedded.api.GroupResource;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.wire.Conversion;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.store.ObjectKey;
import dev.turnstile.embedded.store.Shelf;
import dev.turnstile.embedded.store.Store;
import dev.turnstile.embedded.store.StoredObject;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Deletes objects: at once, or by setting the deletion time stamp if finalizers or a grace period require it. */
public final class Deletes {
    private static final String ORPHAN = "orphan";
    private static final String FOREGROUND = "foregroundDeletion";

    private final Store store;
    private final AdmissionChain admission;
    private final InstantSource time;

    public Deletes(Store store, AdmissionChain admission, InstantSource time) {
        this.store = store;
        this.admission = admission;
        this.time = time;
    }

    /** The last state of the object, and whether it is removed. */
    public record Deleted(ObjectNode object, boolean gone) {}

    public Deleted delete(Target target, DeleteOptions options) {
        ResourceType type = target.type();
        String warning = type.strategy().deletionWarning();
        if (options.propagation() == null && !warning.isEmpty()) {
            target.context().warn(warning);
        }
        ObjectKey key = target.key();
        Shelf shelf = store.shelf(type.storage().toString());
        while (true) {
            StoredObject stored = shelf.get(key);
            if (stored == null) {
                throw ApiException.notFound(type.groupResource(), key.name());
            }
            ObjectNode object = Conversion.served(type, stored);
            checkPreconditions(type, object, options);
            admission.delete(new AdmissionChain.Write(target, Operation.DELETE), object);
            Deleted deleted = attempt(
                    type, shelf, stored, object, options, target.context().dryRun() || options.dryRun());
            if (deleted != null) {
                return deleted;
            }
        }
    }

    private @Nullable Deleted attempt(
            ResourceType type,
            Shelf shelf,
            StoredObject stored,
            ObjectNode object,
            DeleteOptions options,
            boolean dryRun) {
        ObjectNode marked = object.deepCopy();
        long grace = type.strategy().gracePeriodSeconds(object, options.gracePeriodSeconds());
        propagate(marked, propagation(type, object, options));
        boolean already = Json.at(object, "metadata", "deletionTimestamp") != null;
        if (already) {
            long graceBefore = Json.number(object, 0, "metadata", "deletionGracePeriodSeconds");
            grace = Math.min(grace, graceBefore);
        }
        mark(type, marked, grace, already);
        if (finished(type, marked)) {
            if (dryRun) {
                return new Deleted(marked, true);
            }
            ObjectNode gone = type.strategy().endsGracefully() ? marked : object;
            StoredObject last = shelf.remove(stored, version -> Writes.serialise(type, gone, version));
            if (last == null) {
                return null;
            }
            type.strategy().committed(gone, true);
            return new Deleted(gone, true);
        }
        if (dryRun || ManagedFieldsTime.sameButForTime(object, marked)) {
            return new Deleted(marked, false);
        }
        StoredObject written = shelf.put(stored.key(), stored, version -> Writes.serialise(type, marked, version));
        if (written == null) {
            return null;
        }
        type.strategy().committed(marked, false);
        return new Deleted(marked, false);
    }

    private void mark(ResourceType type, ObjectNode object, long grace, boolean already) {
        ObjectNode metadata = Json.metadata(object);
        if (already && Json.number(metadata, 0, "deletionGracePeriodSeconds") == grace) {
            return;
        }
        metadata.put("deletionTimestamp", ApiObject.timestamp(time.instant().plusSeconds(grace)));
        metadata.put("deletionGracePeriodSeconds", grace);
        if (type.generation() && !already) {
            metadata.put("generation", Json.number(metadata, 0, "generation") + 1);
        }
        if (type.plural().equals("namespaces") && type.group().isEmpty()) {
            Json.child(object, "status").put("phase", "Terminating");
        }
    }

    private static DeleteOptions.@Nullable Propagation propagation(
            ResourceType type, ObjectNode object, DeleteOptions options) {
        boolean stated = options.propagation() != null
                || Json.texts(object, "metadata", "finalizers").stream()
                        .anyMatch(List.of(ORPHAN, FOREGROUND)::contains);
        return stated || !type.strategy().orphansByDefault() ? options.propagation() : DeleteOptions.Propagation.Orphan;
    }

    private static void propagate(ObjectNode object, DeleteOptions.@Nullable Propagation propagation) {
        if (propagation == null) {
            return;
        }
        ObjectNode metadata = Json.metadata(object);
        List<String> finalizers = new ArrayList<>(Json.texts(metadata, "finalizers"));
        finalizers.removeAll(List.of(ORPHAN, FOREGROUND));
        switch (propagation) {
            case Background -> {}
            case Orphan -> finalizers.add(ORPHAN);
            case Foreground -> finalizers.add(FOREGROUND);
        }
        metadata.remove("finalizers");
        if (!finalizers.isEmpty()) {
            ArrayNode array = metadata.putArray("finalizers");
            finalizers.forEach(array::add);
        }
    }

    /** Whether an object with a deletion time stamp has no finalizers and no grace period left. */
    static boolean finished(ResourceType type, ObjectNode object) {
        return Json.at(object, "metadata", "deletionTimestamp") != null
                && Json.number(object, 0, "metadata", "deletionGracePeriodSeconds") == 0
                && Json.items(object, "metadata", "finalizers").isEmpty()
                && !type.strategy().finalizing(object);
    }

    private static void checkPreconditions(ResourceType type, ObjectNode object, DeleteOptions options) {
        String uid = Json.text(object, "metadata", "uid");
        if (options.uid() != null && !options.uid().equals(uid)) {
            throw ApiException.conflict(
                    new GroupResource(type.group(), type.kind()),
                    Json.name(object),
                    "the UID in the precondition (" + options.uid() + ") does not match the UID in record (" + uid
                            + "). The object might have been deleted and then recreated");
        }
        String version = Json.text(object, "metadata", "resourceVersion");
        if (options.resourceVersion() != null && !options.resourceVersion().equals(version)) {
            throw ApiException.conflict(
                    new GroupResource(type.group(), type.kind()),
                    Json.name(object),
                    "the ResourceVersion in the precondition (" + options.resourceVersion()
                            + ") does not match the ResourceVersion in record (" + version
                            + "). The object might have been modified");
        }
    }
}
