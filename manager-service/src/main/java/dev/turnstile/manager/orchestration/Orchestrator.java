package dev.turnstile.manager.orchestration;

import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.core.ungating.GateTarget;
import dev.turnstile.core.ungating.OpeningAttempt;
import dev.turnstile.core.ungating.Ungating;
import dev.turnstile.core.ungating.UngatingDecision;
import dev.turnstile.core.ungating.UngatingSettings;
import dev.turnstile.manager.group.GateWrite;
import dev.turnstile.manager.group.GroupMemory;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.manager.group.Lanes;
import dev.turnstile.manager.translate.LocalPatches;
import dev.turnstile.manager.translate.LocalWorkloads;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.EventTarget;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies decisions about gates.
 *
 * <p>The annotation goes first: only when it is written is the gate opened, by the lane of its cluster, and until the
 * answer is there nothing else is decided about gates of that group. A crash in between leaves the annotation, from
 * which the next process goes on with the same replica.
 */
public final class Orchestrator {
    private static final Logger LOG = LoggerFactory.getLogger(Orchestrator.class);
    private static final String COMPONENT = "kueue-workload-controller";

    private final Store<Workload> workloads;
    private final ObjectWriter writer;
    private final Lanes lanes;
    private final EventRecorder events;
    private final DecisionTrail trail;
    private final InstantSource clock;
    private final Consumer<ObjectKey> lookAgain;
    private final OrchestrationListener listener;

    /** An orchestrator; {@code lookAgain} is given the group whose gate was answered for. */
    public Orchestrator(
            Store<Workload> workloads,
            ObjectWriter writer,
            Lanes lanes,
            EventRecorder events,
            DecisionTrail trail,
            InstantSource clock,
            Consumer<ObjectKey> lookAgain,
            OrchestrationListener listener) {
        this.workloads = workloads;
        this.writer = writer;
        this.lanes = lanes;
        this.events = events;
        this.trail = trail;
        this.clock = clock;
        this.lookAgain = lookAgain;
        this.listener = listener;
    }

    /** Decides about the gates of a group and begins to write; when to look again, if nothing happens. */
    public Optional<Instant> orchestrate(GroupView view, Workload local, GroupMemory memory, UngatingSettings settings)
            throws InterruptedException {
        if (memory.writingGates()) {
            return Optional.empty();
        }
        UngatingDecision decision = Ungating.decide(view.group(), settings, memory.attempt(), clock.instant());
        boolean news = memory.decided(decision);
        listener.decided(view, decision);
        switch (decision) {
            case UngatingDecision.OpenGate open -> open(view, local, memory, open);
            case UngatingDecision.Deferred deferred -> {
                if (news) {
                    defer(view, local, deferred);
                }
            }
            case UngatingDecision.Forget forget -> {
                if (remember(view.key(), forget.localVersion(), null)) {
                    note(view, "Forget", forget);
                }
            }
            case UngatingDecision.OpenEveryGate every -> openEvery(view, local, memory, every);
            case UngatingDecision.Regate regate -> regate(view, memory, regate);
            case UngatingDecision.Idle idle -> {
                if (news && !idle.trail().asking().isEmpty()) {
                    note(view, "Idle", idle);
                }
            }
        }
        return decision.lookAgainAt();
    }

    private void note(GroupView view, String what, UngatingDecision decision) {
        LOG.atInfo()
                .addKeyValue("workload", view.key().toString())
                .addKeyValue("decision", what)
                .log("{}", decision.trail().words());
        trail.add(new DecisionTrail.Entry(
                clock.instant(),
                view.key(),
                decision.trail().asking(),
                what,
                decision.trail().words()));
    }

    private void defer(GroupView view, Workload local, UngatingDecision.Deferred deferred) {
        note(view, "Deferred " + deferred.reason(), deferred);
        if (deferred.reason() != UngatingDecision.Reason.RETRY) {
            events.normal(
                    target(local),
                    COMPONENT,
                    "PreemptionUngatingDeferred",
                    deferred.trail().words());
        }
    }

    private void open(GroupView view, Workload local, GroupMemory memory, UngatingDecision.OpenGate open)
            throws InterruptedException {
        if (!remember(view.key(), open.localVersion(), open.remember())) {
            return;
        }
        note(view, open.retry() ? "OpenGate again" : "OpenGate", open);
        events.normal(
                target(local), COMPONENT, "PreemptionUngated", open.trail().words());
        String cluster = open.target().cluster();
        memory.begin(cluster);
        lanes.add(
                cluster,
                view.key(),
                new GateWrite(
                        open.target(), GateWrite.Change.OPEN, open.remember().at(), outcome -> {
                            memory.tried(OpeningAttempt.after(memory.attempt(), open, clock.instant(), outcome));
                            if (outcome == OpeningAttempt.Outcome.WRITTEN) {
                                listener.opened(view, open);
                            } else {
                                LOG.info("the gate of {} on {} was not opened: {}", view.key(), cluster, outcome);
                            }
                            memory.end(cluster);
                            lookAgain.accept(view.key());
                        }));
    }

    private void openEvery(GroupView view, Workload local, GroupMemory memory, UngatingDecision.OpenEveryGate every)
            throws InterruptedException {
        if (!remember(view.key(), every.localVersion(), every.remember())) {
            return;
        }
        note(view, "OpenEveryGate", every);
        events.normal(
                target(local), COMPONENT, "PreemptionUngated", every.trail().words());
        write(
                view,
                memory,
                every.targets(),
                GateWrite.Change.OPEN,
                every.remember().at());
    }

    private void regate(GroupView view, GroupMemory memory, UngatingDecision.Regate regate) {
        note(view, "Regate", regate);
        Instant now = clock.instant();
        write(view, memory, regate.add(), GateWrite.Change.ADD, now);
        write(view, memory, regate.close(), GateWrite.Change.CLOSE, now);
    }

    private void write(
            GroupView view, GroupMemory memory, List<GateTarget> targets, GateWrite.Change change, Instant at) {
        for (GateTarget target : targets) {
            memory.begin(target.cluster());
        }
        for (GateTarget target : targets) {
            lanes.add(target.cluster(), view.key(), new GateWrite(target, change, at, outcome -> {
                memory.end(target.cluster());
                lookAgain.accept(view.key());
            }));
        }
    }

    /** Whether the annotation now says so; false where the Workload has changed since it was decided upon. */
    private boolean remember(ObjectKey key, String version, @Nullable RememberedUngating memory)
            throws InterruptedException {
        return writer.update(
                        workloads,
                        key,
                        ObjectWriter.Part.MAIN,
                        fresh -> LocalWorkloads.version(fresh).equals(version)
                                ? LocalPatches.remembered(memory == null ? null : memory.text())
                                : null)
                .changed();
    }

    /** The object of events about a Workload. */
    public static EventTarget target(Workload workload) {
        return new EventTarget(
                workload.apiVersion(),
                workload.kind(),
                String.valueOf(workload.metadata().getNamespace()),
                String.valueOf(workload.metadata().getName()),
                String.valueOf(workload.metadata().getUid()));
    }
}
