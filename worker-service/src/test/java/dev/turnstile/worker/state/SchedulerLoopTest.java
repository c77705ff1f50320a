package dev.turnstile.worker.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.core.cycle.LocalQueue;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.cycle.WriteTask;
import dev.turnstile.core.queue.PassedOver;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.model.config.Resources;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.ResourceFlavor;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.enqueue.PreEnqueueGates;
import dev.turnstile.worker.inbound.Quotas;
import dev.turnstile.worker.inbound.ResourceRules;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.inbound.Surroundings;
import dev.turnstile.worker.outbound.DecisionWriter;
import dev.turnstile.worker.outbound.OutcomeWriter;
import dev.turnstile.worker.write.WriteAccess;
import io.kubernetes.client.openapi.ApiClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    private final ApiConnection nowhere = new HttpApiConnection(new ApiClient());
    private final EventRecorder events = new EventRecorder(nowhere, CLOCK, () -> false, Threads.system(), "test");
    private final Stores stores = Stores.empty();
    private final Surroundings surroundings =
            stores.surroundings(new ResourceRules(new Resources(List.of(), List.of())));
    private final List<Outcome> outcomes = new ArrayList<>();
    private final ClusterCache cache = new ClusterCache(
            new CacheSources(
                    stores, surroundings, new PreEnqueueGates(List.of(), (workload, message) -> {}), queue -> false),
            SchedulingOptions.DEFAULT,
            CLOCK,
            new Unheard(),
            (key, problem) -> {});
    private final DecisionWriter writer = new DecisionWriter(
            new OutcomeWriter(
                    stores.workloads(),
                    surroundings,
                    new WriteAccess(new ObjectWriter(nowhere, () -> false, Threads.system()), events, CLOCK),
                    (workload, admission) -> List.of(),
                    Duration.ZERO),
            CLOCK,
            Threads.system());

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
        workload(name, "{cpu: 3}", status);
    }

    private void workload(String name, String requests, String status) {
        put(name, podSet("main", requests), status);
    }

    private void put(String name, String podSets, String status) {
        put(name, "main", podSets, status);
    }

    private void put(String name, String queue, String podSets, String status) {
        cache.scheduler()
                .put(
                        surroundings.view(read("""
                            {metadata: {namespace: team, name: %1$s, uid: %1$s,
                            creationTimestamp: '2026-11-01T11:00:00Z'}, spec: {queueName: %2$s, podSets: [%3$s]},
                            status: {%4$s}}\
                            """.formatted(name, queue, podSets, status), Workload.class)),
                        CLOCK.instant());
    }

    private static String podSet(String name, String requests) {
        return "{name: %s, count: 1, template: {spec: {containers: [{name: c, resources: {requests: %s}}]}}}"
                .formatted(name, requests);
    }

    private void turn(StateThread<Change> thread, BooleanSupplier mayAdmit) {
        turn(thread, writer, mayAdmit);
    }

    private void turn(Decisions decisions) {
        turn(Inbox.EMPTY, decisions, () -> true);
    }

    private void turn(Inbox inbox, Decisions decisions, BooleanSupplier mayAdmit) {
        var _ = new SchedulerLoop(
                        cache,
                        decisions,
                        mayAdmit,
                        () -> false,
                        CLOCK,
                        List.of((decision, took) -> outcomes.addAll(decision.outcomes())))
                .turn(inbox);
    }

    private StateThread<Change> thread() {
        return new StateThread<>(Threads.system(), "never started", new StateThread.Owner<>() {
            @Override
            public void note(Change change) {
                cache.note(change);
            }

            @Override
            public @Nullable Duration turn(Inbox inbox) {
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
    void aStandbyDecidesNothing() {
        queue();
        workload("waits", "");

        turn(thread(), () -> false);

        assertThat(outcomes).isEmpty();
        assertThat(cache.scheduler().waits(new WorkloadKey("team", "waits"))).isTrue();
    }

    /** What a loop hands over, without a writer behind it. */
    private static final class Handed implements Decisions {
        final List<WriteTask> tasks = new ArrayList<>();
        final List<String> reasons = new ArrayList<>();

        @Override
        public void carryOut(WriteTask task) {
            tasks.add(task);
        }

        @Override
        public boolean inHand(Assumption assumption) {
            return true;
        }

        @Override
        public void publish(Outcome.Waiting outcome) {
            reasons.add(outcome.workload().key().name() + " " + outcome.reason().text());
        }

        @Override
        public void passOver(List<PassedOver> workloads) {}

        @Override
        public @Nullable Instant pausedUntil() {
            return null;
        }
    }

    @Test
    void headsComeBackWhateverIsThrownBeforeTheirDecisionIsApplied() {
        queue();
        workload("waits", "");
        Handed handed = new Handed();
        Instant[] now = {CLOCK.instant()};
        boolean[] broken = {true};
        SchedulerLoop loop = new SchedulerLoop(
                cache,
                handed,
                () -> true,
                () -> {
                    if (broken[0]) {
                        throw new IllegalStateException("on purpose");
                    }
                    return false;
                },
                () -> now[0],
                List.of());

        Duration first = loop.turn(Inbox.EMPTY);
        assertThat(cache.scheduler().competes(new WorkloadKey("team", "waits"))).isTrue();
        assertThat(first).as("how long the loop rests").isPositive();
        assertThat(loop.turn(Inbox.EMPTY))
                .as("it does not try again before that")
                .isPositive();
        now[0] = now[0].plus(Objects.requireNonNull(first));
        assertThat(loop.turn(Inbox.EMPTY)).as("it rests longer each time").isGreaterThan(first);

        broken[0] = false;
        now[0] = now[0].plusSeconds(60);
        var _ = loop.turn(Inbox.EMPTY);
        assertThat(handed.tasks).hasSize(1);
    }

    /** The first cycle leaves it a flavor of cpu to try, the second one none; there is no memory for it in either. */
    @Test
    void aHeadThatIsParkedInItsSecondCycleDoesNotKeepTheNextOneFromACycle() {
        Scheduler scheduler = cache.scheduler();
        for (String name : List.of("one", "two", "ram")) {
            scheduler.put(Quotas.flavor(read("{metadata: {name: %s}}".formatted(name), ResourceFlavor.class)));
        }
        scheduler.put(Quotas.clusterQueue(read("""
            {metadata: {name: cq}, spec: {namespaceSelector: {}, resourceGroups: [
            {coveredResources: [cpu], flavors: [{name: one, resources: [{name: cpu, nominalQuota: 4}]},
            {name: two, resources: [{name: cpu, nominalQuota: 4}]}]},
            {coveredResources: [memory], flavors: [{name: ram, resources: [{name: memory, nominalQuota: 1Gi}]}]}]}}\
            """, ClusterQueue.class), false));
        scheduler.putNamespace("team", Map.of());
        scheduler.put(new LocalQueue("team", "main", "cq", false), CLOCK.instant());
        put("large", podSet("driver", "{cpu: 1}") + ", " + podSet("workers", "{memory: 2Gi}"), "");
        workload("next", "{cpu: 1}", "");
        turn(new Handed());

        assertThat(scheduler.waits(new WorkloadKey("team", "large"))).isTrue();
        assertThat(scheduler.reserved()).containsKey(new WorkloadKey("team", "next"));
    }

    /**
     * A cycle sees one head of each queue. The first lends to the borrower what the second workload of the owner takes
     * back in the next cycle, as recorded (vector v00173). Nobody ever hears of that loan.
     */
    @Test
    void whatTheNextCycleTakesBackIsNeverSent() {
        Scheduler scheduler = cache.scheduler();
        scheduler.put(Quotas.flavor(read("{metadata: {name: default}}", ResourceFlavor.class)));
        scheduler.putNamespace("team", Map.of());
        for (String name : List.of("owner", "borrower")) {
            scheduler.put(Quotas.clusterQueue(read("""
                {metadata: {name: %s}, spec: {cohortName: all, namespaceSelector: {}, preemption: {reclaimWithinCohort:
                Any}, resourceGroups: [{coveredResources: [cpu], flavors: [{name: default, resources: [{name: cpu,
                nominalQuota: 4}]}]}]}}\
                """.formatted(name), ClusterQueue.class), false));
            scheduler.put(new LocalQueue("team", name, name, false), CLOCK.instant());
        }
        put("fills", "borrower", podSet("main", "{cpu: 4}"), "");
        turn(new Handed());
        put("first", "owner", podSet("main", "{cpu: 2}"), "");
        put("second", "owner", podSet("main", "{cpu: 2}"), "");
        put("borrows", "borrower", podSet("main", "{cpu: 2}"), "");
        Handed handed = new Handed();
        turn(handed);

        assertThat(outcomes.stream().filter(Outcome.Admit.class::isInstance))
                .extracting(outcome -> outcome.workload().key().name())
                .contains("borrows");
        assertThat(handed.tasks)
                .extracting(task -> task.assumption().key().name())
                .containsExactlyInAnyOrder("first", "second");
        assertThat(handed.reasons).containsExactly("borrows WaitingForQuota");
    }

    @Test
    void decisionsDoNotWaitForLongForThoseOfLaterCycles() {
        queue();
        for (int i = 0; i < 4; i++) {
            workload("waits-" + i, "{cpu: 1}", "");
        }
        Handed handed = new Handed();
        Instant[] now = {CLOCK.instant()};
        List<Integer> sent = new ArrayList<>();
        SchedulerLoop loop =
                new SchedulerLoop(cache, handed, () -> true, () -> false, () -> now[0], List.of((decision, took) -> {
                    sent.add(handed.tasks.size());
                    now[0] = now[0].plusMillis(15);
                }));

        var _ = loop.turn(Inbox.EMPTY);

        assertThat(sent).as("sent by the end of each cycle").startsWith(0, 0, 3);
        assertThat(handed.tasks).hasSize(4);
    }

    @Test
    void aListenerThatThrowsTakesNoPart() {
        queue();
        workload("waits", "");
        Handed handed = new Handed();
        CycleListener throwing = new CycleListener() {
            @Override
            public void begins() {
                throw new IllegalStateException("on purpose");
            }

            @Override
            public void decided(CycleDecision decision, Duration took) {
                throw new IllegalStateException("on purpose");
            }
        };
        SchedulerLoop loop = new SchedulerLoop(cache, handed, () -> true, () -> false, CLOCK, List.of(throwing));

        var _ = loop.turn(Inbox.EMPTY);

        assertThat(handed.tasks).hasSize(1);
        assertThat(cache.report("cq").tally().reserving()).isEqualTo(1);
    }
}
