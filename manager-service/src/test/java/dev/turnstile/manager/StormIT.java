package dev.turnstile.manager;

import static dev.turnstile.manager.TestFleet.MANAGER;
import static dev.turnstile.manager.TestFleet.WORKERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.service.informer.ApiResource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * What must always hold, with everything real: two managers of which one leads, three worker-services, connections
 * between them, and a {@link Storm} around them. {@code SimulationTest} of scheduler-core looks at the decisions alone,
 * a thousand times as often.
 *
 * <p>{@code -Dstorm.seeds=20} runs more, {@code -Dstorm.first=4711} begins elsewhere. The seed decides what goes wrong
 * and when, not how threads take turns. One that fails is printed with all that happened; it then belongs into
 * {@link #FAILED_ONCE}.
 */
@Tag("embedded-only") // Faults.
@Timeout(420)
@ResourceLock("shared fleet") // One manager at a time leads there.
class StormIT {
    private static final long[] FAILED_ONCE = {};
    private static final long FIRST = Long.getLong("storm.first", 1);
    private static final long SEEDS = Long.getLong("storm.seeds", 2);
    private static final Duration STORM = Duration.ofSeconds(Long.getLong("storm.seconds", 30));
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final TestFleet fleet = TestFleet.shared();

    static LongStream seeds() {
        return LongStream.concat(LongStream.of(FAILED_ONCE), LongStream.range(FIRST, FIRST + SEEDS));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theInvariantsHoldWhateverBreaks(long seed) throws InterruptedException {
        weather("storm" + seed, seed);
    }

    private static void weather(String name, long seed) throws InterruptedException {
        FleetStory jobs = fleet.story(name + "-jobs", "3");
        FleetStory sticky = fleet.story(name + "-sticky", "3");
        FleetStory partly = fleet.story(name + "-partly", "3");
        List<FleetStory> stories = List.of(jobs, sticky, partly);
        jobs.fill(3);
        WORKERS.forEach(worker -> sticky.stickyPod(worker, 3));
        partly.fill(List.of("worker1", "worker2"), 3);

        List<String> namespaces = stories.stream().map(FleetStory::namespace).toList();
        Map<String, EmbeddedCluster> workers =
                WORKERS.stream().collect(Collectors.toMap(Function.identity(), fleet::cluster));
        try (Storm storm = new Storm(fleet, namespaces, seed);
                GateHistory history = new GateHistory(Set.copyOf(namespaces), fleet.cluster(MANAGER), workers)) {
            try {
                stories.forEach(story -> story.dispatch("urgent", 3, "high"));
                storm.rage(STORM);
                everybodyHasATurn(sticky);
                WORKERS.forEach(sticky::endSticky);
                jobs.deleteWhereItIs("filler");
                partly.deleteWhereItIs("filler");
                stories.forEach(StormIT::runsInOneClusterAndNothingIsLeftElsewhere);
                assertThat(history.violations(Storm.WINDOW, storm.clock())).isEmpty();
                assertThat(history.openings())
                        .as("a storm in which nobody is let through proves nothing")
                        .isPositive();
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError(
                        "seed " + seed + ": " + failure.getMessage() + "\n"
                                + history.violations(Storm.WINDOW, storm.clock()) + "\n" + storm.story() + "\n"
                                + stories.stream().map(StormIT::picture).collect(Collectors.joining("\n")),
                        failure);
            }
        } finally {
            WORKERS.forEach(sticky::endSticky);
            stories.forEach(story -> story.deleteWhereItIs("filler"));
            stories.forEach(story -> story.deleteWhereItIs("urgent"));
        }
    }

    /** What is there in the end, to find the reason of a failure. */
    private static String picture(FleetStory story) {
        StringBuilder told = new StringBuilder(story.namespace() + " in manager: "
                + fleet.workload(story.namespace(), "urgent").path("status") + "\n");
        for (String worker : WORKERS) {
            told.append("  replica in %s: %s%n"
                    .formatted(
                            worker,
                            fleet.replica(worker, story.namespace(), "urgent").path("status")));
        }
        for (String cluster :
                Stream.concat(Stream.of(MANAGER), WORKERS.stream()).toList()) {
            JsonNode job = fleet.get(cluster, ApiResource.JOB, story.namespace(), "urgent");
            told.append("  job in %s: suspend %s, status %s%n"
                    .formatted(cluster, job.path("spec").path("suspend"), job.path("status")));
            for (JsonNode pod : fleet.list(cluster, TestFleet.POD, story.namespace())) {
                told.append("  pod in %s: %s, status %s%n"
                        .formatted(cluster, pod.path("metadata").path("name"), pod.path("status")));
            }
        }
        return told.toString();
    }

    private static void patiently(String what, Callable<Boolean> holds) {
        await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(200)).until(holds);
    }

    /** B: where victims hold their quota for ever, each cluster is let through in its turn. */
    private static void everybodyHasATurn(FleetStory story) {
        patiently(
                "everybody in " + story.namespace() + " had a turn",
                () -> !story.winner("urgent").isEmpty()
                        || WORKERS.stream()
                                .allMatch(worker -> story.isGoing(worker)
                                        && (story.open("urgent").contains(worker) || !story.asks(worker, "urgent"))));
    }

    /** E: with room everywhere it runs; D: in one cluster. */
    private static void runsInOneClusterAndNothingIsLeftElsewhere(FleetStory story) {
        patiently("urgent of " + story.namespace() + " runs in one cluster", () -> {
            String winner = story.winner("urgent");
            return !winner.isEmpty()
                    && story.runs(winner, "urgent", 3)
                    && story.runs(MANAGER, "urgent", 3)
                    && WORKERS.stream()
                            .filter(worker -> !worker.equals(winner))
                            .allMatch(worker -> fleet.replica(worker, story.namespace(), "urgent")
                                            .isMissingNode()
                                    && fleet.get(worker, ApiResource.JOB, story.namespace(), "urgent")
                                            .isMissingNode());
        });
        story.eventuallyNobodyIsLeftGated();
    }
}
