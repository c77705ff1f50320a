package dev.turnstile.manager;

import static dev.turnstile.manager.TestFleet.WORKERS;
import static dev.turnstile.manager.TestFleet.condition;
import static dev.turnstile.manager.TestFleet.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.informer.ApiResource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/** KEP-8303 across clusters, with real worker-services: one cluster at a time preempts, and what follows. */
@Timeout(240)
@ResourceLock("shared fleet") // One manager at a time leads there.
class GateStoriesIT {
    private static final String ORCHESTRATED = "MultiKueueOrchestratedPreemption: true";
    private static final TestFleet fleet = TestFleet.shared();

    private static ManagerRuntime manager(String multiKueue) {
        return fleet.startManager(multiKueue, ORCHESTRATED);
    }

    @Test
    void whereTheOpenedClusterTurnsOutNotToFitTheNextComesAfterTheTimeOut() {
        FleetStory story = fleet.story("unfit", "3");
        story.fill(3);
        String first;
        try (ManagerRuntime before = manager("singleClusterPreemptionTimeout: 8s")) {
            WORKERS.forEach(worker -> story.stop(worker, "Hold"));
            story.dispatch("urgent", 3, "high");
            story.eventuallyOfferedEverywhere("urgent");
            assertThat(before.active()).isTrue();
        }
        WORKERS.forEach(worker -> story.stop(worker, "None"));
        story.eventuallyAsk("urgent", WORKERS);
        WORKERS.forEach(fleet::stopWorker);
        try (ManagerRuntime manager = manager("singleClusterPreemptionTimeout: 8s")) {
            eventually("somebody is opened", () -> !story.open("urgent").isEmpty());
            first = story.open("urgent").getFirst();
            story.quota(first, "2");
            WORKERS.forEach(fleet::startWorker);
            String winner = story.eventuallyPlaced("urgent");
            assertThat(winner).isNotEqualTo(first);
            assertThat(story.preemptions(first)).isZero();
            story.eventuallyPreempted(winner, 1);
            story.eventuallyNobodyIsLeftGated();
            assertThat(manager.active()).isTrue();
        }
    }

    /** A gated head holds nobody up where the strategy says so, and everybody where it says that. */
    @Test
    void whileItIsGatedOthersPassItOrWaitAsTheStrategySays() {
        FleetStory passes = fleet.story("besteffort", "4");
        FleetStory waits = fleet.story(
                "strict", "4", "queueingStrategy: StrictFIFO, preemption: {withinClusterQueue: LowerPriority},");
        passes.fill(3);
        waits.fill(3);
        // Nobody opens a gate: the manager is away once it has dispatched.
        try (ManagerRuntime manager = manager("")) {
            for (FleetStory story : List.of(passes, waits)) {
                WORKERS.forEach(worker -> story.stop(worker, "Hold"));
                story.dispatch("urgent", 3, "high");
                story.eventuallyOfferedEverywhere("urgent");
            }
            assertThat(manager.active()).isTrue();
        }
        for (FleetStory story : List.of(passes, waits)) {
            WORKERS.forEach(worker -> story.stop(worker, "None"));
            story.eventuallyAsk("urgent", WORKERS);
            fleet.job("worker1", story.namespace(), "small", 1, "low", "infinity");
        }
        passes.eventuallyRuns("worker1", "small", 1);
        eventually(
                "small waits its turn behind the gate",
                () -> fleet.list("worker1", TestFleet.WORKLOAD, "strict").stream()
                        .anyMatch(workload -> workload.path("metadata")
                                .path("name")
                                .asString("")
                                .startsWith("job-small-")));
        assertThat(fleet.get("worker1", ApiResource.JOB, "strict", "small")
                        .path("spec")
                        .path("suspend")
                        .asBoolean(false))
                .isTrue();
        try (ManagerRuntime manager = manager("")) {
            for (FleetStory story : List.of(passes, waits)) {
                String winner = story.eventuallyPlaced("urgent");
                story.eventuallyPreempted(winner, 1);
                WORKERS.stream()
                        .filter(worker -> !worker.equals(winner))
                        .forEach(worker -> assertThat(story.preemptions(worker)).isZero());
                story.eventuallyNobodyIsLeftGated();
            }
            assertThat(manager.active()).isTrue();
        }
    }

    /** Newer ones of equal priority that passed it run on, or are preempted, as the policy says. */
    @Test
    void whoPassedItAtEqualPriorityRunsOnOrIsPreemptedAsThePolicySays() {
        FleetStory spares = fleet.story("lower", "4");
        FleetStory takes = fleet.story("newer", "4", "preemption: {withinClusterQueue: LowerOrNewerEqualPriority},");
        for (FleetStory story : List.of(spares, takes)) {
            story.fill(3);
            WORKERS.forEach(worker -> story.stop(worker, "Hold"));
        }
        try (ManagerRuntime manager = manager("")) {
            for (FleetStory story : List.of(spares, takes)) {
                story.dispatch("urgent", 4, "high");
                story.eventuallyOfferedEverywhere("urgent");
            }
            assertThat(manager.active()).isTrue();
        }
        for (FleetStory story : List.of(spares, takes)) {
            WORKERS.forEach(worker -> story.stop(worker, "None"));
            story.eventuallyAsk("urgent", WORKERS);
            // As important, and newer: it fits beside the filler and passes.
            WORKERS.forEach(worker -> fleet.job(worker, story.namespace(), "passing", 1, "high", "infinity"));
            WORKERS.forEach(worker -> story.eventuallyRuns(worker, "passing", 1));
        }
        try (ManagerRuntime manager = manager("singleClusterPreemptionTimeout: 4s")) {
            takes.eventuallyPlaced("urgent");
            WORKERS.forEach(worker -> assertThat(spares.podsOf(worker, "passing"))
                    .as("who passed runs on, on " + worker)
                    .hasSize(1));
            assertThat(spares.winner("urgent")).isEmpty();
            takes.eventuallyPreempted(takes.winner("urgent"), 2);
            WORKERS.forEach(worker -> spares.delete(worker, "passing"));
            spares.eventuallyPlaced("urgent");
            assertThat(manager.active()).isTrue();
        }
    }

