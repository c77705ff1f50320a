package dev.turnstile.embedded.contract;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.testing.TestCluster;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Objects as manifests, in one namespace of the cluster under test. */
final class Objects {
    private static final Map<String, String> GROUPS = Map.of(
            "jobs", "batch/v1",
            "deployments", "apps/v1",
            "leases", "coordination.k8s.io/v1",
            "gadgets", "contract.turnstile.dev/v1",
            "customresourcedefinitions", "apiextensions.k8s.io/v1",
            "mutatingwebhookconfigurations", "admissionregistration.k8s.io/v1",
            "validatingwebhookconfigurations", "admissionregistration.k8s.io/v1",
            "validatingadmissionpolicies", "admissionregistration.k8s.io/v1",
            "validatingadmissionpolicybindings", "admissionregistration.k8s.io/v1",
            "clusterrolebindings", "rbac.authorization.k8s.io/v1");
    private static final Set<String> OF_THE_CLUSTER = Set.of(
            "namespaces",
            "nodes",
            "customresourcedefinitions",
            "mutatingwebhookconfigurations",
            "validatingwebhookconfigurations",
            "validatingadmissionpolicies",
            "validatingadmissionpolicybindings",
            "clusterrolebindings");

    private final TestCluster cluster;
    private final String namespace;

    Objects(TestCluster cluster, String purpose) {
        this.cluster = cluster;
        this.namespace = cluster.newNamespace(purpose);
    }

    static ObjectNode yaml(String text) {
        return (ObjectNode) YAMLMapper.builder().build().readTree(text);
    }

    String namespace() {
        return namespace;
    }

    String path(String resource) {
        var group = GROUPS.get(resource);
        var prefix = group == null ? "/api/v1" : "/apis/" + group;
        return prefix + (OF_THE_CLUSTER.contains(resource) ? "" : "/namespaces/" + namespace) + "/" + resource;
    }

    String path(String resource, String name) {
        return path(resource) + "/" + name;
    }

    ApiObject create(String resource, String manifest) {
        return new ApiObject(cluster.api().post(path(resource), yaml(manifest)));
    }

    ApiObject get(String resource, String name) {
        return new ApiObject(cluster.api().get(path(resource, name)));
    }

    ApiObject put(String resource, ApiObject object) {
        return new ApiObject(cluster.api().put(path(resource, object.name()), object.tree()));
    }

    ApiObject patch(String resource, String name, PatchType type, String patch) {
        return new ApiObject(cluster.api()
                .patch(path(resource, name), type, YAMLMapper.builder().build().readTree(patch)));
    }

    ApiObject merge(String resource, String name, String patch) {
        return patch(resource, name, PatchType.MERGE, patch);
    }

    ApiObject apply(String resource, String name, String manager, boolean force, String manifest) {
        var path =
                HttpApi.path(path(resource, name), Map.of("fieldManager", manager, "force", Boolean.toString(force)));
        return new ApiObject(cluster.api().patch(path, PatchType.APPLY, yaml(manifest)));
    }

    /** Deletes; the options are written as YAML, empty for none. */
    void delete(String resource, String name, String options) {
        cluster.api().delete(path(resource, name), options.isEmpty() ? null : yaml(options));
    }

    boolean isThere(String resource, String name) {
        return cluster.api().send("GET", path(resource, name), Map.of(), null).code() == 200;
    }

    List<ApiObject> list(String resource, String... query) {
        return items(cluster.api().get(HttpApi.path(path(resource), pairs(query))));
    }

    static Map<String, String> pairs(String... query) {
        var pairs = new java.util.TreeMap<String, String>();
        for (int i = 0; i < query.length; i += 2) {
            pairs.put(query[i], query[i + 1]);
        }
        return pairs;
    }

    static List<ApiObject> items(ObjectNode list) {
        return Json.items(list, "items").stream()
                .map(item -> new ApiObject((ObjectNode) item))
                .toList();
    }

    /** The exception of a refused request. */
    static ApiException refused(ThrowingCallable request) {
        var refusal = Assertions.catchThrowableOfType(ApiException.class, request);
        Assertions.assertThat(refusal).as("a refusal").isNotNull();
        return refusal;
    }

    /** {@code code reason: message} */
    static String line(ApiException refusal) {
        return refusal.code() + " " + refusal.reason() + ": "
                + refusal.status().path("message").asString("");
    }

    /** {@code field reason: message} for each cause. */
    static List<String> causes(ApiException refusal) {
        return Json.items(refusal.status(), "details", "causes").stream()
                .map(cause -> Json.text(cause, "field") + " " + Json.text(cause, "reason") + ": "
                        + Json.text(cause, "message"))
                .toList();
    }

    static String configMap(String name, String metadata, String data) {
        return "{apiVersion: v1, kind: ConfigMap, metadata: {name: %s, %s}, data: {%s}}"
                .formatted(name, metadata, data);
    }

    static String pod(String name, String spec) {
        return """
            apiVersion: v1
            kind: Pod
            metadata: {name: %s}
            spec: {restartPolicy: Never, %s}
            """.formatted(name, spec);
    }

    static String running(String... command) {
        return "containers: [{name: c, image: example.com/app:1, command: ["
                + String.join(
                        ", ",
                        List.of(command).stream().map(word -> "'" + word + "'").toList()) + "]}]";
    }
}
