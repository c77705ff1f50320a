package dev.turnstile.core.ungating.simulation;

import dev.turnstile.core.dispatch.AllAtOnceDispatcher;
import dev.turnstile.core.dispatch.Dispatcher;
import dev.turnstile.core.dispatch.Gate;
import dev.turnstile.core.dispatch.IncrementalDispatcher;
import dev.turnstile.core.dispatch.Remote;
import dev.turnstile.core.dispatch.Replica;
import dev.turnstile.core.placement.PlacementSettings;
import dev.turnstile.core.ungating.OpeningAttempt.Outcome;
import dev.turnstile.core.ungating.UngatingSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One manager, a few workers, and everything that can go wrong between them, from one seed. */
final class SimulatedWorld implements SimulatedWorker.Witness {

    static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration WORKER_LOST = Duration.ofSeconds(80);
    private static final Duration CHAOS = Duration.ofMinutes(10);

    final Random random;
    final Agenda agenda;
    final SimulatedLocal local;
    final List<SimulatedWorker> workers = new ArrayList<>();
    private final Invariants invariants = new Invariants(TIMEOUT);
    private final Map<SimulatedWorker, Instant> disconnected = new HashMap<>();
    private final Map<SimulatedWorker, Instant> connectedSince = new HashMap<>();
    private final Dispatcher dispatcher;
    private final boolean patient;
    private SimulatedManager manager;
    private Duration setBack = Duration.ZERO;
    private boolean featureOn = true;
    private boolean chaos = true;
    private int copies;
    private final Optional<Consumer<String>> story;

    SimulatedWorld(long seed, Optional<Consumer<String>> story) {
        this.story = story;
        random = new Random(seed);
        agenda = new Agenda(random);
        local = new SimulatedLocal(this::localChanged);
        patient = random.nextInt(4) == 0;
        dispatcher = random.nextBoolean()
                ? new AllAtOnceDispatcher()
                : new IncrementalDispatcher(1 + random.nextInt(2), Duration.ofSeconds(60));
        int count = 2 + random.nextInt(3);
        for (int number = 1; number <= count; number++) {
            Duration skew = Duration.ofSeconds(random.nextInt(241) - 120);
            SimulatedWorker worker = new SimulatedWorker("worker" + number, skew, this);
            worker.mood(mood());
            workers.add(worker);
            connectedSince.put(worker, agenda.now());
        }
        manager = new SimulatedManager(this, dispatcher);
    }

    // ---- the story of a seed

    void run() {
        workers.forEach(this::keepLooking);
        keepControlling();
        keepBreaking();
        agenda.run(CHAOS);
        heal();
        workers.forEach(worker -> worker.mood(SimulatedWorker.Mood.NEEDS_PREEMPTION));
        agenda.run(TIMEOUT.multipliedBy(2L * workers.size() + 4));
        everybodyHadATurn();
        workers.forEach(worker -> worker.mood(SimulatedWorker.Mood.FITS));
        agenda.run(TIMEOUT.multipliedBy(4));
        itIsPlacedOrDone();
    }

    private void heal() {
        chaos = false;
        workers.forEach(worker -> {
            worker.reachable(true);
            connect(worker);
        });
        if (!local.object().active()) {
            local.active(true);
        }
        featureOn = true;
        agenda.in(Duration.ofMillis(1), manager::decide);
    }

    /** B: in the quiet that followed, everybody who asks was let through, unless one has won. */
    private void everybodyHadATurn() {
        if (local.object().clusterName().isPresent()
                || local.object().finished().isPresent()) {
            return;
        }
        for (SimulatedWorker worker : workers) {
            Replica replica = worker.replica()
                    .orElseThrow(() -> new AssertionError(
                            "E: no replica on " + worker.name + " although it waits: " + local.object()));
            if (!replica.holdsQuota()) {
                invariants.waitedLongEnough(replica.uid());
            }
        }
    }

