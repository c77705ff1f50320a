package dev.turnstile.embedded.testing;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.Options;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.client.Kubeconfig;
import dev.turnstile.embedded.control.kubelet.Kubelet;
import dev.turnstile.embedded.control.kubelet.NodeSpec;
import dev.turnstile.embedded.control.loop.Pace;
import dev.turnstile.embedded.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The cluster that integration tests talk to. Property {@code turnstile.cluster} names it; else it is kube-apiserver
 * where {@code KUBEBUILDER_ASSETS} has one, k3s where a container engine answers, else the embedded one. Two nodes are
 * played on it, {@code node-1} with label {@code instance: on-demand} and {@code node-2} with {@code instance: spot}
 * and taint {@code spot=true:NoSchedule}; containers run {@value #SPEED} times as fast as they say.
 */
public final class TestCluster implements AutoCloseable {
    /** How much faster than the wall clock containers run. */
    public static final int SPEED = 10;

    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    private final Kind kind;
    private final String kubeconfig;
    private final Server server;
    private final HttpApi api;
    private final Kubelet kubelet;

    /** The server behind the client. */
    public enum Kind {
        EMBEDDED,
        KUBE_APISERVER,
        K3S
    }

    /** What runs behind the client. */
    interface Server extends AutoCloseable {
        String kubeconfig();

        /** Has the API go away, as if its process had ended. */
        void stopApi();

        /** Has the API come back where it was, with what it had. */
        void startApi();

        /** Has controllers hear of new kinds that would do so some time later. */
        default void definitionsChanged() {}

        @Override
        void close();
    }

    private static final class Shared {
        private static final TestCluster CLUSTER = start();

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(CLUSTER::close));
        }
    }

    private TestCluster(Kind kind, Server server, boolean playsPods) {
        this.kind = kind;
        this.kubeconfig = server.kubeconfig();
        this.server = server;
        var config = Kubeconfig.parse(kubeconfig);
        this.api = new HttpApi(config);
        this.kubelet = new Kubelet(
                config,
                List.of(
                        NodeSpec.named("node-1").labelled("instance", "on-demand"),
                        NodeSpec.named("node-2").labelled("instance", "spot").tainted("spot=true:NoSchedule")),
                InstantSource.system(),
                () -> new Pace(SPEED));
        if (playsPods) {
            kubelet.start();
        } else {
            kubelet.startNodes();
        }
    }

    /** The shared cluster of this JVM, started on first use and stopped with the JVM. */
    public static TestCluster shared() {
        require(choice());
        return Shared.CLUSTER;
    }

    /** A cluster of one's own. */
    public static TestCluster start() {
        return start(choice());
    }

    /** A cluster of one's own, of one kind. */
    public static TestCluster start(Kind kind) {
        require(kind);
        return new TestCluster(kind, server(kind, SPEED), true);
    }

    /**
     * A cluster of one's own with the same nodes, on which pods neither start nor end by themselves, and back-offs take
     * as long as they say.
     */
    public static TestCluster startWithIdleNodes() {
        var kind = choice();
        require(kind);
        return new TestCluster(kind, server(kind, 1), false);
    }

    private static Server server(Kind kind, int speed) {
        return switch (kind) {
            case EMBEDDED ->
                new EmbeddedServer(EmbeddedCluster.start(Options.defaults().atSpeed(speed)));
            case KUBE_APISERVER -> ControlPlane.start(Path.of(assets()));
            case K3S -> K3s.start();
        };
    }

    private record EmbeddedServer(EmbeddedCluster cluster) implements Server {
        @Override
        public String kubeconfig() {
            return cluster.kubeconfig();
        }

        @Override
        public void stopApi() {
            cluster.faults().leave();
        }

        @Override
        public void startApi() {
            cluster.faults().comeBack();
        }

        @Override
        public void close() {
            cluster.close();
        }
    }

    /** Has the API go away, as if its process had ended. */
    public void stopApi() {
        server.stopApi();
    }

    /** Has the API come back where it was, with what it had. */
    public void startApi() {
        server.startApi();
    }

    /** A token of a service account as a real kube-apiserver issued it at another time, good for an hour up to then. */
    public String tokenUntil(Instant end, String namespace, String account) {
        if (!(server instanceof ControlPlane plane)) {
            throw new IllegalStateException("only of a kube-apiserver the key is known, and this is " + kind);
        }
        var uid = api.get("/api/v1/namespaces/" + namespace + "/serviceaccounts/" + account)
                .at("/metadata/uid")
                .asString();
        try {
            return plane.tokens().until(end, namespace, account, uid);
        } catch (IOException e) {
            throw new UncheckedIOException("the key of its accounts cannot be read", e);
        }
    }

    /**
     * What the accounts in kueue-system asked a real kube-apiserver for: its audit events, one a line; empty elsewhere.
     */
    public List<String> audit() {
        if (!(server instanceof ControlPlane plane)) {
            return List.of();
        }
        try {
            var text = Files.readString(plane.audit());
            // What is being written now has no end yet.
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the audit log cannot be read", e);
        }
    }

    /** Which kind {@link #start()} starts. */
    public static Kind chosen() {
        return choice();
    }

    /** Whether this machine has what a kind needs. */
    public static boolean canStart(Kind kind) {
        return switch (kind) {
            case EMBEDDED -> true;
            case KUBE_APISERVER -> Files.isExecutable(Path.of(assets(), "kube-apiserver"));
            case K3S -> hasTestcontainers() && K3s.canStart();
        };
    }

    /** Skips the calling test if its cluster is not available; in CI, where all are, the test fails. */
    private static void require(Kind kind) {
        if (canStart(kind)) {
            return;
        }
        var missing = switch (kind) {
            case EMBEDDED -> "nothing";
            case KUBE_APISERVER ->
                "KUBEBUILDER_ASSETS names no folder with a kube-apiserver: ci/control-plane/install prints one";
            case K3S -> "no container engine answers (or the module lacks the test dependency testcontainers-k3s)";
        };
        if (kind != Kind.K3S || Boolean.getBoolean("turnstile.ci")) {
            throw new IllegalStateException("no cluster of kind " + kind + ": " + missing);
        }
        System.out.println("skipped, for want of a k3s: " + missing);
        Assumptions.abort(missing);
    }

    private static boolean hasTestcontainers() {
        return TestCluster.class.getClassLoader().getResource("org/testcontainers/k3s/K3sContainer.class") != null;
    }

    private static Kind choice() {
        var named = System.getProperty("turnstile.cluster", "");
        return switch (named) {
            case "embedded" -> Kind.EMBEDDED;
            case "kube-apiserver" -> Kind.KUBE_APISERVER;
            case "k3s" -> Kind.K3S;
            case "" ->
                Stream.of(Kind.KUBE_APISERVER, Kind.K3S)
                        .filter(TestCluster::canStart)
                        .findFirst()
                        .orElse(Kind.EMBEDDED);
            default ->
                throw new IllegalArgumentException(
                        "turnstile.cluster=" + named + ": give embedded, kube-apiserver or k3s");
        };
    }

    private static String assets() {
        var assets = System.getenv("KUBEBUILDER_ASSETS");
        return assets == null ? "" : assets;
    }

    public Kind kind() {
        return kind;
    }

    /** For kubectl and other clients. */
    public String kubeconfig() {
        return kubeconfig;
    }

    public HttpApi api() {
        return api;
    }

    /** Makes a namespace that no other test has, ready for pods. */
    public String newNamespace(String purpose) {
        var name = purpose + "-" + ProcessHandle.current().pid() + "-" + NAMESPACES.incrementAndGet();
        var namespace = Json.object().put("apiVersion", "v1").put("kind", "Namespace");
        namespace.putObject("metadata").put("name", name);
        api.post("/api/v1/namespaces", namespace);
        Waiting.until(
                "the service account of " + name,
                () -> api.send("GET", "/api/v1/namespaces/" + name + "/serviceaccounts/default", Map.of(), null)
                                .code()
                        == 200);
        return name;
    }

    /** Installs the CustomResourceDefinitions in a folder, and waits until they are served. */
    public void install(Path definitions) {
        var created = false;
        try (var files = Files.list(definitions)) {
            for (var file : files.filter(found -> found.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                created |= create(Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the definitions in " + definitions + " cannot be read", e);
        }
        if (created) {
            server.definitionsChanged();
        }
    }

    /** Installs one CustomResourceDefinition, unless it is there, and waits until it is served. */
    public void install(String yaml) {
        var _ = create(yaml);
    }

    private boolean create(String yaml) {
        var definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        var definition = YAMLMapper.builder().build().readTree(yaml);
        var name = definition.path("metadata").path("name").asString("");
        var answer = api.send("POST", definitions, Map.of("Content-Type", "application/json"), definition.toString());
        if (answer.code() >= 300 && answer.code() != 409) {
            throw new IllegalStateException("the definition " + name + " was refused: " + answer.body());
        }
        Waiting.until(
                name + " to be established",
                () -> Waiting.hasCondition(api.get(definitions + "/" + name), "Established"));
        return answer.code() < 300;
    }

    @Override
    public void close() {
        kubelet.close();
        api.close();
        server.close();
    }
}
