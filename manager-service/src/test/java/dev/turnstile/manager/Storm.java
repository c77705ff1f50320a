package dev.turnstile.manager;

import static dev.turnstile.manager.TestFleet.MANAGER;
import static dev.turnstile.manager.TestFleet.WORKERS;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.DeleteOptions;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.config.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * What can go wrong in a fleet, drawn from a seed, one thing after the other: processes that are killed, a leader that
 * loses its lease, clusters out of reach, watches that break or fall silent and are told all over again, refused and
 * slow requests, a clock that is set back, evictions, strangers, users and operators that change their minds.
 */
final class Storm implements AutoCloseable {
    static final Duration WINDOW = Duration.ofSeconds(5);
    private static final GroupVersionResource WORKLOADS = kueue("workloads");
    private static final GroupVersionResource QUEUES = kueue("clusterqueues");

    /** What ends a fault, or brings a process back. */
    private record Later(long nanos, String what, Runnable does) {}

    private final TestFleet fleet;
    private final List<String> namespaces;
    private final Random random;
    private final SetBackClock clock = new SetBackClock();
    private final PriorityQueue<Later> later =
            new PriorityQueue<>((one, other) -> Long.compare(one.nanos, other.nanos));
    private final List<FragileManager> managers = new ArrayList<>();
    private final List<String> happened = new ArrayList<>();
    private volatile Configuration configuration = configuration(true);
    private int processes;
    private boolean isSetBack;

    /** A storm that has not begun; two managers run. */
    Storm(TestFleet fleet, List<String> namespaces, long seed) {
        this.fleet = fleet;
        this.namespaces = List.copyOf(namespaces);
        this.random = new Random(seed);
        startManager();
        startManager();
    }

    private static GroupVersionResource kueue(String plural) {
        return new GroupVersionResource("kueue.x-k8s.io", "v1beta2", plural);
    }

    private static Configuration configuration(boolean featureOn) {
        return Reading.ofText("""
            apiVersion: config.kueue.x-k8s.io/v1beta2
            kind: Configuration
            leaderElection: {leaderElect: true, leaseDuration: 3s, renewDeadline: 2s, retryPeriod: 500ms}
            multiKueue: {singleClusterPreemptionTimeout: %ds, workerLostTimeout: 8s, gcInterval: 1s}
            featureGates: {MultiKueueOrchestratedPreemption: %b}
            """.formatted(WINDOW.toSeconds(), featureOn)).orThrow();
    }

    SetBackClock clock() {
        return clock;
    }

    /** Everything that happened, in order. */
    String story() {
        return String.join("\n", happened);
    }

    private void startManager() {
        processes++;
        FragileManager manager =
                new FragileManager(fleet.client(MANAGER), () -> configuration, "manager-" + processes, clock);
        if (random.nextInt(3) == 0) {
            manager.diesAfter(FragileManager::writesTheNote);
        }
        managers.add(manager.start());
    }