    @Test
    void anEvictionByTheWinnerClosesAndStartsOver() {
        FleetStory story = fleet.story("evicted", "3");
        story.fill(3);
        try (ManagerRuntime manager = manager("singleClusterPreemptionTimeout: 2m")) {
            story.dispatch("urgent", 3, "high");
            String first = story.eventuallyPlaced("urgent");
            story.eventuallyRuns(first, "urgent", 3);
            story.stop(first, "HoldAndDrain");
            // At once, and not after the time-out.
            String second = story.eventuallyPlacedElsewhere("urgent", first);
            story.eventuallyPreempted(second, 1);
            eventually(
                    "nothing of it is left on " + first,
                    () -> fleet.replica(first, story.namespace(), "urgent").isMissingNode()
                            && fleet.get(first, ApiResource.JOB, story.namespace(), "urgent")
                                    .isMissingNode());
            WORKERS.stream()
                    .filter(worker -> !worker.equals(first) && !worker.equals(second))
                    .forEach(worker -> assertThat(story.preemptions(worker)).isZero());
            assertThat(condition(fleet.workload(story.namespace(), "urgent"), "Evicted"))
                    .contains("Workload evicted on worker cluster: \"" + first + "\"");
            assertThat(manager.active()).isTrue();
        }
    }

    /** Before anybody preempts, every cluster may say whether it needs to. */
    @Test
    void aPlaceWithoutPreemptionIsPreferredForAsLongAsTheGracePeriod() {
        FleetStory story = fleet.story("gentle", "3");
        story.fill(List.of("worker1", "worker2"), 3);
        fleet.stopWorker("worker3");
        boolean away = true;
        try (ManagerRuntime manager = fleet.startManager(
                "nonPreemptingGracePeriod: 30s", ORCHESTRATED + ", MultiKueuePreferNonPreempting: true")) {
            story.dispatch("urgent", 3, "high");
            story.eventuallyAsk("urgent", List.of("worker1", "worker2"));
            eventually("it is told", () -> fleet.told(story.namespace(), "PreemptionUngatingDeferred"));
            assertThat(story.open("urgent")).isEmpty();
            fleet.startWorker("worker3");
            away = false;
            assertThat(story.eventuallyPlaced("urgent")).isEqualTo("worker3");
            WORKERS.forEach(worker -> assertThat(story.preemptions(worker)).isZero());
            assertThat(String.valueOf(manager.orchestration().all().get("trail")))
                    .contains("Deferred GRACE");
        } finally {
            if (away) {
                fleet.startWorker("worker3");
            }
        }
    }

    @Test
    void afterTheGracePeriodSomebodyPreempts() {
        FleetStory story = fleet.story("ungentle", "3");
        story.fill(List.of("worker1", "worker2"), 3);
        fleet.stopWorker("worker3");
        try (ManagerRuntime manager = fleet.startManager(
                "nonPreemptingGracePeriod: 3s", ORCHESTRATED + ", MultiKueuePreferNonPreempting: true")) {
            story.dispatch("urgent", 3, "high");
            String winner = story.eventuallyPlaced("urgent");
            assertThat(winner).isIn("worker1", "worker2");
            story.eventuallyPreempted(winner, 1);
            eventually(
                    "its replica on worker3 is gone, evaluated or not",
                    () -> fleet.replica("worker3", story.namespace(), "urgent").isMissingNode());
            assertThat(manager.active()).isTrue();
        } finally {
            fleet.startWorker("worker3");
        }
    }

    @Test
    void aLostClusterThatComesBackWithItsGateOpenTakesNothing() {
        FleetStory story = fleet.story("returned", "3");
        WORKERS.forEach(worker -> story.stickyPod(worker, 3));
        try (ManagerRuntime manager = manager("singleClusterPreemptionTimeout: 8s, gcInterval: 1s")) {
            story.dispatch("urgent", 3, "high");
            eventually("somebody is opened", () -> !story.open("urgent").isEmpty());
            String first = story.open("urgent").getFirst();
            fleet.cutOff(first);
            List<String> others =
                    WORKERS.stream().filter(worker -> !worker.equals(first)).toList();
            eventually("the next one preempts", () -> others.stream().anyMatch(story::isGoing));
            String second = others.stream().filter(story::isGoing).findFirst().orElseThrow();
            story.endSticky(second);
            assertThat(story.eventuallyPlaced("urgent")).isEqualTo(second);
            story.eventuallyRuns(second, "urgent", 3);

            fleet.reconnect(first);
            eventually(
                    "what it still had is removed",
                    () -> fleet.replica(first, story.namespace(), "urgent").isMissingNode()
                            && fleet.get(first, ApiResource.JOB, story.namespace(), "urgent")
                                    .isMissingNode());
            assertThat(story.winner("urgent")).isEqualTo(second);
            assertThat(story.podsOf(second, "urgent")).hasSize(3);
            assertThat(manager.active()).isTrue();
        } finally {
            WORKERS.forEach(fleet::reconnect);
            WORKERS.forEach(story::endSticky);
        }
    }
}
