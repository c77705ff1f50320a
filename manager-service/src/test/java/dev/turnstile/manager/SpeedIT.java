package dev.turnstile.manager;

import static dev.turnstile.manager.TestFleet.MANAGER;
import static dev.turnstile.manager.TestFleet.WORKERS;
import static dev.turnstile.manager.TestFleet.WORKLOAD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.OperatingSystemMXBean;
import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.service.informer.ApiResource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Isolated;

/** How fast the manager is, beside the API servers that it works on; prints its figures. */
@Tag("embedded-only") // Thousands of objects.
@EnabledIfSystemProperty(
        named = "turnstile.ci",
        matches = "true",
        disabledReason = "takes a while: -Dturnstile.ci=true")
@Timeout(240)
@Isolated // It measures time.
class SpeedIT {
    private static final String ORCHESTRATED = "MultiKueueOrchestratedPreemption: true";
    private static final String SPEC = "spec: {queueName: main, podSets: [{name: main, count: 1, template: {spec:"
            + " {restartPolicy: Never, containers: [{name: c, image: 'example.com/app:1', resources: {requests: {cpu:"
            + " '1'}}}]}}}]}";

    @Test
    void aThousandWorkloadsAreDispatchedToThreeClusters() {
        int count = 1000;
        TestFleet fleet = new TestFleet(WORKERS, false);
        try {
            prepare(fleet, MANAGER);
            WORKERS.forEach(worker -> prepare(fleet, worker));
            inParallel(count, number -> reserved(fleet, number, "mk", List.of()));
            long begin = System.nanoTime();
            try (ManagerRuntime manager = fleet.startManager("", ORCHESTRATED)) {
                await("all replicas are there")
                        .atMost(Duration.ofMinutes(2))
                        .pollInterval(Duration.ofMillis(100))
                        .until(() -> manager.remotes().all().stream().allMatch(remote -> replicasIn(remote) == count));
                double seconds = (System.nanoTime() - begin) / 1e9;
                print("%d workloads x %d clusters dispatched in %.1f s".formatted(count, WORKERS.size(), seconds));
                assertThat(seconds).isLessThan(30);
            }
        } finally {
            fleet.close();
        }
    }

    /**
     * Twenty connections to one worker cluster, in which every replica is seen twenty times: for the manager, twenty
     * clusters. One event there is twenty here.
     */
    @Test
    void oneEventOfAThousandWaitingGroupsOverTwentyClustersIsWorkForItsOwnGroupOnly() {
        int count = 1000;
        int events = 500;
        List<String> more = IntStream.rangeClosed(2, 20)
                .mapToObj(number -> "c%02d".formatted(number))
                .toList();
        // All connections are in the config: one that is not would remove what it sees.
        List<String> names = Stream.concat(Stream.of("worker1"), more.stream()).toList();
        TestFleet fleet = new TestFleet(List.of("worker1"), false);
        try {
            prepare(fleet, MANAGER);
            prepare(fleet, "worker1");
            more.forEach(name -> fleet.create(
                    MANAGER,
                    TestFleet.CLUSTER,
                    "",
                    ("{metadata: {name: %s}, spec: {clusterSource: {kubeConfig: {locationType: Secret, location:"
                                    + " worker1-secret}}}}")
                            .formatted(name)));
            fleet.create(MANAGER, TestFleet.CONFIG, "", "{metadata: {name: many}, spec: {clusters: " + names + "}}");
            fleet.create(
                    MANAGER,
                    TestFleet.CHECK,
                    "",
                    "{metadata: {name: many}, spec: {controllerName: kueue.x-k8s.io/multikueue, parameters: {apiGroup:"
                            + " kueue.x-k8s.io, kind: MultiKueueConfig, name: many}}}");
            waitingGroups(fleet, names, 0, count / 2);
            double half;
            long unread = usedBytes();
            try (ManagerRuntime manager = fleet.startManager("gcInterval: 0s", ORCHESTRATED)) {
                eventuallySeen(manager, count / 2);
                half = (usedBytes() - unread) / 1e6;
            }
            waitingGroups(fleet, names, count / 2, count);
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            unread = usedBytes();
            try (ManagerRuntime manager = fleet.startManager("gcInterval: 0s", ORCHESTRATED, registry)) {
                eventuallySeen(manager, count);
                double all = (usedBytes() - unread) / 1e6;
                print("the manager's memory: %d clusters with %d replicas each take %.0f MB, %d with %d take %.0f MB"
                        .formatted(names.size(), count / 2, half, names.size(), count, all));
                assertThat(all).as("memory is linear").isLessThan(half * 2.5 + 20);

                inParallel(count, number -> turn(fleet, number, 1));
                quiet(registry);
                double before = lookedAt(registry);
                long cpu = cpuNanos();
                inParallel(events, number -> turn(fleet, number, 2));
                quiet(registry);
                double each = (cpuNanos() - cpu) / 1e6 / events;
                double looks = (lookedAt(registry) - before) / events;
                print(("%d waiting groups x %d clusters; one event, seen from each of them: its group is looked at %.1f"
                                + " times, %.2f ms of CPU per cluster for everything in this process, API servers and"
                                + " client included")
                        .formatted(count, names.size(), looks, each / names.size()));
                assertThat(looks).isLessThanOrEqualTo(names.size());
                assertThat(each / names.size())
                        .as("CPU of one event in one cluster, in ms")
                        .isLessThan(10);
            }
        } finally {
            fleet.close();
        }
    }

