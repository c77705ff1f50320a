package dev.turnstile.core.ungating.simulation;

import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Connection;
import dev.turnstile.core.dispatch.Dispatcher;
import dev.turnstile.core.dispatch.Gate;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.JobReading;
import dev.turnstile.core.dispatch.LocalWorkload;
import dev.turnstile.core.dispatch.Nomination;
import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.core.dispatch.Remote;
import dev.turnstile.core.dispatch.RemoteJob;
import dev.turnstile.core.dispatch.Replica;
import dev.turnstile.core.dispatch.Sighting;
import dev.turnstile.core.placement.Placement;
import dev.turnstile.core.placement.PlacementDecision;
import dev.turnstile.core.placement.PlacementEffect;
import dev.turnstile.core.ungating.GateOrder;
import dev.turnstile.core.ungating.GateStep;
import dev.turnstile.core.ungating.GateTarget;
import dev.turnstile.core.ungating.GateWork;
import dev.turnstile.core.ungating.OpeningAttempt.Outcome;
import dev.turnstile.vocabulary.CheckState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * One run of a manager's process, from its start to its crash: views that lag behind, writes that take time and may
 * lose their answer, and no memory beyond the process. It decides only when something happened or when a decision asked
 * to look again.
 */
final class SimulatedManager {

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(15);

    /** What this process has seen of one cluster. */
    private record View(long version, Remote remote, boolean job) {}

    private final SimulatedWorld world;
    private final Dispatcher dispatcher;
    private final Map<String, View> views = new HashMap<>();
    private final Map<String, Instant> firstSeen = new HashMap<>();
    private final Map<String, JobReading> readings = new HashMap<>();
    private final Set<String> busy = new HashSet<>();
    private LocalWorkload local;
    private long localVersion;
    private Optional<Instant> nominatedAt = Optional.empty();
    private GateWork gates;
    private Optional<Instant> alarm = Optional.empty();
    private boolean dead;

    SimulatedManager(SimulatedWorld world, Dispatcher dispatcher) {
        this.world = world;
        this.dispatcher = dispatcher;
        this.gates = GateWork.begins(world.managerClock());
        this.local = world.local.object();
        this.localVersion = world.local.version();
        world.workers.stream().filter(world::connected).forEach(this::list);
        world.agenda.within(Duration.ofSeconds(1), this::decide);
    }

    void crash() {
        dead = true;
    }

    /** A watch event of the local workload: late, perhaps twice, perhaps out of order. */
    void sawLocal(LocalWorkload object, long version) {
        if (!dead && version > localVersion) {
            local = object;
            localVersion = version;
            decide();
        }
    }

    void sawCluster(SimulatedWorker worker, long version, Remote remote, boolean job) {
        View known = views.get(worker.name);
        if (!dead && world.connected(worker) && (known == null || version > known.version())) {
            views.put(worker.name, new View(version, remote, job));
            decide();
        }
    }

    void connectionChanged(SimulatedWorker worker) {
        if (!dead) {
            if (world.connected(worker)) {
                list(worker);
            }
            decide();
        }
    }

    private void list(SimulatedWorker worker) {
        views.put(worker.name, new View(worker.version(), worker.remote(), worker.job()));
    }

    void decide() {
        if (dead) {
            return;
        }
        noteNomination();
        Instant clock = world.managerClock();
        Nomination nomination = dispatcher.nominate(group(), clock);
        if (nomination instanceof Nomination.Nominate nominate) {
            writeLocal(parts -> parts.nominated(nominate.clusters()));
        }
        look(nomination.lookAgainAt());
        PlacementDecision placement = Placement.decide(group(), world.placementSettings(), clock);
        apply(placement.effects());
        look(placement.lookAgainAt());
        if (!dead) {
            gates.decide(group(), world.ungatingSettings(), clock).ifPresent(ungating -> {
                world.tell(() -> ungating.trail().words());
                apply(GateStep.of(ungating, clock));
                look(ungating.lookAgainAt());
            });
        }
    }

