package dev.turnstile.embedded.api.crd;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.DeleteOptions;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.ResourceType.Trait;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.api.Verb;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.Conditions;
import dev.turnstile.embedded.schema.BuiltInSchemas;
import dev.turnstile.embedded.schema.CrdValidation;
import dev.turnstile.embedded.schema.FieldError;
import dev.turnstile.embedded.schema.GroupVersionKind;
import dev.turnstile.embedded.schema.Schema;
import dev.turnstile.embedded.store.ObjectKey;
import dev.turnstile.embedded.store.Shelf;
import dev.turnstile.embedded.store.Store;
import dev.turnstile.embedded.store.StoredObject;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Serves the kinds of CustomResourceDefinitions from the moment they are stored: names are accepted and the definition
 * is established within the write itself, so that no client has to wait. A deleted definition is removed after its
 * objects.
 */
public final class CustomResources implements AutoCloseable {
    static final GroupVersionResource DEFINITIONS =
            new GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions");

    private static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

    private final TypeRegistry registry;
    private final Store store;
    private final InstantSource time;
    private final ClusterClient client;
    private final Map<String, JsonNode> specs = new HashMap<>();
    private volatile boolean closed;

    public CustomResources(TypeRegistry registry, Store store, InstantSource time, ClusterClient client) {
        this.registry = registry;
        this.store = store;
        this.time = time;
        this.client = client;
    }

    public ResourceType definitionType() {
        GroupVersionKind kind = new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition");
        return new ResourceType(
                DEFINITIONS,
                "CustomResourceDefinition",
                "CustomResourceDefinitionList",
                "customresourcedefinition",
                List.of("crd", "crds"),
                List.of("api-extensions"),
                EnumSet.of(Trait.STATUS, Trait.GENERATION),
                EnumSet.allOf(Verb.class),
                null,
                DEFINITIONS.groupResource(),
                DEFINITIONS.apiVersion(),
                BuiltInSchemas.forKind(kind).orElse(null),
                new DefinitionStrategy(),
                null);
    }

    public List<ObjectNode> established() {
        return shelf().objects().stream().map(StoredObject::tree).toList();
    }

    private Shelf shelf() {
        return store.shelf(DEFINITIONS.groupResource().toString());
    }

    @Override
    public void close() {
        closed = true;
    }

    private final class DefinitionStrategy implements ResourceStrategy {
        @Override
        public void complete(ObjectNode definition) {
            CrdValidation.applyDefaults(definition);
        }

        @Override
        public void prepareForCreate(ObjectNode definition) {
            definition.remove("status");
            accept(definition, null);
            ArrayNode finalizers = Json.metadata(definition).putArray("finalizers");
            finalizers.add(CLEANUP);
        }

        @Override
        public void prepareForUpdate(ObjectNode definition, ObjectNode old, String subresource) {
            if (subresource.isEmpty()) {
                accept(definition, old);
            }
        }

        @Override
        public List<FieldError> validateCreate(ObjectNode definition) {
            return CrdValidation.validate(definition, null);
        }

        @Override
        public List<FieldError> validateUpdate(ObjectNode definition, ObjectNode old, String subresource) {
            return subresource.isEmpty() ? CrdValidation.validate(definition, old) : List.of();
        }

        @Override
        public boolean wholeTable() {
            return true;
        }

        @Override
        public List<TableColumn> columns() {
            return List.of(Columns.NAME, Columns.CREATED_AT);
        }

        @Override
        public void committed(ObjectNode definition, boolean removed) {
            define(definition, removed);
            if (!removed && Json.at(definition, "metadata", "deletionTimestamp") != null) {
                Thread.ofVirtual().name("cleanup " + Json.name(definition)).start(() -> cleanUp(definition.deepCopy()));
            }
        }
    }

    /** A write that leaves the spec unchanged, such as a status write, leaves the types unchanged. */
    private synchronized void define(ObjectNode definition, boolean removed) {
        String name = Json.name(definition);
        if (removed) {
            specs.remove(name);
            registry.define(name, List.of());
            return;
        }
        JsonNode spec = definition.path("spec").deepCopy();
        if (!spec.equals(specs.put(name, spec)) || !registry.defines(name)) {
            registry.define(name, types(definition, store.version()));
        }
    }

    /** Sets what Kubernetes' naming, establishing and schema controllers set. */
    private void accept(ObjectNode definition, @Nullable ObjectNode old) {
        ObjectNode status = Json.child(definition, "status");
        JsonNode names = Json.at(definition, "spec", "names");
        String conflict = conflict(definition);
        var now = time.instant();
        if (conflict.isEmpty()) {
            if (names != null) {
                status.set("acceptedNames", names.deepCopy());
            }
            Conditions.set(definition, "NamesAccepted", "True", "NoConflicts", "no conflicts found", now);
            Conditions.set(
                    definition,
                    "Established",
                    "True",
                    "InitialNamesAccepted",
                    "the initial names have been accepted",
                    now);
        } else {
            status.putObject("acceptedNames").put("kind", "").put("plural", "");
            Conditions.set(definition, "NamesAccepted", "False", "MultipleNamesConflict", conflict, now);
            Conditions.set(definition, "Established", "False", "NotAccepted", "not all names are accepted", now);
        }
        Set<String> storedVersions = new LinkedHashSet<>();
        if (old != null) {
            storedVersions.addAll(Json.texts(old, "status", "storedVersions"));
        }
        for (JsonNode version : Json.items(definition, "spec", "versions")) {
            if (Json.flag(version, "storage")) {
                storedVersions.add(Json.text(version, "name"));
            }
        }
        ArrayNode array = status.putArray("storedVersions");
        storedVersions.forEach(array::add);
    }

