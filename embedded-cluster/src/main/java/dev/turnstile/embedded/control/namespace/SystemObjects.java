package dev.turnstile.embedded.control.namespace;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.control.loop.Resources;
import dev.turnstile.embedded.json.Json;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * The objects that every cluster has from the start: the system's namespaces and priority classes, the API's own
 * Service, and who may read whom the cluster trusts, for extension API servers.
 */
public final class SystemObjects {
    private static final GroupVersionResource PRIORITY_CLASSES =
            new GroupVersionResource("scheduling.k8s.io", "v1", "priorityclasses");
    private static final GroupVersionResource ROLES =
            new GroupVersionResource("rbac.authorization.k8s.io", "v1", "roles");
    private static final int CRITICAL = 2_000_000_000;

    private SystemObjects() {}

    /**
     * Creates them.
     *
     * @param port the port of the API
     * @param proxies how extension API servers know the API server
     */
    public static void create(ClusterClient cluster, int port, Map<String, String> proxies) {
        var client = cluster.as("system:apiserver", "kube-apiserver");
        for (var name : List.of("default", "kube-system", "kube-public", "kube-node-lease")) {
            createUnlessThere(client, Resources.NAMESPACES, object("v1", "Namespace", name));
        }
        createUnlessThere(client, Resources.SERVICES, service(port));
        createUnlessThere(client, ROLES, trustReader());
        createUnlessThere(client, Resources.CONFIG_MAPS, trust(proxies));
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

    private static ObjectNode trust(Map<String, String> proxies) {
        var map = object("v1", "ConfigMap", "extension-apiserver-authentication");
        map.withObjectProperty("metadata").put("namespace", "kube-system");
        proxies.forEach(map.putObject("data")::put);
        return map;
    }

    private static ObjectNode trustReader() {
        var role = object("rbac.authorization.k8s.io/v1", "Role", "extension-apiserver-authentication-reader");
        role.withObjectProperty("metadata").put("namespace", "kube-system");
        var rule = role.putArray("rules").addObject();
        rule.putArray("apiGroups").add("");
        rule.putArray("resources").add("configmaps");
        rule.putArray("resourceNames").add("extension-apiserver-authentication");
        List.of("get", "list", "watch").forEach(rule.putArray("verbs")::add);
        return role;
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
