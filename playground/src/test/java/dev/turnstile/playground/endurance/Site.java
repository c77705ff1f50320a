package dev.turnstile.playground.endurance;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.client.Kubeconfig;
import dev.turnstile.embedded.client.Reflector;
import dev.turnstile.embedded.control.kubelet.Kubelet;
import dev.turnstile.embedded.control.kubelet.NodeSpec;
import dev.turnstile.embedded.control.loop.Pace;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.testing.ControlPlane;
import dev.turnstile.embedded.testing.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A cluster of processes, with one node that is played, and everything that happens to its objects passed on. Where the
 * store is put back to an earlier state, {@link #reconnect} begins to read again, as every reader of an API server has
 * to.
 */
final class Site implements AutoCloseable {
    static final String WORKLOADS = "/apis/kueue.x-k8s.io/v1beta2/workloads";
    static final String JOBS = "/apis/batch/v1/jobs";
    static final String PODS = "/api/v1/pods";
    private static final List<String> OBSERVED = List.of(WORKLOADS, JOBS, PODS);

    private final String name;
    private final ControlPlane plane;
    private final HttpApi api;
    private final boolean runsPods;
    private final BiConsumer<Site, WatchEvent> observer;
    private final List<Reflector> reflectors = new ArrayList<>();
    private final Map<String, ApiObject> unbound = new ConcurrentHashMap<>();
    private @Nullable Kubelet kubelet;
    private volatile boolean closed;

    /** Starts it, with our CRDs. */
    Site(String name, Path assets, boolean runsPods, BiConsumer<Site, WatchEvent> observer) {
        this.name = name;
        this.runsPods = runsPods;
        this.observer = observer;
        this.plane = ControlPlane.startForJobs(assets);
        this.api = new HttpApi(Kubeconfig.parse(plane.kubeconfig()));
        define();
        if (runsPods) {
            Thread.ofVirtual().name("scheduler of " + name).start(this::bind);
        }
        connect();
    }

    String name() {
        return name;
    }

    ControlPlane plane() {
        return plane;
    }

    HttpApi api() {
        return api;
    }

    int port() {
        return Kubeconfig.parse(plane.kubeconfig()).server().getPort();
    }

    private void define() {
        try (Stream<Path> files = Files.list(Repository.file("deploy/crds"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                Manifest.create(api, Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the CRDs cannot be read", e);
        }
        Waiting.until(
                "our kinds are served in " + name,
                () -> Json.items(api.get("/apis/apiextensions.k8s.io/v1/customresourcedefinitions"), "items").stream()
                        .allMatch(item -> new ApiObject((ObjectNode) item).isConditionTrue("Established")));
        Waiting.until(
                "workloads are served in " + name,
                () -> api.send("GET", WORKLOADS, Map.of(), null).code() == 200);
    }

    /** Reads everything from the beginning. */
    void reconnect() {
        disconnect();
        unbound.clear();
        connect();
    }

    private void connect() {
        OBSERVED.forEach(path -> reflectors.add(new Reflector(api, path, Map.of(), this::observe)));
        reflectors.forEach(Reflector::start);
        if (runsPods) {
            kubelet = new Kubelet(
                    Kubeconfig.parse(plane.kubeconfig()),
                    List.of(NodeSpec.named(name + "-node")),
                    InstantSource.system(),
                    () -> Pace.REAL);
            kubelet.start();
        }
    }

    private void disconnect() {
        reflectors.forEach(Reflector::close);
        reflectors.clear();
        if (kubelet != null) {
            kubelet.close();
        }
    }

    private void observe(WatchEvent event) {
        ApiObject object = new ApiObject(event.object());
        if (runsPods && object.kind().equals("Pod")) {
            boolean waits = event.type() != WatchEvent.Type.DELETED
                    && object.text("spec", "nodeName").isEmpty()
                    && object.list("spec", "schedulingGates").isEmpty()
                    && !object.isBeingDeleted();
            if (waits) {
                unbound.put(object.uid(), object);
            } else {
                unbound.remove(object.uid());
            }
        }
        observer.accept(this, event);
    }

    /** The place of kube-scheduler, on one node that holds everything. */
    private void bind() {
        while (!closed) {
            unbound.forEach((uid, pod) -> {
                if (isBound(pod)) {
                    unbound.remove(uid);
                }
            });
            Pause.ofMillis(100);
        }
    }

    private boolean isBound(ApiObject pod) {
        ObjectNode binding = Json.object().put("apiVersion", "v1").put("kind", "Binding");
        binding.putObject("metadata")
                .put("name", pod.name())
                .put("namespace", pod.namespace())
                .put("uid", pod.uid());
        binding.putObject("target").put("apiVersion", "v1").put("kind", "Node").put("name", name + "-node");
        try {
            api.post("/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name() + "/binding", binding);
            return true;
        } catch (ApiException e) {
            // Gone, or bound: the answer to an earlier attempt was lost.
            return e.code() == 404 || e.code() == 409;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        closed = true;
        disconnect();
        api.close();
        plane.close();
    }
}