    /** E: with capacity everywhere it runs, or has finished; and D: in one cluster. */
    private void itIsPlacedOrDone() {
        boolean done = local.object().finished().isPresent();
        List<String> running = workers.stream()
                .filter(SimulatedWorker::jobRuns)
                .map(one -> one.name)
                .toList();
        if (done
                ? !running.isEmpty()
                : !running.equals(local.object().clusterName().stream().toList())) {
            throw new AssertionError("E: it runs on " + running + ", but is " + local.object());
        }
        boolean left = workers.stream()
                .filter(worker -> !running.contains(worker.name))
                .anyMatch(worker -> worker.replica().isPresent() || worker.job());
        if (left) {
            throw new AssertionError("E: something is left in the clusters, it is " + local.object());
        }
    }

    /** D: of the clusters that have been connected for a while, at most one runs the job. */
    private void atMostOneRuns() {
        List<String> running = workers.stream()
                .filter(worker -> connected(worker)
                        && worker.reachable()
                        && Objects.requireNonNull(connectedSince.get(worker))
                                .plus(Duration.ofMinutes(2))
                                .isBefore(agenda.now()))
                .filter(SimulatedWorker::jobRuns)
                .map(worker -> worker.name)
                .toList();
        if (running.size() > 1) {
            throw new AssertionError("D: it runs on " + running);
        }
    }

    private void keepLooking(SimulatedWorker worker) {
        worker.look(agenda.now(), random.nextDouble());
        if (chaos && random.nextInt(60) == 0) {
            worker.finish();
        }
        agenda.in(Duration.ofSeconds(3 + random.nextInt(14)), () -> keepLooking(worker));
    }

    private void keepControlling() {
        local.control();
        local.schedule(managerClock());
        if (!chaos) {
            atMostOneRuns();
        }
        agenda.in(Duration.ofSeconds(2 + random.nextInt(8)), this::keepControlling);
    }

    private void keepBreaking() {
        if (!chaos) {
            return;
        }
        SimulatedWorker worker = workers.get(random.nextInt(workers.size()));
        switch (random.nextInt(24)) {
            case 0, 1, 2 -> partition(worker);
            case 3, 4 -> crash();
            case 5 -> setBack = setBack.plusMillis(random.nextInt(60_000));
            case 6 -> worker.strangerDeletes();
            case 7, 8 -> worker.evict(agenda.now());
            case 9 -> local.evict();
            case 10 -> toggleActive();
            case 11 -> toggleFeature();
            default -> worker.mood(mood());
        }
        agenda.in(Duration.ofSeconds(4 + random.nextInt(20)), this::keepBreaking);
    }

    private SimulatedWorker.Mood mood() {
        return switch (random.nextInt(8)) {
            case 0 -> SimulatedWorker.Mood.FITS;
            case 1, 2 -> SimulatedWorker.Mood.NO_FIT;
            default -> SimulatedWorker.Mood.NEEDS_PREEMPTION;
        };
    }

    private void toggleActive() {
        tell(() -> "user deactivates");
        local.active(false);
        agenda.within(Duration.ofSeconds(60), () -> local.active(true));
    }

    private void toggleFeature() {
        if (featureOn) {
            tell(() -> "feature off");
            featureOn = false;
            agenda.within(Duration.ofSeconds(40), () -> {
                tell(() -> "feature on");
                featureOn = true;
                agenda.in(Duration.ofMillis(1), manager::decide);
            });
            agenda.in(Duration.ofMillis(1), manager::decide);
        }
    }

    void tell(Supplier<String> what) {
        if (story.isPresent()) {
            story.get().accept(agenda.now() + " " + what.get());
        }
    }

    // ---- processes and clocks

    Instant managerClock() {
        return agenda.now().minus(setBack);
    }

