package dev.turnstile.playground;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.DeleteOptions;
import dev.turnstile.embedded.api.GroupVersionResource;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Three workers are full of everyday jobs; an urgent one arrives at the manager. Told once, from an empty fleet to an
 * empty fleet; what it cost is counted.
 */
final class UrgentJobStory {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofMillis(50);
    /** How long the everyday jobs have run when the urgent one comes, so that there is something to lose. */
    private static final Duration HEAD_START = Duration.ofSeconds(10);

    private static final int JOBS_PER_WORKER = 2;

    private final Fleet fleet;
    private final double speed;
    private final Consumer<String> teller;

    UrgentJobStory(Fleet fleet, double speed, Consumer<String> teller) {
        this.fleet = fleet;
        this.speed = speed;
        this.teller = teller;
    }

    Toll play() throws InterruptedException {
        clear();
        fleet.workers().forEach(SampleFleet::everydayJobs);
        for (EmbeddedCluster worker : fleet.workers()) {
            until(worker.name() + " is full", () -> runningPods(worker) == JOBS_PER_WORKER);
        }
        teller.accept("Every worker is full: two everyday jobs each.");
        Thread.sleep(Math.round(HEAD_START.toMillis() / speed));
        try (Ledger ledger = new Ledger(fleet.workers(), speed)) {
            teller.accept("An urgent job comes to the manager.");
            Instant came = Instant.now();
            SampleFleet.urgentJob(fleet.manager());
            until("the urgent job is admitted", () -> urgent("Admitted"));
            Duration waited = Duration.between(came, Instant.now());
            // Somebody had to go for it; the news of it comes by another watch.
            until("it is known who was preempted", () -> !ledger.where().isEmpty());
            teller.accept(
                    "It is admitted; meanwhile jobs were preempted in " + String.join(", ", ledger.where()) + ".");
            until("the urgent job is finished", () -> urgent("Finished"));
            return ledger.toll(waited);
        } finally {
            clear();
        }
    }

    private boolean urgent(String condition) {
        return fleet.manager().client().list(Names.WORKLOADS, Names.TEAM).items().stream()
                .filter(workload ->
                        workload.path("metadata").path("name").asString("").startsWith("job-urgent-"))
                .anyMatch(workload -> holds(workload, condition));
    }

    private static boolean holds(JsonNode object, String type) {
        for (JsonNode condition : object.path("status").path("conditions")) {
            if (condition.path("type").asString("").equals(type)) {
                return condition.path("status").asString("").equals("True");
            }
        }
        return false;
    }

    private static long runningPods(EmbeddedCluster cluster) {
        return cluster.client().list(Names.PODS, Names.TEAM).items().stream()
                .filter(pod -> pod.path("status").path("phase").asString("").equals("Running"))
                .count();
    }

    private void clear() throws InterruptedException {
        for (EmbeddedCluster cluster : fleet.clusters()) {
            for (ObjectNode job : cluster.client().list(Names.JOBS, Names.TEAM).items()) {
                delete(cluster, job);
            }
        }
        for (EmbeddedCluster cluster : fleet.clusters()) {
            until(cluster.name() + " is empty", () -> empty(cluster, Names.WORKLOADS) && empty(cluster, Names.PODS));
        }
    }

    private static void delete(EmbeddedCluster cluster, ObjectNode job) {
        try {
            cluster.client()
                    .delete(
                            Names.JOBS,
                            Names.TEAM,
                            job.path("metadata").path("name").asString(),
                            DeleteOptions.background());
        } catch (ApiException e) {
            if (e.code() != 404) {
                throw e;
            }
            // The manager was faster: its copies go with their originals.
        }
    }

    private static boolean empty(EmbeddedCluster cluster, GroupVersionResource resource) {
        return cluster.client().list(resource, Names.TEAM).items().isEmpty();
    }

    private static void until(String what, BooleanSupplier holds) throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (!holds.getAsBoolean()) {
            if (Instant.now().isAfter(end)) {
                throw new IllegalStateException(
                        "the story stopped: not so within " + PATIENCE.toMinutes() + " minutes: " + what);
            }
            Thread.sleep(LOOK);
        }
    }
}
