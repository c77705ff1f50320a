package dev.turnstile.service;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.api.DeleteOptions;
import dev.turnstile.embedded.api.GroupVersionResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An embedded cluster, with what tests of services put into it. */
public final class TestCluster implements AutoCloseable {

    private static final GroupVersionResource DEFINITIONS =
            new GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions");
    private static final String RBAC = "rbac.authorization.k8s.io";

    private final EmbeddedCluster cluster = EmbeddedCluster.start();
    private final Path kubeconfig;

    /** Starts a cluster whose kubeconfig is written into the folder. */
    public TestCluster(Path folder) {
        this.kubeconfig = folder.resolve("kubeconfig");
        cluster.writeKubeconfig(kubeconfig);
    }

    public EmbeddedCluster cluster() {
        return cluster;
    }

    public Path kubeconfig() {
        return kubeconfig;
    }

    /** Installs every CRD of ours. */
    public void installCustomResources() {
        definitions().forEach(definition -> cluster.client().create(DEFINITIONS, definition));
    }

    /** Removes one CRD. */
    public void remove(String definition) {
        cluster.client().delete(DEFINITIONS, "", definition, DeleteOptions.background());
    }

    /** Creates what the YAML says. */
    public void create(GroupVersionResource resource, String yaml) {
        cluster.client().create(resource, object(new Yaml().load(yaml)));
    }

    /** Replaces what is there by what the YAML says. */
    public void update(GroupVersionResource resource, String yaml) {
        cluster.client().update(resource, object(new Yaml().load(yaml)));
    }

    /** A token of a new service account, which may GET these paths. */
    public String tokenOf(String account, List<String> paths) {
        create(
                GroupVersionResource.core("serviceaccounts"),
                "{metadata: {name: %s, namespace: default}}".formatted(account));
        if (!paths.isEmpty()) {
            create(
                    new GroupVersionResource(RBAC, "v1", "clusterroles"),
                    "{metadata: {name: %s}, rules: [{nonResourceURLs: %s, verbs: [get]}]}".formatted(account, paths));
            create(new GroupVersionResource(RBAC, "v1", "clusterrolebindings"), """
                metadata: {name: %1$s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %1$s}
                subjects: [{kind: ServiceAccount, name: %1$s, namespace: default}]
                """.formatted(account));
        }
        var issued = cluster.client()
                .post(
                        GroupVersionResource.core("serviceaccounts"),
                        "default",
                        account,
                        "token",
                        object(new Yaml()
                                .load("{apiVersion: authentication.k8s.io/v1, kind: TokenRequest, spec: {}}")));
        return issued.path("status").path("token").asString();
    }

    @Override
    public void close() {
        cluster.close();
    }

    private static List<ObjectNode> definitions() {
        var folder = Objects.requireNonNull(TestCluster.class.getResource("/crds"), "the CRDs of module deploy");
        try {
            var uri = folder.toURI();
            if (uri.getScheme().equals("jar")) {
                try (var jar = FileSystems.newFileSystem(uri, Map.of())) {
                    return read(jar.getPath("/crds"));
                }
            }
            return read(Path.of(uri));
        } catch (IOException e) {
            throw new UncheckedIOException("the CRDs can not be read", e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("no place: " + folder, e);
        }
    }

    private static List<ObjectNode> read(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .map(TestCluster::definition)
                    .toList();
        }
    }

    private static ObjectNode definition(Path file) {
        try {
            return object(new Yaml().load(Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(file + " can not be read", e);
        }
    }

    private static ObjectNode object(Object yaml) {
        return (ObjectNode) JsonMapper.shared().<JsonNode>valueToTree(yaml);
    }
}
