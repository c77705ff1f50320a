package dev.turnstile.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.config.Reading;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.DeployedAccount;
import dev.turnstile.service.TestClient;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.job.BatchJob;
import dev.turnstile.worker.pod.Pods;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A namespace and queues of a story's own on the cluster that the build has chosen, and a worker that manages pods.
 * Pods are created as the webhook leaves them: labelled, gated and held.
 */
final class PodCluster implements AutoCloseable {
    static final ApiResource WORKLOAD = kueue("Workload", "workloads", true);
    static final ApiResource CLUSTER_QUEUE = kueue("ClusterQueue", "clusterqueues", false);
    static final ApiResource LOCAL_QUEUE = kueue("LocalQueue", "localqueues", true);
    static final ApiResource FLAVOR = kueue("ResourceFlavor", "resourceflavors", false);
    static final ApiResource PRIORITY = kueue("WorkloadPriorityClass", "workloadpriorityclasses", false);
    static final ApiResource COHORT = kueue("Cohort", "cohorts", false);
    static final ApiResource POD = new ApiResource("v1", "Pod", "pods", true);

    final String namespace;
    private final ApiConnection api;
    private final WorkerRuntime worker;

    PodCluster(String purpose, String features) {
        TestCluster cluster = TestCluster.shared();
        cluster.install(Path.of("..", "deploy", "crds"));
        namespace = cluster.newNamespace(purpose);
        api = new HttpApiConnection(TestClient.of(cluster.kubeconfig()));
        worker = new WorkerBuilder(
                        new HttpApiConnection(
                                TestClient.of(DeployedAccount.WORKER_SERVICE.kubeconfig(cluster.kubeconfig()))),
                        configuration(features))
                .threads(Threads.system())
                .identity("worker-" + namespace)
                .clock(Clock.systemUTC())
                .kinds(List.of(new BatchJob(), new Pods()))
                .build();
        worker.start();
        eventually("the worker is active", worker::active);
    }

    private static Configuration configuration(String features) {
        Reading reading = Reading.ofText("""
            integrations: {frameworks: [batch/job, pod]}
            leaderElection: {leaderElect: false}
            featureGates: {%s}
            """.formatted(features));
        assertThat(reading.problems()).isEmpty();
        return reading.configuration();
    }

    private static ApiResource kueue(String kind, String plural, boolean namespaced) {
        return new ApiResource("kueue.x-k8s.io/v1beta2", kind, plural, namespaced);
    }

    ObjectNode create(ApiResource resource, String yaml) {
        ObjectNode object = yaml(yaml);
        object.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
        return api.create(resource, resource.namespaced() ? namespace : "", object);
    }

    private static ObjectNode yaml(String text) {
        return KubernetesJson.tree(new Yaml().<Object>load(text));
    }

    /** The name of something outside of namespaces that belongs to this story alone. */
    String own(String name) {
        return name + "-" + namespace;
    }

    void flavor() {
        create(FLAVOR, "{metadata: {name: %s}, spec: {nodeLabels: {instance: on-demand}}}".formatted(own("default")));
    }

    /** A ClusterQueue with that much cpu, and a LocalQueue of the same name. */
    void queue(String name, String cpu, String more) {
        create(
                CLUSTER_QUEUE,
                ("{metadata: {name: %s}, spec: {namespaceSelector: {}, %s resourceGroups: [{coveredResources: [cpu],"
                                + " flavors: [{name: %s, resources: [{name: cpu, nominalQuota: '%s'}]}]}]}}")
                        .formatted(own(name), more, own("default"), cpu));
        create(
                LOCAL_QUEUE,
                "{metadata: {name: %s, namespace: %s}, spec: {clusterQueue: %s}}"
                        .formatted(name, namespace, own(name)));
    }

    /** A pod that waits for quota of a queue, and runs until something ends it. */
    void pod(String name, String queue, String cpu, String labels, String annotations, String spec) {
        create(POD, """
            metadata:
              name: %s
              namespace: %s
              labels: {kueue.x-k8s.io/queue-name: %s, kueue.x-k8s.io/managed: 'true'%s}
              annotations: {embedded.turnstile.dev/runs-for: forever%s}
              finalizers: [kueue.x-k8s.io/managed]
            spec:
              restartPolicy: Never
              automountServiceAccountToken: false
              schedulingGates: [{name: kueue.x-k8s.io/admission}%s
              containers: [{name: c, image: 'example.com/app:1', resources: {requests: {cpu: '%s'}}}]
            """.formatted(
                        name,
                        namespace,
                        queue,
                        labels.isEmpty() ? "" : ", " + labels,
                        annotations.isEmpty() ? "" : ", " + annotations,
                        spec.isEmpty() ? "]" : spec,
                        cpu));
    }

