package dev.turnstile.manager.write;

import dev.turnstile.core.ungating.OpeningAttempt;
import dev.turnstile.core.ungating.UngatingDecision;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.manager.trail.DecisionTrail;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.vocabulary.Component;
import dev.turnstile.vocabulary.EventReason;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes decisions about gates: events, the trail, the log, metrics. None of it takes part in deciding: what fails
 * here is logged, and holds nothing up.
 */
public final class GateReports {
    private static final Logger LOG = LoggerFactory.getLogger(GateReports.class);

    private final EventRecorder events;
    private final DecisionTrail trail;
    private final InstantSource clock;
    private final GroupListener listener;

    /** Reports to these. */
    public GateReports(EventRecorder events, DecisionTrail trail, InstantSource clock, GroupListener listener) {
        this.events = events;
        this.trail = trail;
        this.clock = clock;
        this.listener = listener;
    }

    /**
     * This was decided.
     *
     * @param news whether the situation is another one than before
     * @param begun whether what it asks for is under way, or done
     */
    void decided(GroupView view, UngatingDecision decision, boolean news, boolean begun) {
        report(view, () -> {
            Workload local = view.local();
            if (local != null && (begun || news)) {
                publish(view, local, decision, begun);
            }
            listener.decided(view, decision);
        });
    }

    /** The opening of a gate was answered. */
    void answered(GroupView view, UngatingDecision.OpenGate opening, OpeningAttempt.Outcome outcome) {
        report(view, () -> {
            if (outcome == OpeningAttempt.Outcome.WRITTEN) {
                listener.opened(view, opening);
            } else {
                LOG.info(
                        "the gate of {} on {} was not opened: {}",
                        view.key(),
                        opening.target().cluster(),
                        outcome);
            }
        });
    }

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
        events.normal(
                WorkloadWriter.target(local),
                Component.WORKLOAD_CONTROLLER.text(),
                reason.text(),
                decision.trail().words());
    }
}
