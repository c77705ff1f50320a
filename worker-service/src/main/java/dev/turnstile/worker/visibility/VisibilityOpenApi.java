package dev.turnstile.worker.visibility;

import dev.turnstile.model.meta.KubernetesJson;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI documents of the API. */
final class VisibilityOpenApi {
    private static final String MODELS = "io.k8s.sigs.kueue.apis.visibility.";
    private static final String METADATA = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
    private static final String CLUSTER_PATH = "clusterqueues/{name}/pendingworkloads";
    private static final String LOCAL_PATH = "namespaces/{namespace}/localqueues/{name}/pendingworkloads";

    private VisibilityOpenApi() {}

    /** Version 2, of all versions of the API. */
    static ObjectNode swagger() {
        ObjectNode document = object().put("swagger", "2.0");
        document.set("info", info());
        ObjectNode paths = document.putObject("paths");
        ObjectNode definitions = document.putObject("definitions");
        for (String version : VisibilityApi.VERSIONS) {
            paths(paths, version, false);
            models(definitions, version, "#/definitions/");
        }
        return document;
    }

    /** Version 3, of one version of the API. */
    static ObjectNode openApi(String version) {
        ObjectNode document = object().put("openapi", "3.0.0");
        document.set("info", info());
        paths(document.putObject("paths"), version, true);
        models(document.putObject("components").putObject("schemas"), version, "#/components/schemas/");
        return document;
    }

    private static ObjectNode object() {
        return KubernetesJson.mapper().createObjectNode();
    }

    private static ObjectNode info() {
        return object().put("title", "Pending workloads of queues").put("version", "unversioned");
    }

    private static void paths(ObjectNode paths, String version, boolean three) {
        String root = "/apis/" + VisibilityApi.GROUP + "/" + version + "/";
        path(paths.putObject(root + CLUSTER_PATH), version, "ClusterQueue", three);
        path(paths.putObject(root + LOCAL_PATH), version, "LocalQueue", three);
    }

    private static void path(ObjectNode path, String version, String queue, boolean three) {
        boolean namespaced = queue.equals("LocalQueue");
        ObjectNode get = path.putObject("get");
        get.put("description", "read the pending workloads of the specified " + queue)
                .put(
                        "operationId",
                        "readVisibilityKueueXK8sIo" + version.replace("v1b", "V1b") + (namespaced ? "Namespaced" : "")
                                + queue + "Pendingworkloads");
        get.putArray("tags").add("visibilityKueueXK8sIo_" + version);
        ObjectNode ok = get.putObject("responses").putObject("200").put("description", "OK");
        String model = MODELS + version + ".PendingWorkloadsSummary";
        if (three) {
            ok.putObject("content")
                    .putObject("application/json")
                    .putObject("schema")
                    .put("$ref", "#/components/schemas/" + model);
        } else {
            get.putArray("produces").add("application/json");
            get.putArray("schemes").add("https");
            ok.putObject("schema").put("$ref", "#/definitions/" + model);
        }
        get.put("x-kubernetes-action", "get").set("x-kubernetes-group-version-kind", kind(version));
        var parameters = path.putArray("parameters");
        parameters.add(parameter("name", "path", "string", "name of the " + queue, three));
        if (namespaced) {
            parameters.add(parameter("namespace", "path", "string", "namespace of the LocalQueue", three));
        }
        parameters.add(parameter("limit", "query", "integer", "How many workloads at most; 1000 by default", three));
        parameters.add(parameter("offset", "query", "integer", "Position of the first workload, from 0", three));
    }

    private static ObjectNode parameter(String name, String where, String type, String description, boolean three) {
        ObjectNode parameter = object().put("name", name).put("in", where).put("description", description);
        if (where.equals("path")) {
            parameter.put("required", true);
        }
        if (three) {
            parameter.putObject("schema").put("type", type).put("uniqueItems", true);
        } else {
            parameter.put("type", type).put("uniqueItems", true);
        }
        return parameter;
    }

    private static ObjectNode kind(String version) {
        return object().put("group", VisibilityApi.GROUP)
                .put("kind", "PendingWorkloadsSummary")
                .put("version", version);
    }

    private static void models(ObjectNode models, String version, String references) {
        models.putObject(METADATA).put("description", "Metadata of an object.").put("type", "object");
        String prefix = MODELS + version + ".";
        ObjectNode one = models.putObject(prefix + "PendingWorkload")
                .put("description", "A workload that waits for quota, and its positions.")
                .put("type", "object");
        one.putArray("required")
                .add("priority")
                .add("localQueueName")
                .add("positionInClusterQueue")
                .add("positionInLocalQueue");
        ObjectNode fields = one.putObject("properties");
        metadata(fields, references);
        number(fields, "priority", "The workload's priority.");
        fields.putObject("localQueueName")
                .put("description", "The LocalQueue that the workload was submitted to.")
                .put("type", "string")
                .put("default", "");
        number(fields, "positionInClusterQueue", "Position in the ClusterQueue, from 0.");
        number(fields, "positionInLocalQueue", "Position in the LocalQueue, from 0.");
        ObjectNode all = models.putObject(prefix + "PendingWorkloadsSummary")
                .put("description", "The pending workloads of a queue, in queue order.")
                .put("type", "object");
        all.putArray("required").add("items");
        ObjectNode parts = all.putObject("properties");
        parts.putObject("apiVersion")
                .put("description", "Version of this form.")
                .put("type", "string");
        parts.putObject("kind").put("description", "Kind of this object.").put("type", "string");
        metadata(parts, references);
        ObjectNode items = parts.putObject("items").put("type", "array").putObject("items");
        reference(items, references + prefix + "PendingWorkload");
        all.putArray("x-kubernetes-group-version-kind").add(kind(version));
    }

    private static void number(ObjectNode fields, String name, String description) {
        fields.putObject(name)
                .put("description", description)
                .put("type", "integer")
                .put("format", "int32")
                .put("default", 0);
    }

    private static void metadata(ObjectNode fields, String references) {
        reference(fields.putObject("metadata"), references + METADATA);
    }

    private static void reference(ObjectNode field, String model) {
        field.putObject("default");
        field.putArray("allOf").addObject().put("$ref", model);
    }
}
