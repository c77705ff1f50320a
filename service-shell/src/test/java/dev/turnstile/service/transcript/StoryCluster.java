package dev.turnstile.service.transcript;

import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.client.Kubeconfig;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.embedded.testing.Waiting;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** One cluster of a story: API, nodes whose kubelet is played by hand, and the controllers under test. */
final class StoryCluster implements AutoCloseable {
    private static final Path DEFINITIONS = Path.of("..", "deploy", "crds");

    private final String name;
    private final boolean defaultQueue;
    private final TestCluster cluster;
    private final ControllersUnderTest tested;
    private final ControllersLine line;
    private final ClusterMirror mirror;
    private final HandKubelet kubelet;
    private @Nullable RunningControllers running;
    private boolean away;

    /**
     * Starts one.
     *
     * @param defaultQueue whether a queue serves those that name none
     */
    StoryCluster(String name, Names names, ControllersUnderTest tested, boolean defaultQueue, Variation variation) {
        this.name = name;
        this.defaultQueue = defaultQueue;
        this.tested = tested;
        cluster = TestCluster.startWithIdleNodes();
        line = new ControllersLine(Kubeconfig.parse(cluster.kubeconfig()).server());
        cluster.install(DEFINITIONS);
        for (String namespace : new String[] {"kueue-system", "team"}) {
            var object = Json.object().put("apiVersion", "v1").put("kind", "Namespace");
            object.putObject("metadata").put("name", namespace);
            cluster.api().post("/api/v1/namespaces", object);
        }
        Waiting.until(
                "the service account of team",
                () -> cluster.api()
                                .send("GET", "/api/v1/namespaces/team/serviceaccounts/default", Map.of(), null)
                                .code()
                        == 200);
        kubelet = new HandKubelet(cluster.api(), variation);
        mirror = new ClusterMirror(name, cluster.api(), names, kubelet::podChanged);
        mirror.start();
        kubelet.start();
    }

    String name() {
        return name;
    }

    HttpApi api() {
        return cluster.api();
    }

    ClusterMirror mirror() {
        return mirror;
    }

    HandKubelet kubelet() {
        return kubelet;
    }

    void startControllers(Settings settings) {
        Deployment.apply(cluster.api(), settings, defaultQueue);
        running = tested.start(name, line.through(cluster.kubeconfig()), settings);
        Deployment.awaitAnswers(cluster.api());
    }

    /** What the controllers measure, as a scrape would read it; nothing where they do not run. */
    String metrics() {
        RunningControllers now = running;
        return now == null ? "" : now.metrics();
    }

    void stopControllers() {
        Objects.requireNonNull(running, "the controllers of cluster " + name + " do not run")
                .close();
        running = null;
    }

    /** Lets requests follow each other before a controller has heard of the first of them. */
    void holdNews(boolean on) {
        line.hold(on);
    }

    void stopApi() {
        away = true;
        cluster.stopApi();
    }

    void startApi() {
        cluster.startApi();
        away = false;
    }

    /** Whether nothing can be read from it. */
    boolean away() {
        return away;
    }

    /** Makes a queue that the scenario has nothing to do with, and its jobs. */
    void addNeighbours() {
        for (ObjectNode object : Variation.neighbours()) {
            String kind = Json.text(object, "kind");
            api().post(Kinds.path(kind, Json.namespace(object)), object);
        }
    }

    /** A secret's text with this cluster's address and credentials in it. */
    String withCredentials(String text) {
        Kubeconfig config = Kubeconfig.parse(cluster.kubeconfig());
        String authority = Objects.requireNonNullElse(config.certificateAuthority(), "");
        return text.replace("HOST:PORT-OF-" + name, config.server().getAuthority())
                .replace("GOOD-TOKEN", Objects.requireNonNullElse(config.token(), ""))
                .replace(
                        "CA-OF-THE-CLUSTER",
                        Base64.getEncoder().encodeToString(authority.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {
        RunningControllers still = running;
        if (still != null) {
            still.close();
        }
        line.close();
        kubelet.close();
        mirror.close();
        cluster.close();
    }
}
