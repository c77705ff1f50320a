package dev.turnstile.manager;

import static dev.turnstile.manager.TestFleet.WORKERS;
import static dev.turnstile.manager.TestFleet.condition;
import static dev.turnstile.manager.TestFleet.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The sequence diagram of KEP-8303 and the story of its user, on embedded clusters and on kube-apiservers. */
@Timeout(300)
@ResourceLock("shared fleet") // One manager at a time leads there.
class SequenceIT {
    private static final TestFleet fleet = TestFleet.shared();

    private static ManagerRuntime manager(String multiKueue) {
        return fleet.startManager(multiKueue, "MultiKueueOrchestratedPreemption: true");
    }

    /** Three full clusters, a job of high priority: one cluster preempts, the victims of the others run on. */
    @Test
    void exactlyOneOfThreeFullClustersPreempts() {
        FleetStory story = fleet.story("urgent", "3");
        try (ManagerRuntime manager = manager("singleClusterPreemptionTimeout: 10m")) {
            story.fill(3);
            Map<String, List<String>> before = new LinkedHashMap<>();
            WORKERS.forEach(worker -> before.put(worker, story.podsOf(worker, "filler")));
            story.dispatch("urgent", 3, "high");
            String winner = story.eventuallyPlaced("urgent");
            story.eventuallyRuns(winner, "urgent", 3);
            story.eventuallyRuns(TestFleet.MANAGER, "urgent", 3);

            assertThat(fleet.preempted("urgent")).containsExactly(winner);
            story.eventuallyPreempted(winner, 1);
            WORKERS.stream().filter(worker -> !worker.equals(winner)).forEach(worker -> {
                assertThat(story.preemptions(worker)).isZero();
                assertThat(story.podsOf(worker, "filler"))
                        .as("the victims on " + worker + " run on")
                        .isEqualTo(before.get(worker));
            });
            assertThat(condition(fleet.replica(winner, "urgent", "urgent"), "PreemptionBlocked"))
                    .as("who was let through asks no more")
                    .startsWith("False");
            eventually("it is told", () -> fleet.told("urgent", "PreemptionUngated"));
            assertThat(String.valueOf(manager.orchestration().all().get("trail")))
                    .contains("OpenGate");
        }
    }

    /** Both options of the diagram's end: within the time-out it waits, after it the next is let through. */
    @Test
    void theNextIsOpenedAfterTheTimeOutAndNotBefore() {
        FleetStory story = fleet.story("timeout", "3");
        // Fillers that hold their quota for hours after they are preempted.
        WORKERS.forEach(worker -> story.stickyPod(worker, 3));
        try (ManagerRuntime manager = manager("singleClusterPreemptionTimeout: 20s")) {
            story.dispatch("urgent", 3, "high");
            eventually("somebody is opened", () -> !story.open("urgent").isEmpty());
            String first = story.open("urgent").getFirst();
            eventually("it preempts", () -> story.isGoing(first));
            String workload = fleet.workload(story.namespace(), "urgent")
                    .path("metadata")
                    .path("name")
                    .asString();
            eventually("operators are told who asks, what is open, and what comes when", () -> {
                Map<String, Object> told = manager.orchestration().one(story.namespace(), workload);
                return told != null
                        && told.containsKey("secondsLeft")
                        && String.valueOf(told.get("open")).contains(first)
                        && WORKERS.stream()
                                .filter(worker -> !worker.equals(first))
                                .allMatch(String.valueOf(told.get("asking"))::contains);
            });
            eventually("the next is opened", () -> story.open("urgent").size() == 2);
            String second = story.open("urgent").stream()
                    .filter(worker -> !worker.equals(first))
                    .findFirst()
                    .orElseThrow();
            assertThat(Duration.between(story.openedAt(first, "urgent"), story.openedAt(second, "urgent")))
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(20));
            eventually("it preempts, too", () -> story.isGoing(second));
            assertThat(WORKERS.stream().filter(story::isGoing))
                    .as("the third was left alone")
                    .containsExactlyInAnyOrder(first, second);

            story.endSticky(second);
            assertThat(story.eventuallyPlaced("urgent")).isEqualTo(second);
            story.eventuallyNobodyIsLeftGated();
            assertThat(String.valueOf(manager.orchestration().all().get("trail")))
                    .contains("OpenGate")
                    .contains("Deferred WINDOW");
        } finally {
            WORKERS.forEach(story::endSticky);
        }
    }
}
