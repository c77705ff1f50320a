package dev.turnstile.embedded.api.write;

import dev.turnstile.embedded.admission.AdmissionRequest.Operation;
import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.MetadataRules;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.request.FieldChecks;
import dev.turnstile.embedded.api.request.RequestContext;
import dev.turnstile.embedded.api.wire.Conversion;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.object.NameGenerator;
import dev.turnstile.embedded.patch.ManagedFields;
import dev.turnstile.embedded.patch.Writer;
import dev.turnstile.embedded.schema.FieldError;
import dev.turnstile.embedded.schema.Schema;
import dev.turnstile.embedded.store.ObjectKey;
import dev.turnstile.embedded.store.Shelf;
import dev.turnstile.embedded.store.Store;
import dev.turnstile.embedded.store.StoredObject;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.ObjectNode;

/** Creates and changes objects: one path for PUT, every kind of PATCH, apply, and the subresources that write. */
public final class Writes {
    private static final int NAME_ATTEMPTS = 8;

    private final Store store;
    private final AdmissionChain admission;
    private final InstantSource time;

    public Writes(Store store, AdmissionChain admission, InstantSource time) {
        this.store = store;
        this.admission = admission;
        this.time = time;
    }

    /** The result of a write, or of a dry run, as it is served. */
    public static final class Written {
        private final byte[] json;
        private final boolean created;

        public Written(byte[] json, boolean created) {
            this.json = json;
            this.created = created;
        }

        public byte[] json() {
            return json;
        }

        public boolean created() {
            return created;
        }

        public ObjectNode tree() {
            return Json.parse(json);
        }
    }

    /** Makes the new object from the current one, which is the callee's own copy. */
    public interface Edit {
        ObjectNode apply(ObjectNode current);
    }

    Shelf shelf(ResourceType type) {
        return store.shelf(type.storage().toString());
    }