    void member(String group, int total, String name, String cpu, String more) {
        pod(
                name,
                "main",
                cpu,
                "kueue.x-k8s.io/pod-group-name: " + group,
                "kueue.x-k8s.io/pod-group-total-count: '" + total + "'" + (more.isEmpty() ? "" : ", " + more),
                "");
    }

    JsonNode get(ApiResource resource, String name) {
        try {
            return api.get(resource.path(new ObjectKey(resource.namespaced() ? namespace : "", name)), Map.of());
        } catch (ApiStatusException e) {
            if (e.notFound()) {
                return KubernetesJson.mapper().missingNode();
            }
            throw e;
        }
    }

    JsonNode pod(String name) {
        return get(POD, name);
    }

    boolean isThere(String pod) {
        return !pod(pod).isMissingNode();
    }

    JsonNode workload(String name) {
        return get(WORKLOAD, name);
    }

    /** The Workload of a single pod, also after the pod. */
    JsonNode workloadOf(String pod) {
        return items(WORKLOAD)
                .filter(workload ->
                        workload.path("metadata").path("name").asString("").startsWith("pod-" + pod + "-"))
                .findFirst()
                .orElse(KubernetesJson.mapper().missingNode());
    }

    /** The Workload of a Job, also after the Job. */
    JsonNode workloadOfJob(String job) {
        return items(WORKLOAD)
                .filter(workload ->
                        workload.path("metadata").path("name").asString("").startsWith("job-" + job + "-"))
                .findFirst()
                .orElse(KubernetesJson.mapper().missingNode());
    }

    /** How often an event was told of something outside of namespaces. */
    long toldOfQueue(String object, String reason, String message) {
        return told(
                api.get(ApiResource.EVENT.path("default"), Map.of())
                        .path("items")
                        .valueStream(),
                object,
                reason,
                message);
    }

    private Stream<JsonNode> items(ApiResource resource) {
        List<JsonNode> items = new ArrayList<>();
        api.get(resource.path(namespace), Map.of()).path("items").forEach(items::add);
        return items.stream();
    }

    void patch(ApiResource resource, String name, String subresource, String yaml) {
        api.patch(resource, new ObjectKey(resource.namespaced() ? namespace : "", name), subresource, yaml(yaml));
    }

    /** The kubelet reports how a pod ended. */
    void ends(String pod, String phase) {
        patch(
                POD,
                pod,
                "status",
                "{status: {phase: %s, conditions: [{type: Ready, status: 'False'}, {type: PodScheduled, status: 'True'}]}}"
                        .formatted(phase));
    }

    void delete(ApiResource resource, String name, String more) {
        api.delete(
                resource,
                new ObjectKey(namespace, name),
                yaml("{propagationPolicy: Background%s}".formatted(more.isEmpty() ? "" : ", " + more)));
    }

    static boolean running(JsonNode pod) {
        return pod.path("status").path("phase").asString("").equals("Running");
    }

    void eventuallyRuns(String pod) {
        eventually(pod + " runs", () -> running(pod(pod)));
    }

    /** A condition in words: status, reason and message; empty where it was never set. */
    static String condition(JsonNode object, String type) {
        return WorkerCluster.condition(object, type);
    }

    void eventuallySays(String workload, String type, String words) {
        eventually(
                workload + " says " + type + " " + words,
                () -> condition(workload(workload), type).startsWith(words));
    }

    /** How often an event with that reason and message was told of an object. */
    long told(String object, String reason, String message) {
        return told(items(ApiResource.EVENT), object, reason, message);
    }

    private static long told(Stream<JsonNode> events, String object, String reason, String message) {
        return events.filter(event ->
                        event.path("involvedObject").path("name").asString("").equals(object))
                .filter(event -> event.path("reason").asString("").equals(reason)
                        && event.path("message").asString("").startsWith(message))
                .count();
    }

    /** Waits until such an event was told once: events follow what they tell of. */
    void eventuallyTold(String object, String reason, String message) {
        eventually(object + " is told " + reason, () -> told(object, reason, message) == 1);
    }

    /** What a scrape of the worker says. */
    String scrape() {
        return Scrape.of(worker);
    }

    /** How much cpu a ClusterQueue says is used. */
    String used(String queue) {
        return get(CLUSTER_QUEUE, own(queue))
                .path("status")
                .path("flavorsUsage")
                .path(0)
                .path("resources")
                .path(0)
                .path("total")
                .asString("");
    }

    static void eventually(String what, BooleanSupplier holds) {
        WorkerCluster.eventually(what, holds);
    }

    @Override
    public void close() {
        worker.close();
    }
}
