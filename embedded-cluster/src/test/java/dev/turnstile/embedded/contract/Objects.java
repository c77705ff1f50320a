package dev.turnstile.embedded.contract;

import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.testing.TestCluster;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Objects as manifests, in one namespace of the cluster under test. */
final class Objects {
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
        var prefix = resource.equals("jobs") ? "/apis/batch/v1" : "/api/v1";
        return prefix + "/namespaces/" + namespace + "/" + resource;
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