    /** One alarm at a time, the earliest that was asked for. */
    private void look(Optional<Instant> at) {
        at.ifPresent(time -> {
            Duration wait = Duration.between(world.managerClock(), time);
            Duration delay = wait.isNegative() ? Duration.ofMillis(1) : wait.plusMillis(1);
            Instant due = world.agenda.now().plus(delay);
            if (alarm.filter(set -> !set.isAfter(due)).isEmpty()) {
                alarm = Optional.of(due);
                world.agenda.in(delay, () -> ring(due));
            }
        });
    }

    private void ring(Instant due) {
        if (alarm.filter(due::equals).isPresent()) {
            alarm = Optional.empty();
            decide();
        }
    }

    private void noteNomination() {
        nominatedAt = local.nominated().isEmpty()
                ? Optional.empty()
                : Optional.of(nominatedAt.orElseGet(world::managerClock));
    }

    private Group group() {
        List<ClusterView> clusters = new ArrayList<>();
        for (SimulatedWorker worker : world.workers) {
            View view = views.getOrDefault(worker.name, new View(-1, new Remote.Unknown(), false));
            RemoteJob job = view.job() ? new RemoteJob.Ours(RemoteJob.Run.CURRENT) : new RemoteJob.Absent();
            Connection connection = world.disconnectedSince(worker)
                    .<Connection>map(Connection.Disconnected::new)
                    .orElseGet(Connection.Connected::new);
            clusters.add(new ClusterView(
                    worker.name,
                    true,
                    connection,
                    seen(view.remote()),
                    job,
                    Optional.ofNullable(readings.get(worker.name)),
                    Optional.empty()));
        }
        return new Group(new LocalParts(local).nominatedAt(nominatedAt).build(), clusters);
    }

    private Remote seen(Remote remote) {
        if (!(remote instanceof Replica replica)) {
            return remote;
        }
        return new Parts(replica)
                .signal(replica.signal().map(time -> seen(replica.uid() + " asks", time)))
                .reservation(replica.reservation().map(time -> seen(replica.uid() + " holds", time)))
                .build();
    }

    private Sighting seen(String what, Sighting time) {
        Instant first = firstSeen.computeIfAbsent(what + time.writtenAt(), key -> world.managerClock());
        return new Sighting(time.writtenAt(), first);
    }

    /** Whether the write succeeded; afterwards our view is as new as the answer. */
    private boolean writeLocal(UnaryOperator<LocalParts> change) {
        if (dead || world.crashesNow()) {
            return false;
        }
        boolean written = world.local.write(local.version(), change);
        if (written && !world.losesAnswer()) {
            local = world.local.object();
            localVersion = world.local.version();
            noteNomination();
            // the watch event of an own write wakes a manager as any other does
            world.agenda.within(Duration.ofMillis(500), this::decide);
        } else {
            world.agenda.within(Duration.ofSeconds(3), () -> sawLocal(world.local.object(), world.local.version()));
            return false;
        }
        return true;
    }

    private void apply(List<PlacementEffect> effects) {
        for (PlacementEffect effect : effects) {
            boolean go = switch (effect) {
                case PlacementEffect.Local write -> applyLocal(write);
                case PlacementEffect.InCluster write -> {
                    applyRemote(write);
                    yield true;
                }
                case PlacementEffect.OnJob ignored -> {
                    world.copied();
                    yield true;
                }
            };
            if (!go) {
                return;
            }
        }
    }

    private boolean applyLocal(PlacementEffect.Local write) {
        return switch (write) {
            case PlacementEffect.DeclareWinner won -> {
                boolean written = writeLocal(parts -> parts.nominated(List.of())
                        .clusterName(Optional.of(won.cluster()))
                        .check(CheckState.READY, won.message()));
                if (written) {
                    world.won(won.cluster());
                }
                yield written;
            }
            case PlacementEffect.SetCheck set -> writeLocal(parts -> parts.check(set.state(), set.message()));
            case PlacementEffect.FinishLocal finish -> writeLocal(parts -> parts.finished(finish.finish()));
            case PlacementEffect.ClearPlacement ignored ->
                writeLocal(parts -> parts.nominated(List.of()).clusterName(Optional.empty()));
        };
    }

