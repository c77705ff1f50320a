package dev.turnstile.manager;

import static dev.turnstile.manager.TestFleet.MANAGER;
import static dev.turnstile.manager.TestFleet.WORKERS;
import static dev.turnstile.manager.TestFleet.WORKLOAD;
import static dev.turnstile.manager.TestFleet.condition;
import static dev.turnstile.manager.TestFleet.eventually;
import static dev.turnstile.manager.TestFleet.eventuallySaid;

import dev.turnstile.service.informer.ApiResource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What happens in one namespace of the fleet. */
record FleetStory(TestFleet fleet, String namespace) {
    private static final String GATE = "kueue.x-k8s.io/multikueue";

    /** Every worker runs a filler of one-cpu pods of low priority. */
    void fill(int cpu) {
        fill(WORKERS, cpu);
    }

    void fill(List<String> workers, int cpu) {
        workers.forEach(worker -> fleet.job(worker, namespace, "filler", cpu, "low", "infinity"));
        workers.forEach(worker -> eventuallyRuns(worker, "filler", cpu));
    }

    void eventuallyRuns(String cluster, String job, int pods) {
        eventually(job + " runs on " + cluster, () -> runs(cluster, job, pods));
    }

    boolean runs(String cluster, String job, int pods) {
        return fleet.get(cluster, ApiResource.JOB, namespace, job)
                        .path("status")
                        .path("ready")
                        .asInt(0)
                == pods;
    }

    /** A pod that holds its quota for long after it is deleted, unless it is deleted at once. */
    void stickyPod(String worker, int cpu) {
        fleet.create(
                worker,
                TestFleet.POD,
                namespace,
                ("{metadata: {name: sticky, namespace: %s, labels: {kueue.x-k8s.io/queue-name: main,"
                    + " kueue.x-k8s.io/managed: 'true', kueue.x-k8s.io/priority-class: low}, finalizers:"
                    + " [kueue.x-k8s.io/managed]}, spec: {terminationGracePeriodSeconds: 36000, schedulingGates:"
                    + " [{name: kueue.x-k8s.io/admission}], restartPolicy: Never, containers: [{name: c, image:"
                    + " 'example.com/app:1', command: [sleep, infinity], resources: {requests: {cpu: '%d'}}}]}}")
                        .formatted(namespace, cpu));
        eventually(
                "the sticky pod runs on " + worker,
                () -> fleet.get(worker, TestFleet.POD, namespace, "sticky")
                        .path("status")
                        .path("phase")
                        .asString("")
                        .equals("Running"));
    }

    boolean isGoing(String worker) {
        return fleet.get(worker, TestFleet.POD, namespace, "sticky")
                .path("metadata")
                .has("deletionTimestamp");
    }

    /** The kubelet ends the sticky pod. */
    void endSticky(String worker) {
        fleet.deleteNow(worker, TestFleet.POD, namespace, "sticky");
    }

    void dispatch(String job, int pods, String priority) {
        fleet.job(MANAGER, namespace, job, pods, priority, "infinity");
    }

    String winner(String job) {
        return fleet.workload(namespace, job).path("status").path("clusterName").asString("");
    }

    String eventuallyPlaced(String job) {
        return eventuallySaid(job + " is placed", () -> winner(job));
    }

    /** Another cluster than that one. */
    String eventuallyPlacedElsewhere(String job, String before) {
        return eventuallySaid(job + " is placed elsewhere than on " + before, () -> {
            String now = winner(job);
            return now.equals(before) ? "" : now;
        });
    }

    void eventuallyOfferedEverywhere(String job) {
        eventually(
                job + " is offered everywhere",
                () -> WORKERS.stream()
                        .noneMatch(
                                worker -> fleet.replica(worker, namespace, job).isMissingNode()));
    }

    boolean asks(String worker, String job) {
        return condition(fleet.replica(worker, namespace, job), "PreemptionBlocked")
                .startsWith("True");
    }

