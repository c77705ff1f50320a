package dev.turnstile.manager.orchestration;

import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.core.ungating.GateOrder;
import dev.turnstile.core.ungating.GateStep;
import dev.turnstile.core.ungating.OpeningAttempt;
import dev.turnstile.core.ungating.UngatingDecision;
import dev.turnstile.core.ungating.UngatingSettings;
import dev.turnstile.manager.group.GateWrite;
import dev.turnstile.manager.group.GroupMemories;
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
import dev.turnstile.vocabulary.Component;
import dev.turnstile.vocabulary.EventReason;
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
    private static final String COMPONENT = Component.WORKLOAD_CONTROLLER.text();

    private final Store<Workload> workloads;
    private final GroupMemories memories;
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
            GroupMemories memories,
            ObjectWriter writer,
            Lanes lanes,
            EventRecorder events,
            DecisionTrail trail,
            InstantSource clock,
            Consumer<ObjectKey> lookAgain,
            OrchestrationListener listener) {
        this.workloads = workloads;
        this.memories = memories;
        this.writer = writer;
        this.lanes = lanes;
        this.events = events;
        this.trail = trail;
        this.clock = clock;
        this.lookAgain = lookAgain;
        this.listener = listener;
    }

    /** Decides about the gates of a group and begins to write; when to decide again, if nothing happens. */
    public Optional<Instant> orchestrate(GroupView view, Workload local, UngatingSettings settings)
            throws InterruptedException {
        Instant now = clock.instant();
        Optional<UngatingDecision> decided = memories.begun(view.key()).gates().decide(view.group(), settings, now);
        if (decided.isEmpty()) {
            return Optional.empty();
        }
        UngatingDecision decision = decided.get();
        boolean news = memories.decided(view.key(), decision);
        boolean begun = begun(view, GateStep.of(decision, now));
        report(view, () -> {
            if (begun || news) {
                publish(view, local, decision, begun);
            }
            listener.decided(view, decision);
        });
        return decision.lookAgainAt();
    }

    /** Whether what the decision asks for is under way, or done; the writing of gates is the lanes'. */
    private boolean begun(GroupView view, GateStep step) throws InterruptedException {
        return switch (step) {
            case GateStep.Nothing nothing -> false;
            case GateStep.Remember remember -> {
                boolean written = remember(
                        view.key(),
                        remember.localVersion(),
                        remember.remembered().map(RememberedUngating::text).orElse(null));
                if (written) {
                    write(view, remember.orders());
                }
                yield written;
            }
            case GateStep.Close close -> {
                write(view, close.orders());
                yield true;
            }
        };
    }

    private void write(GroupView view, List<GateOrder> orders) {
        memories.begun(view.key(), orders);
        for (GateOrder order : orders) {
            lanes.add(order.cluster(), view.key(), new GateWrite(order, outcome -> answered(view, order, outcome)));
        }
    }

    /** What was answered is taken over before anybody is notified: nothing is decided about gates until then. */
    private void answered(GroupView view, GateOrder order, OpeningAttempt.Outcome outcome) {
        memories.answered(view.key(), order, outcome);
        lookAgain.accept(view.key());
        order.opening()
                .ifPresent(opening -> report(view, () -> {
                    if (outcome == OpeningAttempt.Outcome.WRITTEN) {
                        listener.opened(view, opening);
                    } else {
                        LOG.info("the gate of {} on {} was not opened: {}", view.key(), order.cluster(), outcome);
                    }
                }));
    }

    /** Whoever is notified takes no part in deciding: what fails there is logged, and holds nothing up. */
    private static void report(GroupView view, Runnable what) {
        try {
            what.run();
        } catch (RuntimeException e) {
            LOG.error("a decision about the gates of {} could not be reported", view.key(), e);
        }
    }

    private void publish(GroupView view, Workload local, UngatingDecision decision, boolean begun) {
        switch (decision) {
            case UngatingDecision.OpenGate open
            when begun -> {
                note(view, open.retry() ? "OpenGate again" : "OpenGate", open);
                event(local, EventReason.PREEMPTION_UNGATED, open);
            }
            case UngatingDecision.OpenEveryGate every
            when begun -> {
                note(view, "OpenEveryGate", every);
                event(local, EventReason.PREEMPTION_UNGATED, every);
            }
            case UngatingDecision.Forget forget when begun -> note(view, "Forget", forget);
            case UngatingDecision.Regate regate -> note(view, "Regate", regate);
            case UngatingDecision.Deferred deferred -> {
                note(view, "Deferred " + deferred.reason(), deferred);
                if (deferred.reason() != UngatingDecision.Reason.RETRY) {
                    event(local, EventReason.PREEMPTION_UNGATING_DEFERRED, deferred);
                }
            }
            case UngatingDecision.Idle idle when !idle.trail().asking().isEmpty() -> note(view, "Idle", idle);
            case UngatingDecision.OpenGate notWritten -> {}
            case UngatingDecision.OpenEveryGate notWritten -> {}
            case UngatingDecision.Forget notWritten -> {}
            case UngatingDecision.Idle nobodyAsks -> {}
        }
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

    private void event(Workload local, EventReason reason, UngatingDecision decision) {
        events.normal(target(local), COMPONENT, reason.text(), decision.trail().words());
    }

    /** Whether the annotation now says so; false where the Workload has changed since it was decided upon. */
    private boolean remember(ObjectKey key, String version, @Nullable String text) throws InterruptedException {
        return writer.update(
                        workloads,
                        key,
                        ObjectWriter.Part.MAIN,
                        fresh -> LocalWorkloads.version(fresh).equals(version) ? LocalPatches.remembered(text) : null)
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
