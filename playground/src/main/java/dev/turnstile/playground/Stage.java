package dev.turnstile.playground;

import dev.turnstile.embedded.EmbeddedCluster;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Plays what is asked for, one thing after the other, and tells it on the standard output. */
final class Stage implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 20;

    private final Fleet fleet;
    private final Services services;
    private final double speed;
    private final ExecutorService actors =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().name("stage").factory());
    private final AtomicBoolean playing = new AtomicBoolean();
    private final Map<String, Boolean> partitioned = new TreeMap<>();

    Stage(Fleet fleet, Services services, double speed) {
        this.fleet = fleet;
        this.services = services;
        this.speed = speed;
    }

    /** Plays the story with orchestrated preemption and without; says whether it began, or is being played already. */
    boolean play() {
        if (!playing.compareAndSet(false, true)) {
            return false;
        }
        actors.execute(() -> {
            try {
                playBoth();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                if (!actors.isShutdown()) {
                    tell("The story broke off: " + e.getMessage());
                }
            } finally {
                playing.set(false);
            }
        });
        return true;
    }

    private void playBoth() throws InterruptedException {
        tell("\nThe story of an urgent job (deploy/samples/fleet). First with orchestrated preemption:");
        Toll with = new UrgentJobStory(fleet, speed, this::tellIndented).play();
        tell("The same without it; the manager-service starts anew with the feature off:");
        services.restartManager(false);
        Toll without;
        try {
            without = new UrgentJobStory(fleet, speed, this::tellIndented).play();
        } finally {
            services.restartManager(true);
        }
        tell(table(with, without));
    }

    private static String table(Toll with, Toll without) {
        return """

              MultiKueueOrchestratedPreemption           on        off
              jobs preempted                      %9d  %9d
              clusters in which that happened     %9d  %9d
              work lost, pod-seconds              %9d  %9d
              until the urgent job was admitted   %7.1f s  %7.1f s
            """.formatted(
                        with.preemptions(),
                        without.preemptions(),
                        with.clusters(),
                        without.clusters(),
                        with.lostPodSeconds(),
                        without.lostPodSeconds(),
                        with.waited().toMillis() / 1000.0,
                        without.waited().toMillis() / 1000.0);
    }

    /** Cuts a worker off, or lets it back; what it is now. */
    synchronized String togglePartition(String name) {
        EmbeddedCluster worker = worker(name);
        boolean now = !partitioned.getOrDefault(name, false);
        partitioned.put(name, now);
        worker.faults().partition(now);
        return told(now ? name + " is cut off from everybody." : name + " can be reached again.");
    }

    /** The manager's leader dies, and another one comes. */
    String killLeader() {
        services.restartManager(true);
        return told("The manager-service was ended and started again.");
    }

    /** The manager-service ends and stays away, or comes back. */
    synchronized String toggleManager() {
        if (services.managerRuns()) {
            services.stopManager();
            return told("The manager-service was ended; the same button starts it again.");
        }
        services.restartManager(true);
        return told("The manager-service was started again.");
    }

    String restartWorker(String name) {
        services.restartWorker(worker(name).name());
        return told("The worker-service of " + name + " was ended and started again.");
    }

    private EmbeddedCluster worker(String name) {
        return fleet.workers().stream()
                .filter(cluster -> cluster.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no worker is called \"" + name + "\"; there are "
                        + fleet.workers().stream().map(EmbeddedCluster::name).toList()));
    }

    private String told(String text) {
        tell(text);
        return text;
    }

    private void tellIndented(String text) {
        tell("  " + text);
    }

    private static void tell(String text) {
        System.out.println(text);
    }

    /** Breaks off whatever is being played. */
    @Override
    public void close() {
        actors.shutdownNow();
        try {
            if (!actors.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                tell("The story did not end within " + PATIENCE_SECONDS + " s.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
