package dev.turnstile.manager;

import static dev.turnstile.manager.TestFleet.MANAGER;
import static dev.turnstile.manager.TestFleet.WORKERS;
import static dev.turnstile.manager.TestFleet.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.informer.ApiResource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** What orchestrated preemption is for, in figures: the story of its user without and with it. */
@Tag("embedded-only") // Four clusters at once.
@Timeout(240)
@ResourceLock("shared fleet") // One manager at a time leads there.
class FiguresIT {
    private static final int CPU = 3;
    private static final Duration WORKED = Duration.ofSeconds(5);
    private static final TestFleet fleet = TestFleet.shared();

    private record Figures(int preemptions, double lostPodSeconds, double secondsUntilItRuns) {
        @Override
        public String toString() {
            return "%d preemptions, %.0f pod-seconds of work lost, the urgent job runs after %.1f s"
                    .formatted(preemptions, lostPodSeconds, secondsUntilItRuns);
        }
    }

    @Test
    void anUrgentJobOnThreeFullClusters() {
        Figures off = play(fleet.story("without", "3"), "MultiKueueOrchestratedPreemption: false");
        Figures on = play(fleet.story("with", "3"), "MultiKueueOrchestratedPreemption: true");

        print("urgent job on three full clusters, feature off: " + off);
        print("urgent job on three full clusters, feature on:  " + on);
        assertThat(on.preemptions()).isEqualTo(1);
        assertThat(off.preemptions()).isGreaterThan(1);
        assertThat(on.lostPodSeconds()).isLessThan(off.lostPodSeconds());
    }

    @SuppressWarnings("SystemOut") // figures for those who run it
    private static void print(String text) {
        System.out.println(text);
    }

    private static Figures play(FleetStory story, String features) {
        try (ManagerRuntime manager = fleet.startManager("singleClusterPreemptionTimeout: 2m", features)) {
            story.fill(CPU);
            Instant filled = Instant.now();
            // Work that can be lost: without any there is no difference to measure.
            eventually(
                    "the fillers have worked for a while",
                    () -> filled.plus(WORKED).isBefore(Instant.now()));
            Instant created = Instant.now();
            story.dispatch("urgent", CPU, "high");
            String winner = story.eventuallyPlaced("urgent");
            story.eventuallyRuns(MANAGER, "urgent", CPU);
            double seconds = Duration.between(created, Instant.now()).toMillis() / 1000.0;
            WORKERS.stream().filter(worker -> !worker.equals(winner)).forEach(worker -> {
                eventually(
                        "its replica on " + worker + " is gone",
                        () -> fleet.replica(worker, story.namespace(), "urgent").isMissingNode());
                story.eventuallyRuns(worker, "filler", CPU);
            });
            eventually("the preemption is told", () -> story.preemptions(winner) == 1);
            List<Instant> preempted = preemptions(story);
            double lost = preempted.stream()
                    .mapToDouble(at ->
                            CPU * Math.max(0, Duration.between(filled, at).toMillis() / 1000.0))
                    .sum();
            assertThat(manager.active()).isTrue();
            return new Figures(preempted.size(), lost, seconds);
        }
    }

    /** When each preemption of a filler was told; an event stays when the filler runs again. */
    private static List<Instant> preemptions(FleetStory story) {
        return WORKERS.stream()
                .flatMap(worker -> fleet.list(worker, ApiResource.EVENT, story.namespace()).stream())
                .filter(event -> event.path("reason").asString("").equals("EvictedDueToPreempted"))
                .map(FiguresIT::time)
                .toList();
    }

    private static Instant time(JsonNode event) {
        return Instant.parse(event.path("firstTimestamp").asString());
    }
}
