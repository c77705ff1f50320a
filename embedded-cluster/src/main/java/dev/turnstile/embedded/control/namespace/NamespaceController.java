package dev.turnstile.embedded.control.namespace;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.DeleteOptions;
import dev.turnstile.embedded.api.GroupResource;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.Selectors;
import dev.turnstile.embedded.api.Verb;
import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.control.loop.ControlLoop;
import dev.turnstile.embedded.control.loop.Mirror;
import dev.turnstile.embedded.control.loop.Resources;
import dev.turnstile.embedded.control.loop.Watches;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Deletes the objects of a terminating namespace, reports in its status what is left, and finalizes it when nothing is.
 */
public final class NamespaceController implements AutoCloseable {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);
    private static final String FINALIZER = "kubernetes";

    private final ClusterClient client;
    private final InstantSource clock;
    private final Mirror namespaces = Mirror.ungrouped();
    private final ControlLoop loop;
    private final Watches watches;

    public NamespaceController(ClusterClient cluster, InstantSource clock) {
        this.client = cluster.as("system:serviceaccount:kube-system:namespace-controller", "kube-controller-manager");
        this.clock = clock;
        this.loop = new ControlLoop("namespace-controller", clock, this::empty);
        this.watches = new Watches(client, loop);
    }

    public void start() {
        loop.start();
        watches.on(Resources.NAMESPACES, Selectors.EVERYTHING, this::changed);
    }

    @Override
    public void close() {
        watches.close();
        loop.close();
    }

    private void changed(WatchEvent event) {
        namespaces.observe(event);
        var namespace = new ApiObject(event.object());
        if (namespace.isBeingDeleted()) {
            loop.enqueue(namespace.name());
        }
    }

    private void empty(String name) {
        var namespace = namespaces.get(name);
        if (namespace.isEmpty() || !namespace.get().isBeingDeleted() || !isHeld(namespace.get())) {
            return;
        }
        var remaining = deleteContent(name);
        if (remaining.isEmpty()) {
            removeFinalizer(namespace.get());
            return;
        }
        report(namespace.get(), remaining);
        loop.enqueueAt(clock.instant().plus(LOOK_AGAIN), name);
    }

    private static boolean isHeld(ApiObject namespace) {
        return namespace.list("spec", "finalizers").stream()
                .anyMatch(finalizer -> finalizer.asString("").equals(FINALIZER));
    }

    /** Deletes everything in the namespace; returns what still exists, by resource. */
    private Map<ResourceType, List<ApiObject>> deleteContent(String name) {
        var remaining = new LinkedHashMap<ResourceType, List<ApiObject>>();
        var kinds = new LinkedHashMap<GroupResource, ResourceType>();
        client.types().stream()
                .filter(type -> type.namespaced()
                        && type.verbs().contains(Verb.LIST)
                        && type.verbs().contains(Verb.DELETE))
                .forEach(type -> kinds.putIfAbsent(type.storage(), type));
        for (var type : kinds.values()) {
            for (var item : client.list(type.resource(), name).items()) {
                var object = new ApiObject(item);
                if (!object.isBeingDeleted()) {
                    delete(type, object);
                }
            }
            var left = new ArrayList<ApiObject>();
            client.list(type.resource(), name).items().forEach(item -> left.add(new ApiObject(item)));
            if (!left.isEmpty()) {
                remaining.put(type, left);
            }
        }
        return remaining;
    }

    private void delete(ResourceType type, ApiObject object) {
        try {
            client.delete(
                    type.resource(),
                    object.namespace(),
                    object.name(),
                    new DeleteOptions(null, DeleteOptions.Propagation.Background, object.uid(), null, false));
        } catch (ApiException e) {
            if (e.code() != 404 && e.code() != 409) {
                throw e;
            }
        }
    }

    private void removeFinalizer(ApiObject namespace) {
        var changed = namespace.tree().deepCopy();
        var finalizers = Json.array();
        namespace.list("spec", "finalizers").stream()
                .filter(finalizer -> !finalizer.asString("").equals(FINALIZER))
                .forEach(finalizers::add);
        changed.withObjectProperty("spec").set("finalizers", finalizers);
        try {
            client.put(Resources.NAMESPACES, "", namespace.name(), "finalize", changed);
        } catch (ApiException e) {
            if (e.code() != 404) {
                throw e;
            }
        }
    }

    private void report(ApiObject namespace, Map<ResourceType, List<ApiObject>> remaining) {
        var kinds = remaining.entrySet().stream()
                .map(entry -> entry.getKey().groupResource() + " has "
                        + entry.getValue().size() + " resource instances")
                .sorted()
                .toList();
        var finalizers = new TreeMap<String, Integer>();
        remaining
                .values()
                .forEach(objects -> objects.forEach(object ->
                        object.finalizers().forEach(finalizer -> finalizers.merge(finalizer, 1, Integer::sum))));
        var conditions = Json.array();
        condition(
                conditions,
                namespace,
                "NamespaceContentRemaining",
                true,
                "SomeResourcesRemain",
                "Some resources are remaining: " + String.join(", ", kinds));
        condition(
                conditions,
                namespace,
                "NamespaceFinalizersRemaining",
                !finalizers.isEmpty(),
                finalizers.isEmpty() ? "ContentHasNoFinalizers" : "SomeFinalizersRemain",
                finalizers.isEmpty()
                        ? "All content-preserving finalizers finished"
                        : "Some content in the namespace has finalizers remaining: "
                                + String.join(
                                        ", ",
                                        finalizers.entrySet().stream()
                                                .map(entry -> entry.getKey() + " in " + entry.getValue()
                                                        + " resource instances")
                                                .toList()));
        if (conditions.equals(JsonNodeFactory.instance.arrayNode().addAll(namespace.list("status", "conditions")))) {
            return;
        }
        var patch = Json.object();
        patch.putObject("status").set("conditions", conditions);
        namespaces.wrote(client.patch(Resources.NAMESPACES, "", namespace.name(), PatchType.MERGE, patch, "status"));
    }

    private void condition(
            ArrayNode conditions, ApiObject namespace, String type, boolean value, String reason, String message) {
        var word = value ? "True" : "False";
        var since = namespace
                .condition(type)
                .filter(before -> before.path("status").asString("").equals(word))
                .map(before -> before.path("lastTransitionTime").asString(""))
                .orElseGet(() -> ApiObject.timestamp(clock.instant()));
        conditions
                .addObject()
                .put("type", type)
                .put("status", word)
                .put("lastTransitionTime", since)
                .put("reason", reason)
                .put("message", message);
    }
}