    private static void prepare(TestFleet fleet, String cluster) {
        fleet.create(cluster, ApiResource.NAMESPACE, "", "{metadata: {name: speed}}");
    }

    private static String name(int number) {
        return "w-%04d".formatted(number);
    }

    /** A Workload that holds quota and is to be dispatched. */
    private static void reserved(TestFleet fleet, int number, String check, List<String> nominated) {
        fleet.create(
                MANAGER,
                WORKLOAD,
                "speed",
                "{metadata: {name: %s, namespace: speed}, %s}".formatted(name(number), SPEC));
        fleet.patchStatus(
                MANAGER,
                WORKLOAD,
                "speed",
                name(number),
                ("{status: {nominatedClusterNames: %s, admission: {clusterQueue: speed, podSetAssignments: [{name:"
                    + " main, count: 1, flavors: {cpu: default}, resourceUsage: {cpu: '1'}}]}, conditions: [{type:"
                    + " QuotaReserved, status: 'True', reason: QuotaReserved, message: m, lastTransitionTime:"
                    + " '2026-11-18T12:00:00Z'}], admissionChecks: [{name: %s, state: Pending, message: '',"
                    + " lastTransitionTime: '2026-11-18T12:00:00Z'}]}}")
                        .formatted(nominated, check));
    }

    /** Groups that wait in all clusters; no manager runs meanwhile, which would take half-made ones for leftovers. */
    private static void waitingGroups(TestFleet fleet, List<String> clusters, int from, int to) {
        inParallel(to - from, number -> {
            fleet.create(
                    "worker1",
                    WORKLOAD,
                    "speed",
                    ("{metadata: {name: %s, namespace: speed, labels: {kueue.x-k8s.io/multikueue-origin: multikueue}},"
                                    + " %s}")
                            .formatted(
                                    name(from + number),
                                    SPEC.replace(
                                            "podSets:",
                                            "preemptionGates: [{name: kueue.x-k8s.io/multikueue}], podSets:")));
            turn(fleet, from + number, 0);
        });
        inParallel(to - from, number -> reserved(fleet, from + number, "many", clusters));
    }

    private static void eventuallySeen(ManagerRuntime manager, int count) {
        await("all are seen")
                .atMost(Duration.ofMinutes(1))
                .until(() -> manager.remotes().all().stream().allMatch(remote -> replicasIn(remote) == count));
    }

    private static void turn(TestFleet fleet, int number, int turn) {
        fleet.patchStatus(
                "worker1",
                WORKLOAD,
                "speed",
                name(number),
                ("{status: {conditions: [{type: QuotaReserved, status: 'False', reason: WaitingForQuota, message: 'turn"
                                + " %d', lastTransitionTime: '2026-11-18T12:00:00Z'}]}}")
                        .formatted(turn));
    }

    private static int replicasIn(RemoteCluster remote) {
        RemoteSession session = remote.session();
        return session == null ? 0 : session.workloads().size();
    }

    private static void inParallel(int count, IntConsumer one) {
        try (var threads = Executors.newFixedThreadPool(8)) {
            List<Future<?>> all = IntStream.range(0, count)
                    .<Future<?>>mapToObj(number -> threads.submit(() -> one.accept(number)))
                    .collect(Collectors.toList());
            for (var each : all) {
                try {
                    each.get();
                } catch (InterruptedException | ExecutionException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    private static double lookedAt(SimpleMeterRegistry registry) {
        return registry.counter("kueue.multikueue.group.reconciles").count();
    }

    /** Returns when no group was looked at for a second. */
    private static void quiet(SimpleMeterRegistry registry) {
        await("nothing is done any more")
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(100))
                .during(Duration.ofSeconds(1))
                .until(new Callable<>() {
                    private double before = -1;

                    @Override
                    public Boolean call() {
                        double now = lookedAt(registry);
                        boolean same = now == before;
                        before = now;
                        return same;
                    }
                });
    }

    private static long usedBytes() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    @SuppressWarnings("SystemOut") // figures for those who run it
    private static void print(String text) {
        System.out.println(text);
    }
}
