package dev.turnstile.manager;

import static dev.turnstile.manager.TestFleet.MANAGER;
import static dev.turnstile.manager.TestFleet.condition;
import static dev.turnstile.manager.TestFleet.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.informer.ApiResource;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/**
 * How a dispatched Job ends, or starts over, where the watch of the Jobs of its cluster shows nothing while that of the
 * Workloads does.
 */
@Tag("embedded-only") // Faults.
@Timeout(240)
@ResourceLock("shared fleet") // One manager at a time leads there.
class JobEndIT {
    private static final String JOBS = "jobs";
    private static final TestFleet fleet = TestFleet.shared();

    private static ManagerRuntime manager() {
        return fleet.startManager("gcInterval: 1s", "MultiKueueOrchestratedPreemption: true");
    }

    private static JsonNode job(String cluster, FleetStory story) {
        return fleet.get(cluster, ApiResource.JOB, story.namespace(), "sample");
    }

    private static String started(String cluster, FleetStory story) {
        return job(cluster, story).path("status").path("startTime").asString("");
    }

    private static String dispatched(FleetStory story, String runs) {
        fleet.job(MANAGER, story.namespace(), "sample", 1, "low", runs);
        String winner = story.eventuallyPlaced("sample");
        story.eventuallyRuns(MANAGER, "sample", 1);
        return winner;
    }

    /** The worker-service's part is played by hand, since it would read the same silent watch. */
    private static void unseen(String winner, Runnable happens) {
        fleet.stopWorker(winner);
        try {
            fleet.cluster(winner).faults().stallWatches(JOBS, true);
            happens.run();
        } finally {
            fleet.cluster(winner).faults().stallWatches(JOBS, false);
            fleet.startWorker(winner);
        }
    }

    /** The replica does, as its worker-service would have it, and the Workload here follows. */
    private static void finishes(String winner, FleetStory story) {
        JsonNode metadata = fleet.workload(story.namespace(), "sample").path("metadata");
        fleet.succeeded(winner, story.namespace(), metadata.path("name").asString(""));
        eventually(
                "it is finished here",
                () -> condition(fleet.workload(story.namespace(), "sample"), "Finished")
                        .startsWith("True Succeeded"));
    }

    @Test
    void anEndThatTheWatchDoesNotShowIsReadBeforeItIsFinishedHere() {
        FleetStory story = fleet.story("unseen-end", "3");
        try (ManagerRuntime manager = manager()) {
            String winner = dispatched(story, "10");
            unseen(winner, () -> {
                eventually(
                        "it has ended there",
                        () -> condition(job(winner, story), "Complete").startsWith("True"));
                assertThat(job(MANAGER, story).path("status").path("active").asInt(0))
                        .isEqualTo(1);
                finishes(winner, story);
            });
            assertThat(condition(job(MANAGER, story), "Complete")).startsWith("True");
            assertThat(job(MANAGER, story).path("status").path("succeeded").asInt(0))
                    .isEqualTo(1);
            assertThat(manager.active()).isTrue();
        }
    }

    @Test
    void whereTheJobIsGoneItsEndIsDeclaredAsTheReplicaHasIt() {
        FleetStory story = fleet.story("gone-end", "3");
        try (ManagerRuntime manager = manager()) {
            String winner = dispatched(story, "infinity");
            unseen(winner, () -> {
                fleet.orphan(winner, ApiResource.JOB, story.namespace(), "sample");
                eventually("it is gone", () -> job(winner, story).isMissingNode());
                finishes(winner, story);
            });
            assertThat(condition(job(MANAGER, story), "Complete")).isEqualTo("True Succeeded done");
            assertThat(manager.active()).isTrue();
        }
    }

    @Test
    void aJobThatStartedOverUnseenStartsOverHereToo() {
        FleetStory story = fleet.story("unseen-start", "3");
        try (ManagerRuntime manager = manager()) {
            String winner = dispatched(story, "infinity");
            String first = started(MANAGER, story);
            unseen(winner, () -> {
                fleet.patch(winner, ApiResource.JOB, story.namespace(), "sample", "{spec: {suspend: true}}");
                eventually(
                        "it is stopped there, and another second begins",
                        () -> started(winner, story).isEmpty()
                                && Instant.now().isAfter(Instant.parse(first).plusSeconds(1)));
                fleet.patch(winner, ApiResource.JOB, story.namespace(), "sample", "{spec: {suspend: false}}");
                eventually(
                        "it is started again there",
                        () -> !started(winner, story).isEmpty());
            });
            eventually(
                    "it runs, as is shown here",
                    () -> !started(MANAGER, story).equals(first)
                            && started(MANAGER, story).equals(started(story.winner("sample"), story))
                            && story.runs(MANAGER, "sample", 1));
            eventually("an event tells why", () -> fleet.told(story.namespace(), "MultiKueue"));
            assertThat(manager.active()).isTrue();
        } finally {
            story.deleteWhereItIs("sample");
        }
    }
}
