package dev.turnstile.manager;

import static org.awaitility.Awaitility.await;

import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.KueueObjects;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The objects in the clusters of a fleet: made, changed and read as a user of each cluster would. */
abstract class FleetObjects extends KueueObjects {
    static final String MANAGER = "manager";
    static final List<String> WORKERS = List.of("worker1", "worker2", "worker3");
    static final ApiResource CLUSTER = kueue("MultiKueueCluster", "multikueueclusters", false);
    static final ApiResource CONFIG = kueue("MultiKueueConfig", "multikueueconfigs", false);
    static final ApiResource SECRET = new ApiResource("v1", "Secret", "secrets", true);
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** The connection to one of the clusters. */
    abstract ApiConnection api(String cluster);

    ObjectNode create(String cluster, ApiResource resource, String namespace, String yaml) {
        ObjectNode object = yaml(yaml);
        object.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
        return api(cluster).create(resource, namespace, object);
    }

    void patch(String cluster, ApiResource resource, String namespace, String name, String yaml) {
        api(cluster).patch(resource, new ObjectKey(namespace, name), "", yaml(yaml));
    }

    void patchStatus(String cluster, ApiResource resource, String namespace, String name, String yaml) {
        api(cluster).patch(resource, new ObjectKey(namespace, name), "status", yaml(yaml));
    }

    void delete(String cluster, ApiResource resource, String namespace, String name) {
        api(cluster).delete(resource, new ObjectKey(namespace, name), yaml("{propagationPolicy: Background}"));
    }

    /** What it owns stays. */
    void orphan(String cluster, ApiResource resource, String namespace, String name) {
        api(cluster).delete(resource, new ObjectKey(namespace, name), yaml("{propagationPolicy: Orphan}"));
    }

    /** Whether a cluster refuses a suspended Job of no queue; one that it took is deleted. */
    boolean refusesJobs(String cluster, String namespace) {
        try {
            ObjectNode made = create(cluster, ApiResource.JOB, namespace, """
                {metadata: {generateName: probe-}, spec: {suspend: true, template: {spec: {restartPolicy: Never,
                 containers: [{name: c, image: 'example.com/app:1'}]}}}}
                """);
            delete(
                    cluster,
                    ApiResource.JOB,
                    namespace,
                    made.path("metadata").path("name").asString());
            return false;
        } catch (ApiStatusException refusal) {
            if (refusal.code() == 422) {
                return true;
            }
            throw refusal;
        }
    }

    /** Without the time that a pod would have to end; nothing happens where it is gone. */
    void deleteNow(String cluster, ApiResource resource, String namespace, String name) {
        try {
            api(cluster).delete(resource, new ObjectKey(namespace, name), yaml("{gracePeriodSeconds: 0}"));
        } catch (ApiStatusException e) {
            if (!e.notFound()) {
                throw e;
            }
        }
    }

    /** An object, or a missing node. */
    JsonNode get(String cluster, ApiResource resource, String namespace, String name) {
        try {
            return api(cluster).get(resource.path(new ObjectKey(namespace, name)), Map.of());
        } catch (ApiStatusException e) {
            if (e.notFound()) {
                return KubernetesJson.mapper().missingNode();
            }
            throw e;
        }
    }

    List<JsonNode> list(String cluster, ApiResource resource, String namespace) {
        return api(cluster)
                .get(resource.path(namespace), Map.of())
                .path("items")
                .valueStream()
                .toList();
    }

    /** The Workload of a Job of the manager, or a missing node. */
    JsonNode workload(String namespace, String job) {
        String uid = get(MANAGER, ApiResource.JOB, namespace, job)
                .path("metadata")
                .path("uid")
                .asString("none");
        return list(MANAGER, WORKLOAD, namespace).stream()
                .filter(workload -> workload.path("metadata")
                        .path("labels")
                        .path("kueue.x-k8s.io/job-uid")
                        .asString("")
                        .equals(uid))
                .findFirst()
                .orElseGet(() -> KubernetesJson.mapper().missingNode());
    }

    /** The cluster that a Job of the manager was placed on; empty while it was not. */
    String winner(String namespace, String job) {
        return workload(namespace, job).path("status").path("clusterName").asString("");
    }

    String eventuallyPlaced(String namespace, String job) {
        return eventuallySaid(job + " is placed", () -> winner(namespace, job));
    }

    /** Its replica, or a missing node. */
    JsonNode replica(String cluster, String namespace, String job) {
        String name = workload(namespace, job).path("metadata").path("name").asString("");
        return name.isEmpty() ? KubernetesJson.mapper().missingNode() : get(cluster, WORKLOAD, namespace, name);
    }

    /** {@code Open}, {@code Closed}, or nothing where the replica has no state of our gate. */
    String gate(String cluster, String namespace, String job) {
        for (JsonNode gate : replica(cluster, namespace, job).path("status").path("preemptionGates")) {
            if (gate.path("name").asString("").equals("kueue.x-k8s.io/multikueue")) {
                return gate.path("state").asString("");
            }
        }
        return "";
    }

    List<String> open(String namespace, String job) {
        return WORKERS.stream()
                .filter(worker -> gate(worker, namespace, job).equals("Open"))
                .toList();
    }

    /** Workers on which a Workload of that namespace says that it was preempted. */
    List<String> preempted(String namespace) {
        return WORKERS.stream()
                .filter(worker -> list(worker, WORKLOAD, namespace).stream()
                        .anyMatch(workload -> condition(workload, "Preempted").startsWith("True")))
                .toList();
    }

    /** What a worker writes of a replica that would have to preempt. */
    void signal(String worker, String namespace, String job) {
        JsonNode replica = replica(worker, namespace, job);
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        patchStatus(
                worker,
                WORKLOAD,
                namespace,
                replica.path("metadata").path("name").asString(""),
                ("{status: {preemptionGates: [{name: kueue.x-k8s.io/multikueue, state: Closed, lastTransitionTime:"
                    + " '%s'}], conditions: [{type: QuotaReserved, status: 'False', reason: PreemptionGated, message:"
                    + " m, lastTransitionTime: '%s'}, {type: PreemptionBlocked, status: 'True', reason:"
                    + " PreemptionGated, message: m, lastTransitionTime: '%s'}]}}")
                        .formatted(now, now, now));
    }

    /** What a worker-service writes of a replica whose job has succeeded. */
    void succeeded(String worker, String namespace, String replica) {
        patchStatus(
                worker,
                WORKLOAD,
                namespace,
                replica,
                "{status: {conditions: [{type: Finished, status: 'True', reason: Succeeded, message: done,"
                        + " lastTransitionTime: '2026-01-01T12:00:00Z'}]}}");
    }

    /** State and message of our check. */
    String check(String namespace, String job) {
        JsonNode check =
                workload(namespace, job).path("status").path("admissionChecks").path(0);
        return check.path("state").asString("") + " " + check.path("message").asString("");
    }

    /** Whether events of that reason were told of the local Workload. */
    boolean told(String namespace, String reason) {
        return list(MANAGER, ApiResource.EVENT, namespace).stream()
                .anyMatch(event -> event.path("reason").asString("").equals(reason));
    }

    /** The first answer that is not empty; a second one may be another already. */
    static String eventuallySaid(String what, Supplier<String> said) {
        return await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(said::get, answer -> !answer.isEmpty());
    }

    /** It comes about, and stays so for two seconds. */
    static void eventuallyAndForAWhile(String what, Callable<Boolean> holds) {
        await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .during(Duration.ofSeconds(2))
                .until(holds);
    }

    static void eventually(String what, Callable<Boolean> holds) {
        await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(holds);
    }
}