    /** Rages for that long, then all faults end; whatever runs goes on. */
    void rage(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            replaceTheDead();
            one();
            TimeUnit.MILLISECONDS.sleep(100 + random.nextInt(900));
            dueUntil(System.nanoTime());
        }
        note("the storm is over");
        dueUntil(Long.MAX_VALUE);
        for (String cluster : clusters()) {
            fleet.cluster(cluster).faults().clear();
        }
        replaceTheDead();
        managers.forEach(manager -> manager.diesAfter(request -> false));
    }

    private void dueUntil(long nanos) {
        for (Later next = later.peek(); next != null && next.nanos() <= nanos; next = later.peek()) {
            later.remove();
            note(next.what());
            next.does().run();
        }
    }

    private void after(int longestMillis, String what, Runnable does) {
        later.add(new Later(
                System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextInt(longestMillis)), what, does));
    }

    private void note(String what) {
        happened.add(Instant.now() + " " + what);
    }

    private void replaceTheDead() {
        int before = managers.size();
        managers.removeIf(FragileManager::dead);
        for (int i = managers.size(); i < before; i++) {
            note("another manager is started");
            startManager();
        }
    }

    private static List<String> clusters() {
        List<String> all = new ArrayList<>(WORKERS);
        all.add(MANAGER);
        return all;
    }

    private void one() {
        String worker = WORKERS.get(random.nextInt(WORKERS.size()));
        String any = clusters().get(random.nextInt(clusters().size()));
        String namespace = namespaces.get(random.nextInt(namespaces.size()));
        switch (random.nextInt(18)) {
            case 0, 1 -> partition(worker);
            case 2 -> leave(worker);
            case 3 ->
                fault(any, "requests are refused", cluster -> {
                    cluster.faults().conflicts(0.3);
                    cluster.faults().errors(0.1);
                    cluster.faults().throttle(0.1, 1);
                });
            case 4, 5 ->
                fault(
                        any,
                        "is slow",
                        cluster -> cluster.faults()
                                .latency(
                                        Duration.ofMillis(random.nextInt(600)),
                                        Duration.ofMillis(random.nextInt(1500))));
            case 6 -> fault(any, "falls silent", cluster -> cluster.faults().stallWatches(true));
            case 7 -> {
                note("watches of " + any + " break");
                fleet.cluster(any).faults().dropWatches();
            }
            case 8 -> {
                note(worker + " forgets its history, and watches break");
                fleet.cluster(worker).faults().compact();
                fleet.cluster(worker).faults().dropWatches();
            }
            case 9, 10 -> kill();
            case 11 -> cutOffTheLeader();
            case 12 -> setBack();
            case 13 -> strangerDeletes(worker, namespace);
            case 14, 15 -> drain(worker, namespace);
            case 16 -> deactivate(namespace);
            default -> turnOff();
        }
    }

    private void partition(String worker) {
        note(worker + " is out of reach");
        fleet.cluster(worker).faults().partition(true);
        after(
                6000,
                worker + " is in reach",
                () -> fleet.cluster(worker).faults().partition(false));
    }

    private void leave(String worker) {
        boolean away = later.stream().anyMatch(next -> next.what().equals(worker + " is back"));
        if (!away) {
            note(worker + " goes away");
            fleet.cluster(worker).faults().leave();
            after(
                    4000,
                    worker + " is back",
                    () -> fleet.cluster(worker).faults().comeBack());
        }
    }

    private void fault(String name, String what, Consumer<EmbeddedCluster> begin) {
        note(name + ": " + what);
        EmbeddedCluster cluster = fleet.cluster(name);
        begin.accept(cluster);
        after(3000, name + " is well again", () -> {
            cluster.faults().conflicts(0);
            cluster.faults().errors(0);
            cluster.faults().throttle(0, 1);
            cluster.faults().latency(Duration.ZERO, Duration.ZERO);
            cluster.faults().stallWatches(false);
        });
    }

    private void kill() {
        managers.stream().filter(FragileManager::leads).findFirst().ifPresent(leader -> {
            note("the leader is killed");
            leader.kill();
        });
    }

    private void cutOffTheLeader() {
        managers.stream().filter(FragileManager::leads).findFirst().ifPresent(leader -> {
            note("the leader cannot reach its own cluster");
            leader.cutOff(true);
            after(5000, "the former leader can reach its own cluster", () -> leader.cutOff(false));
        });
    }

    /** Once, mostly by a little: whatever was noted before is in the future then. */
    private void setBack() {
        if (!isSetBack) {
            isSetBack = true;
            Duration time = Duration.ofMillis(random.nextInt(random.nextInt(3) == 0 ? 60_000 : 10_000));
            note("the manager's clock is set back by " + time);
            clock.setBack(time);
        }
    }

    private ClusterClient inside(String cluster) {
        return fleet.cluster(cluster).client();
    }

    private void strangerDeletes(String worker, String namespace) {
        for (ObjectNode replica : inside(worker).list(WORKLOADS, namespace).items()) {
            if (Json.text(replica, "metadata", "labels", "kueue.x-k8s.io/multikueue-origin")
                    .equals("multikueue")) {
                note("a stranger deletes the replica in " + namespace + " on " + worker);
                inside(worker).delete(WORKLOADS, namespace, Json.name(replica), DeleteOptions.background());
            }
        }
    }

    private void drain(String worker, String namespace) {
        note("the queue of " + namespace + " is drained on " + worker);
        patch(worker, QUEUES, "", namespace, "{spec: {stopPolicy: HoldAndDrain}}");
        after(
                2500,
                "the queue of " + namespace + " is open again on " + worker,
                () -> patch(worker, QUEUES, "", namespace, "{spec: {stopPolicy: None}}"));
    }

    private void deactivate(String namespace) {
        for (ObjectNode workload : inside(MANAGER).list(WORKLOADS, namespace).items()) {
            String name = Json.name(workload);
            note("the user deactivates " + namespace + "/" + name);
            patch(MANAGER, WORKLOADS, namespace, name, "{spec: {active: false}}");
            after(
                    3000,
                    "the user activates " + namespace + "/" + name,
                    () -> patch(MANAGER, WORKLOADS, namespace, name, "{spec: {active: true}}"));
        }
    }

    private void turnOff() {
        note("the feature is turned off");
        configured(false);
        after(3000, "the feature is turned on", () -> configured(true));
    }

    private void configured(boolean featureOn) {
        configuration = configuration(featureOn);
        managers.forEach(FragileManager::configurationChanged);
    }

    /** Nothing happens where the object is gone. */
    private void patch(String cluster, GroupVersionResource resource, String namespace, String name, String yaml) {
        try {
            inside(cluster).patch(resource, namespace, name, PatchType.MERGE, FleetObjects.yaml(yaml), "");
        } catch (ApiException e) {
            if (e.code() != 404) {
                throw e;
            }
        }
    }

    @Override
    public void close() {
        managers.forEach(FragileManager::close);
        for (String cluster : clusters()) {
            fleet.cluster(cluster).faults().clear();
        }
    }
}