    public Written create(Target target, ObjectNode object) {
        ObjectNode metadata = Json.metadata(object);
        placeInNamespace(target.type(), target.namespace(), metadata);
        String name = Json.text(metadata, "name");
        String base = Json.text(metadata, "generateName");
        if (!name.isEmpty() || base.isEmpty()) {
            return createNamed(target.named(name), object, true);
        }
        for (int attempt = 1; ; attempt++) {
            try {
                ObjectNode named = object.deepCopy();
                String generated = NameGenerator.from(base);
                Json.metadata(named).put("name", generated);
                return createNamed(target.named(generated), named, true);
            } catch (ApiException e) {
                if (!e.reason().equals("AlreadyExists") || attempt == NAME_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private Written createNamed(Target target, ObjectNode requested, boolean tracked) {
        ResourceType type = target.type();
        RequestContext context = target.context();
        ObjectNode metadata = Json.metadata(requested);
        if (!Json.text(metadata, "resourceVersion").isEmpty()
                && !Json.text(metadata, "resourceVersion").equals("0")) {
            throw ApiException.of(500, "", "resourceVersion should not be set on objects to be created");
        }
        complete(type, requested);
        if (tracked) {
            track(type, null, requested, writer(target));
        }
        AdmissionChain.Write write = new AdmissionChain.Write(target, Operation.CREATE);
        String uid = NameGenerator.uid();
        String created = ApiObject.timestamp(time.instant());
        ObjectNode object = admission.mutate(write, requested, null);
        if (replaced(object, requested)) {
            settle(type, object);
        }
        type.strategy().complete(object);
        ServerFields.stampNew(type, object, uid, created);
        if (type.status() && !type.strategy().keepsStatusOnCreate()) {
            object.remove("status");
        }
        type.strategy().prepareForCreate(object);
        EmptyFields.drop(type, object);
        List<FieldError> errors = new ArrayList<>(
                MetadataRules.validate(type, object, type.strategy().nameRule()));
        if (type.schema() != null) {
            errors.addAll(type.schema().validate(object, null));
        }
        errors.addAll(type.strategy().validateCreate(object));
        if (!errors.isEmpty()) {
            throw ApiException.invalid(type, Json.name(object), errors);
        }
        type.strategy().warnings(object, null).forEach(context::warn);
        ObjectKey key = new ObjectKey(target.namespace(), Json.name(object));
        Shelf shelf = shelf(type);
        if (shelf.get(key) != null) {
            throw ApiException.alreadyExists(type.groupResource(), key.name());
        }
        admission.validate(write, object, null);
        if (context.dryRun()) {
            return new Written(Json.bytes(object), true);
        }
        StoredObject stored = shelf.put(key, null, version -> serialise(type, object, version));
        if (stored == null) {
            throw ApiException.alreadyExists(type.groupResource(), key.name());
        }
        type.strategy().committed(object, false);
        return new Written(Conversion.servedJson(type, stored), true);
    }

    /** Prunes and defaults what a webhook returned, as a client's body, but without warnings. */
    private static void settle(ResourceType type, ObjectNode object) {
        Schema schema = type.schema();
        if (schema != null) {
            FieldChecks.checkTypes(type, object);
            schema.prune(object);
            schema.applyDefaults(object);
        }
    }

    @SuppressWarnings("ReferenceEquality") // whether a webhook gave another object, not whether it differs
    private static boolean replaced(ObjectNode object, ObjectNode requested) {
        return object != requested;
    }

    static void placeInNamespace(ResourceType type, String namespace, ObjectNode metadata) {
        String given = Json.text(metadata, "namespace");
        if (!type.namespaced()) {
            metadata.remove("namespace");
        } else if (given.isEmpty()) {
            metadata.put("namespace", namespace);
        } else if (!given.equals(namespace)) {
            throw ApiException.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }

    /** Changes an object as {@link #updateUntracked} does, and makes the writer the owner of the changed fields. */
    public Written update(Target target, Edit edit) {
        return update(target, true, edit);
    }

    /**
     * Changes an object. Retries if it changed in the meantime, unless the new object states a version. Owners of
     * fields stay as the edit leaves them.
     */
    Written updateUntracked(Target target, Edit edit) {
        return update(target, false, edit);
    }

    private Written update(Target target, boolean tracked, Edit edit) {
        Shelf shelf = shelf(target.type());
        while (true) {
            StoredObject stored = shelf.get(target.key());
            if (stored == null) {
                throw ApiException.notFound(target.type().groupResource(), target.name());
            }
            Written written = attempt(target, stored, tracked, edit);
            if (written != null) {
                return written;
            }
        }
    }

    private @Nullable Written attempt(Target target, StoredObject stored, boolean tracked, Edit edit) {
        ResourceType type = target.type();
        String subresource = target.subresource();
        RequestContext context = target.context();
        ObjectNode old = Conversion.served(type, stored);
        ObjectNode requested = edit.apply(old.deepCopy());
        checkPreconditions(type, old, requested);
        AdmissionChain.Write write = new AdmissionChain.Write(target, Operation.UPDATE);
        ServerFields.carryOver(type, old, requested, subresource);
        complete(type, requested);
        if (tracked) {
            track(type, old, requested, writer(target));
        }
        ObjectNode object = admission.mutate(write, requested, old);
        if (replaced(object, requested)) {
            settle(type, object);
        }
        type.strategy().complete(object);
        ServerFields.carryOver(type, old, object, subresource);
        type.strategy().prepareForUpdate(object, old, subresource);
        EmptyFields.drop(type, object);
        if (!subresource.equals("binding")) { // where a pod runs is not what it is
            ServerFields.countGeneration(type, old, object);
        }
        validateUpdate(type, old, object, subresource);
        type.strategy().warnings(object, old).forEach(context::warn);
        admission.validate(write, object, old);
        if (context.dryRun()) {
            return new Written(Json.bytes(object), false);
        }
        return commit(type, stored, old, object);
    }

    private @Nullable Written commit(ResourceType type, StoredObject stored, ObjectNode old, ObjectNode object) {
        Shelf shelf = shelf(type);
        if (ManagedFieldsTime.sameButForTime(old, object)) {
            if (shelf.get(stored.key()) == stored) {
                return new Written(Conversion.servedJson(type, stored), false);
            }
        } else if (Deletes.finished(type, object)) {
            StoredObject last = shelf.remove(stored, version -> serialise(type, object, version));
            if (last != null) {
                type.strategy().committed(object, true);
                return new Written(Conversion.servedJson(type, last), false);
            }
        } else {
            StoredObject written = shelf.put(stored.key(), stored, version -> serialise(type, object, version));
            if (written != null) {
                type.strategy().committed(object, false);
                return new Written(Conversion.servedJson(type, written), false);
            }
        }
        return null;
    }

    public static void checkName(ObjectNode object, String name) {
        String given = Json.name(object);
        if (!given.isEmpty() && !given.equals(name)) {
            throw ApiException.badRequest(
                    "the name of the object (" + given + ") does not match the name on the URL (" + name + ")");
        }
    }

    /** A stated version must be current; one that a patch left unchanged always is. */
    private static void checkPreconditions(ResourceType type, ObjectNode old, ObjectNode requested) {
        ObjectNode metadata = Json.metadata(requested);
        String name = Json.name(old);
        checkName(requested, name);
        metadata.put("name", name);
        placeInNamespace(type, Json.namespace(old), metadata);
        String uid = Json.text(metadata, "uid");
        String oldUid = Json.text(old, "metadata", "uid");
        if (!uid.isEmpty() && !uid.equals(oldUid)) {
            throw ApiException.conflict(
                    type.groupResource(),
                    name,
                    "Precondition failed: UID in precondition: " + uid + ", UID in object meta: " + oldUid);
        }
        String version = Json.text(metadata, "resourceVersion");
        if (version.isEmpty() || version.equals("0")) {
            if (!type.strategy().allowsUnconditionalUpdate()) {
                throw ApiException.invalid(
                        type.group(),
                        type.plural(),
                        name,
                        List.of(FieldError.invalid(
                                "metadata.resourceVersion", IntNode.valueOf(0), "must be specified for an update")));
            }
            return;
        }
        if (!version.equals(Json.text(old, "metadata", "resourceVersion"))) {
            throw ApiException.modified(type.groupResource(), name);
        }
    }

    private static void validateUpdate(ResourceType type, ObjectNode old, ObjectNode object, String subresource) {
        List<FieldError> errors =
                new ArrayList<>(MetadataRules.validate(type, object, MetadataRules.NameRule.PATH_SEGMENT));
        if (Json.at(old, "metadata", "deletionTimestamp") != null) {
            List<String> added = new ArrayList<>(Json.texts(object, "metadata", "finalizers"));
            added.removeAll(Json.texts(old, "metadata", "finalizers"));
            if (!added.isEmpty()) {
                String names = String.join(
                        ", ", added.stream().map(ApiException::quote).toList());
                errors.add(FieldError.forbidden(
                        "metadata.finalizers",
                        "no new finalizers can be added if the object is being deleted, found new finalizers []string{"
                                + names + "}"));
            }
        }
        if (type.schema() != null) {
            errors.addAll(type.schema().validate(object, old));
        }
        errors.addAll(type.strategy().validateUpdate(object, old, subresource));
        if (!errors.isEmpty()) {
            throw ApiException.invalid(type, Json.name(object), errors);
        }
    }

    /** Creates what an apply merged, with the owners of its fields as they are. */
    Written createApplied(Target target, ObjectNode object) {
        placeInNamespace(target.type(), target.namespace(), Json.metadata(object));
        return createNamed(target, object, false);
    }

    /** Completes an object as Kubernetes does when it reads a body. */
    private static void complete(ResourceType type, ObjectNode object) {
        if (type.schema() != null) {
            type.schema().applyDefaults(object);
        }
        type.strategy().complete(object);
        EmptyFields.drop(type, object);
    }

    Writer writer(Target target) {
        return new Writer(
                target.context().fieldManager(),
                target.type().apiVersion(),
                target.subresource(),
                target.type().status(),
                time.instant());
    }

    private static void track(ResourceType type, @Nullable ObjectNode old, ObjectNode object, Writer writer) {
        Schema schema = type.schema();
        if (schema != null) {
            ManagedFields.trackUpdate(schema, old, object, writer);
        }
    }

    /** Kind and apiVersion come first, so that lists can omit them without parsing. */
    static byte[] serialise(ResourceType type, ObjectNode object, long version) {
        Json.metadata(object).put("resourceVersion", Long.toString(version));
        ObjectNode stored = Conversion.identity(type) ? object : Conversion.toStorage(type, object.deepCopy());
        ObjectNode ordered = Json.object();
        for (String first : List.of("kind", "apiVersion", "metadata")) {
            JsonNode value = stored.get(first);
            if (value != null) {
                ordered.set(first, value);
            }
        }
        ordered.setAll(stored);
        return Json.bytes(ordered);
    }
}