    static Instant seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }

    UngatingSettings ungatingSettings() {
        Optional<Duration> grace = patient ? Optional.of(Duration.ofSeconds(10)) : Optional.empty();
        return new UngatingSettings(featureOn, TIMEOUT, grace, Duration.ofSeconds(5));
    }

    PlacementSettings placementSettings() {
        return new PlacementSettings(WORKER_LOST, Optional.empty(), featureOn);
    }

    private void crash() {
        tell(() -> "manager crashes");
        manager.crash();
        agenda.within(Duration.ofSeconds(20), () -> {
            manager.crash();
            manager = new SimulatedManager(this, dispatcher);
        });
    }

    /** A crash between any two writes. */
    boolean crashesNow() {
        boolean crashes = chaos && random.nextInt(50) == 0;
        if (crashes) {
            crash();
        }
        return crashes;
    }

    boolean losesAnswer() {
        return chaos && random.nextInt(12) == 0;
    }

    // ---- the network

    SimulatedWorker worker(String name) {
        return workers.stream()
                .filter(worker -> worker.name.equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Whether the manager believes so; the condition of the cluster outlives the manager's process. */
    boolean connected(SimulatedWorker worker) {
        return !disconnected.containsKey(worker);
    }

    Optional<Instant> disconnectedSince(SimulatedWorker worker) {
        return Optional.ofNullable(disconnected.get(worker));
    }

    private void partition(SimulatedWorker worker) {
        if (!worker.reachable()) {
            return;
        }
        tell(() -> worker.name + " is cut off");
        worker.reachable(false);
        agenda.within(Duration.ofSeconds(10), () -> {
            if (!worker.reachable() && connected(worker)) {
                disconnected.put(worker, managerClock());
                manager.connectionChanged(worker);
            }
        });
        agenda.within(Duration.ofSeconds(150), () -> {
            worker.reachable(true);
            agenda.within(Duration.ofSeconds(30), () -> connect(worker));
        });
    }

    private void connect(SimulatedWorker worker) {
        if (worker.reachable()) {
            tell(() -> worker.name + " is connected");
            disconnected.remove(worker);
            connectedSince.put(worker, agenda.now());
            manager.connectionChanged(worker);
        }
    }

    /** A write that takes its time, may arrive without an answer, and may arrive after its sender has crashed. */
    void request(SimulatedWorker worker, Duration timeout, Supplier<Outcome> write, Consumer<Outcome> answer) {
        SimulatedManager sender = manager;
        agenda.within(Duration.ofSeconds(random.nextInt(5) == 0 ? 12 : 1), () -> {
            if (!worker.reachable()) {
                agenda.in(timeout, () -> answer(sender, answer, Outcome.UNANSWERED));
                return;
            }
            Outcome outcome = write.get();
            boolean lost = losesAnswer();
            Duration wait = lost ? timeout : Duration.ofMillis(random.nextInt(500));
            agenda.in(wait, () -> answer(sender, answer, lost ? Outcome.UNANSWERED : outcome));
        });
    }

    private void answer(SimulatedManager sender, Consumer<Outcome> answer, Outcome outcome) {
        if (sender == manager) {
            answer.accept(outcome);
        }
    }

    private void localChanged() {
        var object = local.object();
        tell(() -> "local " + object);
        long version = local.version();
        agenda.within(Duration.ofSeconds(2), () -> manager.sawLocal(object, version));
    }

    @Override
    public void changed(SimulatedWorker worker) {
        Remote remote = worker.remote();
        tell(() -> worker.name + " " + remote + " job " + worker.job());
        boolean job = worker.job();
        long version = worker.version();
        int times = random.nextInt(10) == 0 ? 2 : 1;
        for (int time = 0; time < times; time++) {
            agenda.within(Duration.ofSeconds(3), () -> {
                if (worker.reachable()) {
                    manager.sawCluster(worker, version, remote, job);
                }
            });
        }
    }

    // ---- what the invariants are told

    @Override
    public void preempted(SimulatedWorker worker, Replica replica) {
        tell(() -> worker.name + " preempts for " + replica.uid());
        if (featureOn) {
            invariants.preempted(local.lives(), replica.uid(), replica.gate() instanceof Gate.Open);
        }
    }

    @Override
    public void evicted(Replica replica) {
        invariants.closed(replica.uid());
    }

    void opened(int life, Instant decidedAt, String replica) {
        if (featureOn) {
            invariants.opened(life, decidedAt, replica);
        } else {
            invariants.letThrough(replica);
        }
    }

    void letThrough(String replica) {
        invariants.letThrough(replica);
    }

    void closed(String replica) {
        invariants.closed(replica);
    }

    void won(String cluster) {
        worker(cluster).replica().ifPresent(replica -> invariants.won(local.lives(), replica.uid(), agenda.now()));
    }

    void copied() {
        copies++;
    }

    int openings() {
        return invariants.openings();
    }

    int copies() {
        return copies;
    }
}
