package dev.turnstile.worker.benchmark;

import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.TestClient;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.informer.ObjectKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.node.ObjectNode;

/** The cluster of the benchmarks: its definitions, queues and Workloads. */
final class Site {
    static final ApiResource WORKLOAD = kueue("Workload", "workloads", true);
    static final String NAMESPACE = "team";
    private static final ApiResource CLUSTER_QUEUE = kueue("ClusterQueue", "clusterqueues", false);
    private static final ApiResource LOCAL_QUEUE = kueue("LocalQueue", "localqueues", true);
    private static final ApiResource FLAVOR = kueue("ResourceFlavor", "resourceflavors", false);
    private static final ApiResource DEFINITION =
            new ApiResource("apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions", false);
    private static final int IN_FLIGHT = 64;
    private static final int PATIENCE = 300;

    private final ApiConnection api;

    Site(String kubeconfig, Path definitions) throws IOException, InterruptedException {
        api = new HttpApiConnection(TestClient.of(kubeconfig));
        try (Stream<Path> files = Files.list(definitions)) {
            for (Path file : files.sorted().toList()) {
                create(DEFINITION, "", Files.readString(file));
            }
        }
        for (ApiResource kind : List.of(WORKLOAD, CLUSTER_QUEUE, LOCAL_QUEUE, FLAVOR)) {
            awaitServed(kind);
        }
        create(ApiResource.NAMESPACE, "", "{metadata: {name: " + NAMESPACE + "}}");
        create(ApiResource.NAMESPACE, "", "{metadata: {name: kueue-system}}");
        create(FLAVOR, "", "{metadata: {name: default}}");
    }

    private static ApiResource kueue(String kind, String plural, boolean namespaced) {
        return new ApiResource("kueue.x-k8s.io/v1beta2", kind, plural, namespaced);
    }

    private void awaitServed(ApiResource kind) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                api.get(kind.path(), Map.of());
                return;
            } catch (ApiStatusException e) {
                if (attempt == PATIENCE) {
                    throw e;
                }
                Thread.sleep(100);
            }
        }
    }

    ApiConnection api() {
        return api;
    }

    static ObjectNode yaml(String text) {
        return KubernetesJson.tree(new Yaml().<Object>load(text));
    }

    private void create(ApiResource resource, String namespace, String text) {
        ObjectNode object = yaml(text);
        object.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
        api.create(resource, namespace, object);
    }

    /** A ClusterQueue with that much cpu, and a LocalQueue of the same name. */
    void queue(String name, int cpu) {
        create(CLUSTER_QUEUE, "", """
            {metadata: {name: %s}, spec: {namespaceSelector: {}, resourceGroups: [{coveredResources: [cpu],
             flavors: [{name: default, resources: [{name: cpu, nominalQuota: '%d'}]}]}]}}
            """.formatted(name, cpu));
        create(
                LOCAL_QUEUE,
                NAMESPACE,
                "{metadata: {name: %1$s, namespace: %2$s}, spec: {clusterQueue: %1$s}}".formatted(name, NAMESPACE));
    }

    /** A Workload of one pod with one cpu. */
    void workload(String name, String queue) {
        create(WORKLOAD, NAMESPACE, """
            {metadata: {name: %s, namespace: %s}, spec: {queueName: %s, podSets: [{name: main, count: 1, template:
             {spec: {restartPolicy: Never, containers: [{name: c, image: 'example.com/app:1', resources: {requests:
             {cpu: '1'}}}]}}}]}}
            """.formatted(name, NAMESPACE, queue));
    }

    void delete(String workload) {
        api.delete(
                WORKLOAD,
                new ObjectKey(NAMESPACE, workload),
                KubernetesJson.mapper().createObjectNode());
    }

    void patchStatus(String workload, ObjectNode patch) {
        api.patch(WORKLOAD, new ObjectKey(NAMESPACE, workload), "status", patch);
    }

    /** Does something for each number below the count, many side by side. */
    static void each(int count, IntConsumer what) throws InterruptedException {
        Semaphore inFlight = new Semaphore(IN_FLIGHT);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < count; i++) {
                int number = i;
                inFlight.acquire();
                var _ = threads.submit(() -> {
                    try {
                        what.accept(number);
                    } finally {
                        inFlight.release();
                    }
                });
            }
        }
    }
}
