package dev.turnstile.embedded;

import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.GroupVersionResource;
import java.net.URI;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * What every cluster has before anybody asks: four namespaces, the system's priority classes, and the API's own
 * Service.
 */
final class Foundations {
    private Foundations() {}

    static void lay(ClusterClient client, URI server) {
        for (String name : List.of("default", "kube-system", "kube-public", "kube-node-lease")) {
            client.create(GroupVersionResource.core("namespaces"), named(name));
        }
        GroupVersionResource priorityClasses = new GroupVersionResource("scheduling.k8s.io", "v1", "priorityclasses");
        client.create(priorityClasses, named("system-cluster-critical").put("value", 2_000_000_000));
        client.create(priorityClasses, named("system-node-critical").put("value", 2_000_001_000));
        client.create(GroupVersionResource.core("services"), apiService(server));
    }

    private static ObjectNode named(String name) {
        ObjectNode object = Json.object();
        object.putObject("metadata").put("name", name);
        return object;
    }

    private static ObjectNode apiService(URI server) {
        ObjectNode service = named("kubernetes");
        Json.metadata(service).put("namespace", "default").putObject("labels").put("component", "apiserver");
        Json.metadata(service).withObject("labels").put("provider", "kubernetes");
        ObjectNode spec = service.putObject("spec").put("clusterIP", "10.96.0.1");
        spec.putArray("ports")
                .addObject()
                .put("name", "https")
                .put("port", 443)
                .put("protocol", "TCP")
                .put("targetPort", server.getPort());
        return service;
    }
}
