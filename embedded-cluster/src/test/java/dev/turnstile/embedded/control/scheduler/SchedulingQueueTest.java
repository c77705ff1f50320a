package dev.turnstile.embedded.control.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.control.loop.Pace;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SchedulingQueueTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final SchedulerMetrics metrics = new SchedulerMetrics();
    private final Flag flag = new Flag();
    private final SchedulingQueue queue = queue(PluginSwitches.DEFAULTS.enable("Flag"));
    private Instant now = START;

    /** Holds pods by name until it is raised and one of its events comes. */
    private static final class Flag implements SchedulerPlugin.PreEnqueue {
        private final Map<String, Boolean> raised = new HashMap<>();

        @Override
        public String name() {
            return "Flag";
        }

        @Override
        public Set<ClusterEvent> wakingEvents() {
            return Set.of(ClusterEvent.NODE_ADDED);
        }

        @Override
        public Optional<String> gate(PodView pod) {
            if (pod.name().equals("broken")) {
                throw new IllegalStateException("no answer");
            }
            return pod.name().startsWith("flagged") && !raised.getOrDefault(pod.name(), false)
                    ? Optional.of("the flag is down")
                    : Optional.empty();
        }
    }

    private SchedulingQueue queue(PluginSwitches switches) {
        var plugins = new PluginRunner(List.of(flag), switches, metrics);
        return new SchedulingQueue(plugins::preEnqueue, plugins::wakingEvents, () -> Pace.REAL);
    }

    private static PodView pod(String name, int priority, long version, String... gates) {
        return new PodView(
                "uid-" + name,
                "n",
                name,
                version,
                START,
                priority,
                PodScheduler.NAME,
                "",
                "Pending",
                false,
                "",
                List.of(gates),
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(),
                List.of());
    }

    private String next() {
        return queue.next(now).map(PodView::name).orElse("none");
    }

    @Test
    void triesPodsByPriorityThenByAge() {
        queue.add(pod("old", 0, 1), now);
        queue.add(pod("urgent", 100, 1), now.plusSeconds(1));
        queue.add(pod("young", 0, 1), now.plusSeconds(2));

        assertThat(List.of(next(), next(), next(), next())).containsExactly("urgent", "old", "young", "none");
    }

    @Test
    void neverTriesAGatedPodUntilItsLastGateIsCleared() {
        queue.add(pod("gated", 0, 1, "a", "b"), now);
        assertThat(next()).isEqualTo("none");
        assertThat(queue.pending()).isEqualTo(new PendingPods(0, 0, 0, 1));

        queue.update(pod("gated", 0, 2, "b"), now);
        for (var event : ClusterEvent.values()) {
            queue.on(event, now);
        }
        now = now.plus(Duration.ofHours(1));
        queue.flushUnschedulable(now);
        assertThat(next()).isEqualTo("none");

        queue.update(pod("gated", 0, 3), now);
        assertThat(next()).isEqualTo("gated");
    }

    @Test
    void runsAPluginAgainOnlyOnItsOwnEvents() {
        queue.add(pod("flagged", 0, 1), now);
        flag.raised.put("flagged", true);
        var asked = preEnqueueExecutions("Flag");

        queue.on(ClusterEvent.ASSIGNED_POD_GONE, now);
        queue.on(ClusterEvent.NODE_CHANGED, now);
        assertThat(preEnqueueExecutions("Flag")).isEqualTo(asked);
        queue.on(ClusterEvent.NODE_ADDED, now);

        assertThat(next()).isEqualTo("flagged");
    }

    @Test
    void runsAPluginAgainWhenItNamesThePod() {
        queue.add(pod("flagged", 0, 1), now);
        flag.raised.put("flagged", true);
        queue.reconsider("uid-flagged", now);

        assertThat(next()).isEqualTo("flagged");
    }

    @Test
    void aFailingPluginGatesThePodAndIsReportedOnce() {
        queue.add(pod("broken", 0, 1), now);
        queue.on(ClusterEvent.NODE_ADDED, now);

        assertThat(next()).isEqualTo("none");
        assertThat(queue.takeFailures()).singleElement().satisfies(gated -> {
            assertThat(gated.gatedBy().plugin()).isEqualTo("Flag");
            assertThat(gated.gatedBy().reason()).isEqualTo("no answer");
        });
    }

    @Test
    void anUnschedulablePodComesBackOnAnEventOfThePluginThatRejectedItAfterItsBackOff() {
        queue.add(pod("big", 0, 1), now);
        next();
        queue.reject("uid-big", Set.of(NodeFilters.RESOURCES), now);
        assertThat(queue.pending()).isEqualTo(new PendingPods(0, 0, 1, 0));

        queue.on(ClusterEvent.ASSIGNED_POD_ADDED, now);
        assertThat(queue.pending().unschedulable()).isEqualTo(1);
        queue.on(ClusterEvent.ASSIGNED_POD_GONE, now);
        assertThat(queue.pending()).isEqualTo(new PendingPods(0, 1, 0, 0));
        assertThat(next()).isEqualTo("none");
        assertThat(queue.nextDue()).contains(START.plusSeconds(1));

        now = START.plusSeconds(1);
        assertThat(next()).isEqualTo("big");
    }

    @Test
    void anUnschedulablePodIsTriedAgainAfterFiveMinutesWithoutAnyEvent() {
        queue.add(pod("big", 0, 1), now);
        next();
        queue.reject("uid-big", Set.of(NodeFilters.RESOURCES), now);
        now = now.plus(SchedulingQueue.LONGEST_UNSCHEDULABLE);
        queue.flushUnschedulable(now);

        assertThat(next()).isEqualTo("big");
    }

    @Test
    void pluginsAreSwitchedForAllPointsOrForOne() {
        var without = queue(PluginSwitches.DEFAULTS.disable(SchedulingGates.NAME));
        without.add(pod("gated", 0, 1, "a"), now);
        assertThat(without.hasActive()).isTrue();

        var onlyFlag = queue(PluginSwitches.DEFAULTS.at(
                ExtensionPoint.PRE_ENQUEUE, new PluginSwitches.PluginSet(List.of("Flag"), List.of("*"))));
        onlyFlag.add(pod("gated", 0, 1, "a"), now);
        onlyFlag.add(pod("flagged", 0, 1), now);
        assertThat(onlyFlag.pending()).isEqualTo(new PendingPods(1, 0, 0, 1));
    }

    @Test
    void tenThousandGatedPodsAreNotEvaluatedWhileOthersAreScheduled() {
        for (var i = 0; i < 10_000; i++) {
            queue.add(pod("gated-" + i, 1000, 1, "a"), now);
        }
        var asked = preEnqueueExecutions(SchedulingGates.NAME);
        for (var i = 0; i < 1_000; i++) {
            queue.add(pod("free-" + i, 0, 1), now);
            assertThat(next()).isEqualTo("free-" + i);
            queue.remove("uid-free-" + i);
            queue.on(ClusterEvent.ASSIGNED_POD_ADDED, now);
            queue.on(ClusterEvent.ASSIGNED_POD_GONE, now);
        }

        assertThat(preEnqueueExecutions(SchedulingGates.NAME)).isEqualTo(asked + 1_000);
        assertThat(queue.pending().gated()).isEqualTo(10_000);
    }

    /** How often a plug-in was called, as the metrics show it. */
    private long preEnqueueExecutions(String plugin) {
        return metrics.text()
                .lines()
                .filter(line -> line.startsWith("scheduler_plugin_execution_duration_seconds_count{"))
                .filter(line -> line.contains("\"PreEnqueue\"") && line.contains("\"" + plugin + "\""))
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
