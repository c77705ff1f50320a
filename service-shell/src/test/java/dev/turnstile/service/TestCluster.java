package dev.turnstile.service;

import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.testing.TestCluster.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A cluster of one's own, with what tests of services put into it. */
public final class TestCluster implements AutoCloseable {

    private static final String RBAC = "rbac.authorization.k8s.io";

    private final dev.turnstile.embedded.testing.TestCluster cluster;
    private final Path kubeconfig;

    private TestCluster(dev.turnstile.embedded.testing.TestCluster cluster, Path folder) {
        this.cluster = cluster;
        this.kubeconfig = folder.resolve("kubeconfig");
        try {
            Files.writeString(kubeconfig, cluster.kubeconfig());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + kubeconfig, e);
        }
    }

    /** Starts the cluster that the build has chosen; its kubeconfig is written into the folder. */
    public static TestCluster chosen(Path folder) {
        return new TestCluster(dev.turnstile.embedded.testing.TestCluster.start(), folder);
    }

    /** Starts an embedded cluster, whatever the build has chosen: for tests of what no cluster takes part in. */
    public static TestCluster embedded(Path folder) {
        return new TestCluster(dev.turnstile.embedded.testing.TestCluster.start(Kind.EMBEDDED), folder);
    }

    /**
     * Starts k3s in a container, whatever the build has chosen; where no engine answers, the test counts as skipped.
     */
    public static TestCluster k3s(Path folder) {
        return new TestCluster(dev.turnstile.embedded.testing.TestCluster.start(Kind.K3S), folder);
    }

    /**
     * Starts a real kube-apiserver, whatever the build has chosen; where none is at hand, the test counts as skipped,
     * in CI it fails.
     */
    public static TestCluster kubeApiserver(Path folder) {
        if (!dev.turnstile.embedded.testing.TestCluster.canStart(Kind.KUBE_APISERVER)
                && !Boolean.getBoolean("turnstile.ci")) {
            Assumptions.abort("KUBEBUILDER_ASSETS names no kube-apiserver: ci/control-plane/install prints one");
        }
        return new TestCluster(dev.turnstile.embedded.testing.TestCluster.start(Kind.KUBE_APISERVER), folder);
    }

    /** What the accounts in kueue-system asked for, as events of a kube-apiserver's audit log. */
    public List<String> audit() {
        return cluster.audit();
    }

    public HttpApi api() {
        return cluster.api();
    }

    public Path kubeconfig() {
        return kubeconfig;
    }

    /** Installs every CRD of ours, and waits until they are served. */
    public void installCustomResources() {
        definitions().forEach(cluster::install);
    }

    /** Removes one CRD. */
    public void remove(String definition) {
        api().delete("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/" + definition, null);
    }

    /** Creates what the YAML says. */
    public void create(GroupVersionResource resource, String yaml) {
        var object = object(yaml);
        api().post(collection(resource, object), object);
    }

    /** Replaces what is there by what the YAML says. */
    public void update(GroupVersionResource resource, String yaml) {
        var object = object(yaml);
        api().put(
                        collection(resource, object) + "/"
                                + object.at("/metadata/name").asString(),
                        object);
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
        return tokenOf("default", account);
    }

    /** A token of a service account that is there. */
    public String tokenOf(String namespace, String account) {
        return api().post(
                        "/api/v1/namespaces/%s/serviceaccounts/%s/token".formatted(namespace, account),
                        object("{apiVersion: authentication.k8s.io/v1, kind: TokenRequest, spec: {}}"))
                .at("/status/token")
                .asString();
    }

    /** A token of a service account as a kube-apiserver issued it at another time, good for an hour up to then. */
    public String tokenUntil(Instant end, String namespace, String account) {
        return cluster.tokenUntil(end, namespace, account);
    }

    @Override
    public void close() {
        cluster.close();
    }

    private static String collection(GroupVersionResource resource, ObjectNode object) {
        var root = resource.group().isEmpty() ? "/api/" : "/apis/" + resource.group() + "/";
        var namespace = object.at("/metadata/namespace").asString("");
        return root
                + resource.version()
                + (namespace.isEmpty() ? "" : "/namespaces/" + namespace)
                + "/"
                + resource.resource();
    }

    private static List<String> definitions() {
        var folder = Objects.requireNonNull(TestCluster.class.getResource("/crds"), "the CRDs of module deploy");
        try {
            if (folder.openConnection() instanceof JarURLConnection connection) {
                // By its path, and not its URI: that would be one file system for all tests of this process.
                try (var jar = FileSystems.newFileSystem(
                        Path.of(connection.getJarFileURL().toURI()))) {
                    return read(jar.getPath("/crds"));
                }
            }
            return read(Path.of(folder.toURI()));
        } catch (IOException e) {
            throw new UncheckedIOException("the CRDs cannot be read", e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("no place: " + folder, e);
        }
    }

    private static List<String> read(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .map(TestCluster::text)
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }

    private static ObjectNode object(String yaml) {
        return (ObjectNode) JsonMapper.shared().<JsonNode>valueToTree(new Yaml().load(yaml));
    }
}