    private void applyRemote(PlacementEffect.InCluster write) {
        SimulatedWorker worker = world.worker(write.cluster());
        boolean gated = world.ungatingSettings().orchestratedPreemption();
        switch (write) {
            case PlacementEffect.CreateReplica ignored ->
                send(worker, "replica", () -> worker.createReplica(gated, world.agenda.now()));
            case PlacementEffect.DeleteReplica delete ->
                send(worker, "replica", () -> worker.deleteReplica(delete.uid()));
            case PlacementEffect.CreateJob ignored -> send(worker, "job", worker::createJob);
            case PlacementEffect.DeleteJob ignored -> send(worker, "job", worker::deleteJob);
            case PlacementEffect.UpdateReplica ignored -> throw new AssertionError("no spec changes here: " + write);
            case PlacementEffect.ReadJob read -> readJob(worker, read.cause());
        }
    }

    private void send(SimulatedWorker worker, String object, Supplier<Outcome> write) {
        send(worker, object, write, outcome -> {});
    }

    private void send(SimulatedWorker worker, String object, Supplier<Outcome> write, Consumer<Outcome> then) {
        String lane = worker.name + " " + object;
        if (!dead && !world.crashesNow() && busy.add(lane)) {
            world.request(worker, REQUEST_TIMEOUT, write, outcome -> {
                busy.remove(lane);
                then.accept(outcome);
                answered(worker);
            });
        }
    }

    private void readJob(SimulatedWorker worker, String cause) {
        List<JobReading> found = new ArrayList<>();
        send(
                worker,
                "job read",
                () -> {
                    found.add(new JobReading(cause, worker.jobState()));
                    return Outcome.WRITTEN;
                },
                outcome -> {
                    if (outcome == Outcome.WRITTEN) {
                        readings.put(worker.name, found.getFirst());
                    }
                });
    }

    private void answered(SimulatedWorker worker) {
        if (!dead) {
            if (world.connected(worker)) {
                list(worker);
            }
            decide();
        }
    }

    private void apply(GateStep step) {
        switch (step) {
            case GateStep.Nothing ignored -> {}
            case GateStep.Close close -> close.orders().forEach(this::write);
            case GateStep.Remember remember -> {
                // as text, which is what outlives the process
                Optional<RememberedUngating> memory =
                        remember.remembered().map(RememberedUngating::text).flatMap(RememberedUngating::parse);
                if (writeLocal(parts -> parts.lastUngated(memory)) && !world.crashesNow()) {
                    remember.orders().forEach(this::write);
                }
            }
        }
    }

    private void write(GateOrder order) {
        SimulatedWorker worker = world.worker(order.cluster());
        GateTarget target = order.target();
        Instant at = SimulatedWorld.seconds(order.at());
        Gate gate = order.change() == GateOrder.Change.OPEN ? new Gate.Open(at) : new Gate.Closed(Optional.of(at));
        int life = world.local.lives();
        Instant decidedAt = world.agenda.now();
        gates = gates.begun(List.of(order));
        Supplier<Outcome> write = () -> {
            Outcome outcome = worker.setGate(target.replica(), target.version(), gate);
            if (outcome == Outcome.WRITTEN) {
                switch (order.change()) {
                    case OPEN -> {
                        if (order.opening().isPresent()) {
                            world.opened(life, decidedAt, target.replica());
                        } else {
                            world.letThrough(target.replica());
                        }
                    }
                    case CLOSE -> world.closed(target.replica());
                    case ADD -> {}
                }
            }
            return outcome;
        };
        world.request(worker, REQUEST_TIMEOUT, write, outcome -> {
            gates = gates.answered(order, outcome, world.managerClock());
            if (outcome == Outcome.UNANSWERED) {
                decide();
            } else {
                answered(worker);
            }
        });
    }
}
