package dev.turnstile.worker.visibility;

import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.extension.Document;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** What clients and the aggregation layer read before they send anything else: discovery, and OpenAPI. */
final class VisibilityDocuments {
    private static final String JSON = "application/json";
    private static final String AGGREGATED = JSON + ";g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    private static final String KIND = "PendingWorkloadsSummary";

    /** A queue whose pending workloads are served. */
    private record Queue(String plural, String singular, boolean namespaced) {}

    private static final List<Queue> QUEUES = List.of(
            new Queue(VisibilityApi.CLUSTER_QUEUES, "clusterqueue", false),
            new Queue(VisibilityApi.LOCAL_QUEUES, "localqueue", true));

    private final Map<String, Document> byPath = new TreeMap<>();
    private final Document aggregated = Document.of(AGGREGATED, aggregated().toString());

    VisibilityDocuments() {
        String group = "/apis/" + VisibilityApi.GROUP;
        put("/apis", groups());
        put(group, group().put("kind", "APIGroup").put("apiVersion", "v1"));
        VisibilityApi.VERSIONS.forEach(version -> put(group + "/" + version, resources(version)));
        put("/openapi/v2", VisibilityOpenApi.swagger());
        ObjectNode index = object();
        ObjectNode paths = index.putObject("paths");
        for (String version : VisibilityApi.VERSIONS) {
            String path = "/openapi/v3" + group + "/" + version;
            Document document = put(path, VisibilityOpenApi.openApi(version));
            paths.putObject(path.substring("/openapi/v3/".length()))
                    .put("serverRelativeURL", path + "?hash=" + document.hash());
        }
        put("/openapi/v3", index);
    }

    private Document put(String path, ObjectNode content) {
        Document document = Document.of(JSON, content.toString());
        byPath.put(path, document);
        return document;
    }

    Optional<Document> document(String path, String accept) {
        return path.equals("/apis") && wantsAggregated(accept)
                ? Optional.of(aggregated)
                : Optional.ofNullable(byPath.get(path));
    }

    /** Whether the first form of {@code /apis} that we can give is the aggregated one. */
    private static boolean wantsAggregated(String accept) {
        for (String clause : accept.toLowerCase(Locale.ROOT).replace(" ", "").split(",", -1)) {
            if (clause.startsWith(JSON) && clause.contains("as=apigroupdiscoverylist")) {
                if (List.of(clause.split(";", -1)).contains("v=v2")) {
                    return true;
                }
            } else if (clause.startsWith(JSON) || clause.startsWith("*/*")) {
                return false;
            }
        }
        return false;
    }

    private static ObjectNode object() {
        return KubernetesJson.mapper().createObjectNode();
    }

    private static ObjectNode groups() {
        ObjectNode list = object().put("kind", "APIGroupList").put("apiVersion", "v1");
        list.putArray("groups").add(group());
        return list;
    }

    private static ObjectNode group() {
        ObjectNode group = object().put("name", VisibilityApi.GROUP);
        var versions = group.putArray("versions");
        VisibilityApi.VERSIONS.forEach(version -> versions.add(version(version)));
        group.set("preferredVersion", version(VisibilityApi.VERSIONS.getFirst()));
        return group;
    }

    private static ObjectNode version(String version) {
        return object().put("groupVersion", VisibilityApi.GROUP + "/" + version).put("version", version);
    }

    private static ObjectNode resources(String version) {
        ObjectNode list = object().put("kind", "APIResourceList")
                .put("apiVersion", "v1")
                .put("groupVersion", VisibilityApi.GROUP + "/" + version);
        var resources = list.putArray("resources");
        for (Queue queue : QUEUES) {
            resources
                    .addObject()
                    .put("name", queue.plural())
                    .put("singularName", queue.singular())
                    .put("namespaced", queue.namespaced())
                    .put("kind", KIND)
                    .putArray("verbs");
            resources
                    .addObject()
                    .put("name", queue.plural() + "/" + VisibilityApi.PENDING_WORKLOADS)
                    .put("singularName", "")
                    .put("namespaced", queue.namespaced())
                    .put("kind", KIND)
                    .putArray("verbs")
                    .add("get");
        }
        return list;
    }

    private static ObjectNode aggregated() {
        ObjectNode list = object().put("kind", "APIGroupDiscoveryList").put("apiVersion", "apidiscovery.k8s.io/v2");
        list.putObject("metadata");
        ObjectNode group = list.putArray("items").addObject();
        group.putObject("metadata").put("name", VisibilityApi.GROUP);
        var versions = group.putArray("versions");
        for (String version : VisibilityApi.VERSIONS) {
            ObjectNode entry = versions.addObject().put("version", version);
            var resources = entry.putArray("resources");
            for (Queue queue : QUEUES) {
                ObjectNode resource = resources.addObject().put("resource", queue.plural());
                resource.set("responseKind", kind(version));
                resource.put("scope", queue.namespaced() ? "Namespaced" : "Cluster")
                        .put("singularResource", queue.singular());
                resource.putArray("verbs");
                ObjectNode part = resource.putArray("subresources").addObject();
                part.put("subresource", VisibilityApi.PENDING_WORKLOADS).set("responseKind", kind(version));
                part.putArray("verbs").add("get");
            }
            entry.put("freshness", "Current");
        }
        return list;
    }

    private static ObjectNode kind(String version) {
        return object().put("group", VisibilityApi.GROUP)
                .put("version", version)
                .put("kind", KIND);
    }
}
