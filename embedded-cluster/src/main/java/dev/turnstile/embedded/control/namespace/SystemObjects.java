package dev.turnstile.embedded.control.namespace;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.control.loop.Resources;
import dev.turnstile.embedded.json.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * The objects that every cluster has from the start: the system's namespaces and priority classes, and the API's own
 * Service.
 */
public final class SystemObjects {
    private static final GroupVersionResource PRIORITY_CLASSES =
            new GroupVersionResource("scheduling.k8s.io", "v1", "priorityclasses");
    private static final int CRITICAL = 2_000_000_000;

    private SystemObjects() {}

    /** @param port the port of the API */
    public static void create(ClusterClient cluster, int port) {
        var client = cluster.as("system:apiserver", "kube-apiserver");
        for (var name : List.of("default", "kube-system", "kube-public", "kube-node-lease")) {
            createUnlessThere(client, Resources.NAMESPACES, object("v1", "Namespace", name));
        }
        createUnlessThere(client, Resources.SERVICES, service(port));
        createUnlessThere(client, PRIORITY_CLASSES, priorityClass("system-cluster-critical", CRITICAL));
        createUnlessThere(client, PRIORITY_CLASSES, priorityClass("system-node-critical", CRITICAL + 1000));
    }

    private static void createUnlessThere(ClusterClient client, GroupVersionResource resource, ObjectNode object) {
        try {
            client.create(resource, object);
        } catch (ApiException e) {
            if (e.code() != 409) {
                throw e;
            }
        }
    }

    private static ObjectNode object(String apiVersion, String kind, String name) {
        var object = Json.object();
        object.put("apiVersion", apiVersion).put("kind", kind);
        object.putObject("metadata").put("name", name);
        return object;
    }

    private static ObjectNode priorityClass(String name, int value) {
        return object("scheduling.k8s.io/v1", "PriorityClass", name)
                .put("value", value)
                .put("description", "Used for system critical pods.");
    }

    private static ObjectNode service(int port) {
        var service = object("v1", "Service", "kubernetes");
        service.withObjectProperty("metadata")
                .put("namespace", "default")
                .putObject("labels")
                .put("component", "apiserver")
                .put("provider", "kubernetes");
        var spec = service.putObject("spec");
        spec.put("type", "ClusterIP").put("clusterIP", "10.0.0.1").put("sessionAffinity", "None");
        spec.putArray("clusterIPs").add("10.0.0.1");
        spec.putArray("ipFamilies").add("IPv4");
        spec.put("ipFamilyPolicy", "SingleStack").put("internalTrafficPolicy", "Cluster");
        spec.putArray("ports")
                .addObject()
                .put("name", "https")
                .put("protocol", "TCP")
                .put("port", 443)
                .put("targetPort", port);
        return service;
    }
}
