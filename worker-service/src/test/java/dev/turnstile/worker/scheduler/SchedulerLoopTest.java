package dev.turnstile.worker.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.cycle.LocalQueue;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.workload.QueueOrder;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.model.config.Resources;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.ResourceFlavor;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.cache.Change;
import dev.turnstile.worker.cache.ClusterCache;
import dev.turnstile.worker.cache.QueueListener;
import dev.turnstile.worker.cache.StateThread;
import dev.turnstile.worker.cache.Stores;
import dev.turnstile.worker.enqueue.PreEnqueueGates;
import dev.turnstile.worker.translate.Quotas;
import dev.turnstile.worker.translate.ResourceRules;
import dev.turnstile.worker.translate.Surroundings;
import io.kubernetes.client.openapi.ApiClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** When cycles run, turn by turn; nothing is written. */
class SchedulerLoopTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-01T12:00:00Z"), ZoneOffset.UTC);
    private static final YAMLMapper YAML = YAMLMapper.builder().build();

    private final ApiConnection nowhere = new ApiConnection(new ApiClient());
    private final EventRecorder events = new EventRecorder(nowhere, CLOCK, () -> false, new Random(1), "test");
    private final Stores stores = Stores.empty();
    private final Surroundings surroundings =
            stores.surroundings(new ResourceRules(new Resources(List.of(), List.of())));
    private final List<Outcome> outcomes = new ArrayList<>();
    private final ClusterCache cache = new ClusterCache(
            stores,
            new SchedulingOptions(false, List.of(), QueueOrder.BY_EVICTION, true, true, true, true),
            surroundings,
            CLOCK,
            queue -> false,
            new PreEnqueueGates(List.of(), (workload, message) -> {}),
            new Unheard(),
            (key, problem) -> {});
    private final DecisionWriter writer = new DecisionWriter(
            new OutcomeWriter(
                    stores.workloads(),
                    surroundings,
                    new ObjectWriter(nowhere, () -> false, new Random(1)),
                    events,
                    CLOCK,
                    (workload, admission) -> List.of()),
            CLOCK,
            new Random(1));

    private static final class Unheard implements QueueListener {
        @Override
        public void clusterQueueChanged(String name) {}

        @Override
        public void holdChanged(ObjectKey workload) {}

        @Override
        public void localQueueChanged(ObjectKey key) {}
    }

    @AfterEach
    void close() {
        events.close();
        writer.close();
    }

    private static <T> T read(String yaml, Class<T> type) {
        return KubernetesJson.read((ObjectNode) YAML.readTree(yaml), type);
    }

    /** A ClusterQueue with four cpus. */
    private void queue() {
        Scheduler scheduler = cache.scheduler();
        scheduler.put(Quotas.flavor(read("{metadata: {name: default}}", ResourceFlavor.class)));
        scheduler.put(Quotas.clusterQueue(
                read(
                        "{metadata: {name: cq}, spec: {namespaceSelector: {}, resourceGroups: [{coveredResources:"
                                + " [cpu], flavors: [{name: default, resources: [{name: cpu, nominalQuota: 4}]}]}]}}",
                        ClusterQueue.class),
                false));
        scheduler.putNamespace("team", Map.of());
        scheduler.put(new LocalQueue("team", "main", "cq", false), CLOCK.instant());
    }

    private void workload(String name, String status) {
        cache.scheduler()
                .put(
                        surroundings.view(read(
                                ("{metadata: {namespace: team, name: %s, uid: %s, creationTimestamp:"
                                    + " '2026-11-01T11:00:00Z'}, spec: {queueName: main, podSets: [{name: main, count:"
                                    + " 1, template: {spec: {containers: [{name: c, resources: {requests: {cpu:"
                                    + " 3}}}]}}}]}, status: {%s}}")
                                        .formatted(name, name, status),
                                Workload.class)),
                        CLOCK.instant());
    }

    private void turn(StateThread<Change> thread, BooleanSupplier mayAdmit) {
        SchedulerLoop loop = new SchedulerLoop(
                cache,
                writer,
                mayAdmit,
                () -> false,
                CLOCK,
                List.of((decision, took) -> outcomes.addAll(decision.outcomes())));
        loop.runsOn(thread);
        var _ = loop.turn();
    }

    private StateThread<Change> thread() {
        return new StateThread<>("never started", new StateThread.Owner<>() {
            @Override
            public void note(Change change) {
                cache.note(change);
            }

            @Override
            public @Nullable Duration turn() {
                return null;
            }
        });
    }

    @Test
    void whatWasReadLastCountsInTheFirstCycle() {
        queue();
        workload("waits", "");
        StateThread<Change> thread = thread();

        turn(thread, () -> {
            if (outcomes.isEmpty()) {
                // Told after the thread last took note, and before everything counts as read.
                thread.execute(() -> workload("holds", """
                    admission: {clusterQueue: cq, podSetAssignments: [{name: main, count: 1, flavors: {cpu: default},
                    resourceUsage: {cpu: 3}}]}, conditions: [{type: QuotaReserved, status: 'True', reason: QuotaReserved,
                    message: '', lastTransitionTime: '2026-11-01T11:30:00Z'}]\
                    """));
            }
            return true;
        });

        assertThat(cache.scheduler().reserved()).containsOnlyKeys(new WorkloadKey("team", "holds"));
        assertThat(outcomes).isNotEmpty().noneMatch(Outcome.Admit.class::isInstance);
    }

    @Test
    void whoeverMayNotAdmitDecidesNothing() {
        queue();
        workload("waits", "");

        turn(thread(), () -> false);

        assertThat(outcomes).isEmpty();
        assertThat(cache.scheduler().waits(new WorkloadKey("team", "waits"))).isTrue();
    }
}