    void eventuallyAsk(String job, List<String> workers) {
        workers.forEach(worker -> eventually(job + " asks on " + worker, () -> asks(worker, job)));
    }

    /** Workers whose replica asks, first come first; ties in the order of the config. */
    List<String> asking(String job) {
        List<String> asking = new ArrayList<>(
                WORKERS.stream().filter(worker -> asks(worker, job)).toList());
        asking.sort(Comparator.comparing(worker -> since(fleet.replica(worker, namespace, job))));
        return asking;
    }

    private static Instant since(JsonNode replica) {
        for (JsonNode condition : replica.path("status").path("conditions")) {
            if (condition.path("type").asString("").equals("PreemptionBlocked")) {
                return Instant.parse(condition.path("lastTransitionTime").asString());
            }
        }
        throw new AssertionError("it does not ask: " + replica);
    }

    List<String> open(String job) {
        return fleet.open(namespace, job);
    }

    /** When the gate of that replica was opened, as it says. */
    Instant openedAt(String worker, String job) {
        for (JsonNode gate :
                fleet.replica(worker, namespace, job).path("status").path("preemptionGates")) {
            if (gate.path("name").asString("").equals(GATE)
                    && gate.path("state").asString("").equals("Open")) {
                return Instant.parse(gate.path("lastTransitionTime").asString());
            }
        }
        throw new AssertionError("the gate is not open on " + worker);
    }

    void eventuallyOpen(String job, String worker) {
        eventually(
                "the gate of " + job + " is open on " + worker, () -> open(job).contains(worker));
    }

    /** How often anything was preempted in that cluster, as its events tell. */
    int preemptions(String worker) {
        return (int) fleet.list(worker, ApiResource.EVENT, namespace).stream()
                .filter(event -> event.path("reason").asString("").equals("EvictedDueToPreempted"))
                .count();
    }

    void eventuallyPreempted(String worker, int times) {
        eventually(times + " preemptions on " + worker, () -> preemptions(worker) == times);
    }

    List<String> podsOf(String worker, String job) {
        return fleet.list(worker, TestFleet.POD, namespace).stream()
                .filter(pod -> pod.path("metadata").path("name").asString("").startsWith(job + "-"))
                .map(pod -> pod.path("metadata").path("uid").asString(""))
                .sorted()
                .toList();
    }

    /** Nothing waits behind a gate of ours, and nothing that was placed has left anything elsewhere. */
    void eventuallyNobodyIsLeftGated() {
        eventually(
                "nobody is left gated in " + namespace,
                () -> WORKERS.stream()
                        .flatMap(worker -> fleet.list(worker, WORKLOAD, namespace).stream())
                        .noneMatch(workload ->
                                condition(workload, "PreemptionBlocked").startsWith("True")));
    }

    void quota(String worker, String cpu) {
        fleet.patch(
                worker,
                TestFleet.CLUSTER_QUEUE,
                "",
                namespace,
                ("{spec: {resourceGroups: [{coveredResources: [cpu], flavors: [{name: default, resources: [{name: cpu,"
                                + " nominalQuota: '%s'}]}]}]}}")
                        .formatted(cpu));
    }

    void stop(String worker, String policy) {
        fleet.patch(worker, TestFleet.CLUSTER_QUEUE, "", namespace, "{spec: {stopPolicy: " + policy + "}}");
    }

    /** Deletes the Job in the manager's cluster; its copies go, too. */
    void deleteWhereItIs(String job) {
        Stream.concat(Stream.of(MANAGER), WORKERS.stream())
                .filter(cluster ->
                        !fleet.get(cluster, ApiResource.JOB, namespace, job).isMissingNode())
                .forEach(cluster -> fleet.delete(cluster, ApiResource.JOB, namespace, job));
    }

    void delete(String cluster, String job) {
        fleet.delete(cluster, ApiResource.JOB, namespace, job);
    }
}
