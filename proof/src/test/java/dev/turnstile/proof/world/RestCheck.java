package dev.turnstile.proof.world;

import dev.turnstile.proof.api.ApiServer;
import dev.turnstile.service.informer.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What must hold of a worker cluster in which nothing happens any more, and every job has had time to end.
 *
 * <p>Since all jobs end, nobody holds quota then: a workload waits because it would not fit an empty cluster, or
 * because somebody stopped it or its queue.
 */
final class RestCheck {
    private final World world;
    private final ApiServer server;

    RestCheck(World world, Cluster cluster) {
        this.world = world;
        this.server = cluster.server();
    }

    void check() {
        for (ObjectNode job : server.list("jobs")) {
            job(job);
        }
        TreeMap<String, List<ObjectNode>> waiting = new TreeMap<>();
        TreeMap<String, Integer> reserving = new TreeMap<>();
        for (ObjectNode workload : server.list("workloads")) {
            workload(workload, waiting, reserving);
        }
        if (reserving.isEmpty()) {
            waiting.forEach(this::waiting);
        }
        for (ObjectNode queue : server.list("clusterqueues")) {
            queue(
                    queue,
                    waiting.getOrDefault(Json.key(queue).name(), List.of()).size(),
                    reserving.getOrDefault(Json.key(queue).name(), 0));
        }
    }

    private void violated(String what, ObjectNode object) {
        world.violated(
                "at rest, %s: %s %s: %s".formatted(server.name(), Json.key(object), what, object.path("status")));
    }

    private void job(ObjectNode job) {
        boolean finished = Json.is(job, "Complete") || Json.is(job, "Failed");
        boolean suspended = job.path("spec").path("suspend").asBoolean(false);
        ObjectNode workload = workloadOf(job);
        if (!finished && !suspended) {
            violated("the job runs for ever", job);
        }
        if (workload == null && !finished) {
            violated("the job has no workload", job);
        }
        if (workload != null && finished != Json.is(workload, "Finished")) {
            violated(
                    finished ? "the job is finished, its workload is not" : "the workload is finished, its job is not",
                    job);
        }
    }

    private @Nullable ObjectNode workloadOf(ObjectNode job) {
        for (ObjectNode workload : server.list("workloads")) {
            for (JsonNode owner : workload.path("metadata").path("ownerReferences")) {
                if (owner.path("uid").asString("").equals(Json.uid(job))) {
                    return workload;
                }
            }
        }
        return null;
    }

    private void workload(ObjectNode workload, Map<String, List<ObjectNode>> waiting, Map<String, Integer> reserving) {
        if (Json.is(workload, "Finished")) {
            return;
        }
        if (workload.path("metadata").has("deletionTimestamp")) {
            violated("is being deleted for ever", workload);
            return;
        }
        if (Json.is(workload, "QuotaReserved")) {
            boolean nowhere = server.name().equals(World.MANAGER)
                    && !Json.is(workload, "Admitted")
                    && world.clusters().values().stream().noneMatch(other -> takes(other, workload));
            if (!nowhere) {
                violated("holds quota for ever", workload);
            }
            reserving.merge(
                    workload.path("status")
                            .path("admission")
                            .path("clusterQueue")
                            .asString(""),
                    1,
                    Integer::sum);
            return;
        }
        ObjectNode local = server.find(
                "localqueues",
                new ObjectKey(
                        Json.key(workload).namespace(),
                        workload.path("spec").path("queueName").asString("")));
        if (local != null
                && !stopped(local)
                && workload.path("spec").path("active").asBoolean(true)) {
            waiting.computeIfAbsent(local.path("spec").path("clusterQueue").asString(""), _ -> new ArrayList<>())
                    .add(workload);
        }
    }

    /** Of a queue that is not stopped. Under StrictFIFO a workload that does not fit holds up those behind it. */
    private void waiting(String clusterQueue, List<ObjectNode> workloads) {
        ObjectNode queue = server.find("clusterqueues", ObjectKey.of(clusterQueue));
        if (queue == null || stopped(queue)) {
            return;
        }
        long nominal = Cpu.nominal(queue);
        boolean strict =
                queue.path("spec").path("queueingStrategy").asString("").equals("StrictFIFO");
        boolean held = strict && workloads.stream().anyMatch(each -> Cpu.requested(each) > nominal);
        for (ObjectNode workload : workloads) {
            if (Cpu.requested(workload) <= nominal && !held) {
                violated("waits although it fits the empty queue " + clusterQueue, workload);
            }
            if (!held && Json.condition(workload, "QuotaReserved").isEmpty() && !isSpokenFor(workload, workloads)) {
                violated("waits and nobody says why", workload);
            }
        }
    }

    /** One that was never evaluated has no condition of its own while an equal one, which was, has one. */
    private static boolean isSpokenFor(ObjectNode workload, List<ObjectNode> workloads) {
        return workloads.stream()
                .anyMatch(other -> !Json.condition(other, "QuotaReserved").isEmpty()
                        && Cpu.requested(other) == Cpu.requested(workload)
                        && other.path("spec")
                                .path("priority")
                                .equals(workload.path("spec").path("priority")));
    }

    /** Whether a worker cluster could run it. */
    private static boolean takes(Cluster other, ObjectNode workload) {
        ApiServer there = other.server();
        String name = workload.path("spec").path("queueName").asString("");
        ObjectNode local =
                there.find("localqueues", new ObjectKey(Json.key(workload).namespace(), name));
        ObjectNode queue = local == null
                ? null
                : there.find(
                        "clusterqueues",
                        ObjectKey.of(local.path("spec").path("clusterQueue").asString("")));
        return !there.name().equals(World.MANAGER)
                && queue != null
                && !stopped(local)
                && !stopped(queue)
                && Cpu.requested(workload) <= Cpu.nominal(queue)
                && !heldUp(there, queue);
    }

    /** Whether somebody who does not fit stands before all others, or may. */
    private static boolean heldUp(ApiServer there, JsonNode queue) {
        long nominal = Cpu.nominal(queue);
        return queue.path("spec").path("queueingStrategy").asString("").equals("StrictFIFO")
                && there.list("workloads").stream()
                        .anyMatch(each -> !Json.is(each, "Finished") && Cpu.requested(each) > nominal);
    }

    private static boolean stopped(@Nullable JsonNode queue) {
        return queue != null
                && !queue.path("spec").path("stopPolicy").asString("None").equals("None");
    }

    private void queue(ObjectNode queue, int waiting, int reserving) {
        JsonNode status = queue.path("status");
        if (status.path("reservingWorkloads").asInt(0) != reserving) {
            violated("counts other reservingWorkloads than the %d that hold quota".formatted(reserving), queue);
        }
        if (status.path("pendingWorkloads").asInt(0) != waiting) {
            violated("counts other pendingWorkloads than the %d that wait".formatted(waiting), queue);
        }
    }
}