    private String conflict(ObjectNode definition) {
        String group = Json.text(definition, "spec", "group");
        String plural = Json.text(definition, "spec", "names", "plural");
        String kind = Json.text(definition, "spec", "names", "kind");
        for (ResourceType type : registry.types()) {
            if (type.group().equals(group)
                    && !type.plural().equals(plural)
                    && type.kind().equals(kind)) {
                return ApiException.quote(kind) + " is already in use";
            }
        }
        return "";
    }

    private List<ResourceType> types(ObjectNode definition, long definedAt) {
        boolean established = Json.items(definition, "status", "conditions").stream()
                .anyMatch(condition -> Json.text(condition, "type").equals("Established")
                        && Json.text(condition, "status").equals("True"));
        if (!established) {
            return List.of();
        }
        String group = Json.text(definition, "spec", "group");
        String storageVersion = Json.items(definition, "spec", "versions").stream()
                .filter(version -> Json.flag(version, "storage"))
                .map(version -> Json.text(version, "name"))
                .findFirst()
                .orElse("");
        List<ResourceType> types = new ArrayList<>();
        for (JsonNode version : Json.items(definition, "spec", "versions")) {
            if (Json.flag(version, "served")) {
                types.add(type(definition, version, group, storageVersion, definedAt));
            }
        }
        return types;
    }

    private static ResourceType type(
            ObjectNode definition, JsonNode version, String group, String storageVersion, long definedAt) {
        JsonNode names = definition.path("spec").path("names");
        GroupVersionResource resource =
                new GroupVersionResource(group, Json.text(version, "name"), Json.text(names, "plural"));
        JsonNode scale = Json.at(version, "subresources", "scale");
        JsonNode schema = Json.at(version, "schema", "openAPIV3Schema");
        Set<Trait> traits = EnumSet.of(Trait.GENERATION, Trait.CUSTOM);
        if (Json.text(definition, "spec", "scope").equals("Namespaced")) {
            traits.add(Trait.NAMESPACED);
        }
        if (Json.at(version, "subresources", "status") != null) {
            traits.add(Trait.STATUS);
        }
        String warning = Json.text(version, "deprecationWarning");
        boolean deprecated = Json.flag(version, "deprecated");
        return new ResourceType(
                resource,
                Json.text(names, "kind"),
                Json.text(names, "listKind"),
                Json.text(names, "singular"),
                Json.texts(names, "shortNames"),
                Json.texts(names, "categories"),
                traits,
                EnumSet.allOf(Verb.class),
                scale == null
                        ? null
                        : new ResourceType.Scale(
                                Json.text(scale, "specReplicasPath"),
                                Json.text(scale, "statusReplicasPath"),
                                Json.text(scale, "labelSelectorPath")),
                resource.groupResource(),
                group + "/" + storageVersion,
                schema == null ? null : Schema.ofCustomResource(schema),
                new CustomStrategy(version, definedAt),
                !deprecated
                        ? null
                        : warning.isEmpty()
                                ? resource.apiVersion() + " " + Json.text(names, "kind") + " is deprecated"
                                : warning);
    }

    /** Deletes the objects of a definition, then removes the definition's finalizer. */
    private void cleanUp(ObjectNode definition) {
        String name = Json.name(definition);
        List<ResourceType> types = types(definition, 0);
        Map<ObjectKey, Boolean> asked = new TreeMap<>();
        while (!closed) {
            StoredObject current = shelf().get(new ObjectKey("", name));
            if (current == null) {
                return;
            }
            if (!types.isEmpty()) {
                Shelf objects = store.shelf(types.getFirst().storage().toString());
                for (StoredObject object : objects.objects()) {
                    if (asked.putIfAbsent(object.key(), true) == null) {
                        delete(types.getFirst(), object.key());
                    }
                }
                if (objects.size() > 0) {
                    pause();
                    continue;
                }
            }
            release(current.tree());
            return;
        }
    }

    private void delete(ResourceType type, ObjectKey key) {
        try {
            client.delete(type.resource(), key.namespace(), key.name(), DeleteOptions.background());
        } catch (ApiException e) {
            if (e.code() != 404) {
                throw e;
            }
        }
    }

    private void release(ObjectNode definition) {
        Json.metadata(definition).remove("resourceVersion");
        List<String> finalizers = new ArrayList<>(Json.texts(definition, "metadata", "finalizers"));
        finalizers.remove(CLEANUP);
        ArrayNode array = Json.metadata(definition).putArray("finalizers");
        finalizers.forEach(array::add);
        try {
            client.update(DEFINITIONS, definition);
        } catch (ApiException e) {
            if (e.code() != 404) {
                throw e;
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
