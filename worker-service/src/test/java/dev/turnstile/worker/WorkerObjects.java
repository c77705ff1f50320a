package dev.turnstile.worker;

import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.KueueObjects;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.ObjectKey;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The objects in the cluster of a worker: made, changed and read as a user would. */
abstract class WorkerObjects extends KueueObjects {
    static final ApiResource COHORT = kueue("Cohort", "cohorts", false);
    static final ApiResource DEFINITION =
            new ApiResource("apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions", false);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The client to the cluster. */
    abstract ApiConnection api();

    /** Sets fields of a status, as another controller would. */
    void patchStatus(ApiResource resource, String namespace, String name, String yaml) {
        api().patch(resource, new ObjectKey(namespace, name), "status", yaml(yaml));
    }

    ObjectNode create(ApiResource resource, String namespace, String yaml) {
        ObjectNode object = yaml(yaml);
        object.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
        return api().create(resource, namespace, object);
    }

    /** A flavor, a ClusterQueue with that much cpu, and its LocalQueue {@code main}. */
    void queue(String cpu, String more) {
        flavor();
        queue("cq", "main", quota(cpu, ""), more);
    }

    void flavor() {
        create(FLAVOR, "", "{metadata: {name: default}, spec: {nodeLabels: {instance: on-demand}}}");
    }

    /** Quota of the flavor {@code default}, with such limits as {@code borrowingLimit: '1'}. */
    static String quota(String cpu, String limits) {
        return ("resourceGroups: [{coveredResources: [cpu], flavors: [{name: default, resources: [{name: cpu,"
                        + " nominalQuota: '%s'%s}]}]}]")
                .formatted(cpu, limits.isEmpty() ? "" : ", " + limits);
    }

    /** A ClusterQueue and the LocalQueue before it. */
    void queue(String clusterQueue, String localQueue, String quota, String more) {
        create(
                CLUSTER_QUEUE,
                "",
                "{metadata: {name: %s}, spec: {namespaceSelector: {}, %s %s}}".formatted(clusterQueue, more, quota));
        create(
                LOCAL_QUEUE,
                "team",
                "{metadata: {name: %s, namespace: team}, spec: {clusterQueue: %s}}"
                        .formatted(localQueue, clusterQueue));
    }

    /** A suspended Job of pods with one cpu each, in the queue {@code main}. */
    void job(String name, int pods, String labels, String annotations) {
        job("main", name, pods, labels, annotations);
    }

    /** A suspended Job of pods with one cpu each. */
    void job(String queue, String name, int pods, String labels, String annotations) {
        create(
                ApiResource.JOB,
                "team",
                ("{metadata: {name: %s, namespace: team, labels: {kueue.x-k8s.io/queue-name: %s%s}, annotations:"
                    + " {%s}}, spec: {suspend: true, parallelism: %d, completions: %d, template: {metadata:"
                    + " {annotations: {embedded.turnstile.dev/runs-for: forever}}, spec: {restartPolicy: Never,"
                    + " containers: [{name: c, image: 'example.com/app:1', resources: {requests: {cpu: '1'}}}]}}}}")
                        .formatted(name, queue, labels, annotations, pods, pods));
    }

    ObjectNode get(ApiResource resource, String namespace, String name) {
        return api().get(resource.path(new ObjectKey(namespace, name)), Map.of());
    }

    /** An object that may not be there: then a missing node. */
    JsonNode find(ApiResource resource, String namespace, String name) {
        try {
            return get(resource, namespace, name);
        } catch (ApiStatusException e) {
            if (e.notFound()) {
                return KubernetesJson.mapper().missingNode();
            }
            throw e;
        }
    }

    boolean missing(ApiResource resource, String namespace, String name) {
        return find(resource, namespace, name).isMissingNode();
    }

    ObjectNode jobNamed(String name) {
        return get(ApiResource.JOB, "team", name);
    }

    void patch(ApiResource resource, String namespace, String name, String yaml) {
        api().patch(resource, new ObjectKey(namespace, name), "", yaml(yaml));
    }

    void delete(ApiResource resource, String namespace, String name) {
        api().delete(resource, new ObjectKey(namespace, name), yaml("{propagationPolicy: Background}"));
    }

    /** The Workload of a Job. */
    JsonNode workloadOf(String job) {
        String uid = jobNamed(job).path("metadata").path("uid").asString();
        for (JsonNode workload : api().get(WORKLOAD.path("team"), Map.of()).path("items")) {
            JsonNode label = workload.path("metadata").path("labels").path("kueue.x-k8s.io/job-uid");
            if (label.asString("").equals(uid)) {
                return workload;
            }
        }
        return KubernetesJson.mapper().missingNode();
    }

    /** How much cpu the ClusterQueue says is used. */
    String used() {
        return used("cq");
    }

    int pending() {
        return get(CLUSTER_QUEUE, "", "cq")
                .path("status")
                .path("pendingWorkloads")
                .asInt();
    }

    String used(String clusterQueue) {
        return get(CLUSTER_QUEUE, "", clusterQueue)
                .path("status")
                .path("flavorsUsage")
                .path(0)
                .path("resources")
                .path(0)
                .path("total")
                .asString("");
    }

    boolean eventExists(String kind, Predicate<JsonNode> matches) {
        for (JsonNode event :
                api().get(ApiResource.EVENT.path("team"), Map.of()).path("items")) {
            if (event.path("involvedObject").path("kind").asString("").equals(kind) && matches.test(event)) {
                return true;
            }
        }
        return false;
    }

    /** Waits until it is so; fails where it does not come to be. A busy API is asked again. */
    static void eventually(String what, BooleanSupplier holds) {
        eventually(what, PATIENCE, holds);
    }

    static void eventually(String what, Duration patience, BooleanSupplier holds) {
        Instant end = Instant.now().plus(patience);
        String refused = "";
        while (true) {
            try {
                if (holds.getAsBoolean()) {
                    return;
                }
                refused = "";
            } catch (ApiStatusException e) {
                if (!e.temporary()) {
                    throw e;
                }
                refused = "; " + e.getMessage();
            } catch (UncheckedIOException e) {
                refused = "; " + e.getMessage();
            }
            if (Instant.now().isAfter(end)) {
                throw new AssertionError("not within " + patience.toSeconds() + " s: " + what + refused);
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
