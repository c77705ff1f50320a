package dev.turnstile.playground;

import dev.turnstile.embedded.EmbeddedCluster;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Plays what is asked for, one thing after the other, and writes it to the standard output. */
final class Stage implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 20;
    /** How much of the story can be read on the page of the controls. */
    private static final int REMEMBERED_LINES = 40;

    private final Fleet fleet;
    private final Services services;
    private final ExecutorService actors =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().name("stage").factory());
    private final AtomicBoolean playing = new AtomicBoolean();
    private final Map<String, Boolean> partitioned = new TreeMap<>();
    private final Deque<String> told = new ConcurrentLinkedDeque<>();
    private volatile double speed;

    Stage(Fleet fleet, Services services, double speed) {
        this.fleet = fleet;
        this.services = services;
        this.speed = speed;
    }

    /** The end of the story so far. */
    List<String> told() {
        return List.copyOf(told);
    }

    double speed() {
        return speed;
    }

    boolean isPlaying() {
        return playing.get();
    }

    synchronized boolean isPartitioned(String worker) {
        return partitioned.getOrDefault(worker, false);
    }

    boolean managerRuns() {
        return services.managerRuns();
    }

    /** Containers run that many times as fast as the clock from now on. */
    synchronized String changeSpeed(double times) {
        if (playing.get()) {
            throw new IllegalStateException(
                    "The story is being played, and counts what is lost at one speed; try again when it has ended.");
        }
        speed = times;
        fleet.clusters().forEach(cluster -> cluster.clock().changeSpeed(times));
        return say("Containers run " + Arguments.words(times) + " times as fast as the clock.");
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
        tell("The same without it; the manager-service restarts with the feature off:");
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
        boolean now = !isPartitioned(name);
        partitioned.put(name, now);
        worker.faults().partition(now);
        return say(now ? name + " is cut off from everybody." : name + " can be reached again.");
    }

    /** The manager's leader dies, and another one comes. */
    String killLeader() {
        services.restartManager();
        return say("The manager-service was ended and started again.");
    }

    /** The manager-service ends and stays away, or comes back. */
    synchronized String toggleManager() {
        if (services.managerRuns()) {
            services.stopManager();
            return say("The manager-service was ended; the same button starts it again.");
        }
        services.restartManager();
        return say("The manager-service was started again.");
    }

    String restartWorker(String name) {
        services.restartWorker(worker(name).name());
        return say("The worker-service of " + name + " was ended and started again.");
    }

    private EmbeddedCluster worker(String name) {
        return fleet.workers().stream()
                .filter(cluster -> cluster.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no worker is called \"" + name + "\"; there are "
                        + fleet.workers().stream().map(EmbeddedCluster::name).toList()));
    }

    private String say(String text) {
        tell(text);
        return text;
    }

    private void tellIndented(String text) {
        tell("  " + text);
    }

    private void tell(String text) {
        System.out.println(text);
        text.lines().forEach(told::addLast);
        while (told.size() > REMEMBERED_LINES) {
            told.pollFirst();
        }
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
