package dev.turnstile.playground;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.api.GroupVersionResource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Turnstile's CRDs, applied as an operator would apply {@code deploy/crds}: the services never create them. */
final class CustomResources {
    private static final GroupVersionResource DEFINITIONS =
            new GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions");
    private static final List<String> PLURALS = List.of(
            "admissionchecks",
            "clusterqueues",
            "cohorts",
            "localqueues",
            "multikueueclusters",
            "multikueueconfigs",
            "resourceflavors",
            "workloadpriorityclasses",
            "workloads");
    private static final YAMLMapper YAML = YAMLMapper.builder().build();

    private CustomResources() {}

    static void applyTo(EmbeddedCluster cluster) {
        PLURALS.forEach(plural -> cluster.client().create(DEFINITIONS, definition(plural)));
    }

    private static ObjectNode definition(String plural) {
        String name = "/crds/" + plural + ".kueue.x-k8s.io.yaml";
        try (InputStream yaml = CustomResources.class.getResourceAsStream(name)) {
            if (yaml == null) {
                throw new IllegalStateException(name + " is not on the class path: is the module deploy built?");
            }
            return (ObjectNode) YAML.readTree(yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " can not be read: " + e.getMessage(), e);
        }
    }
}
