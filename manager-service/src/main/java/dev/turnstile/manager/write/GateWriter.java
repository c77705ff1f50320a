package dev.turnstile.manager.write;

import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.core.ungating.GateOrder;
import dev.turnstile.core.ungating.GateStep;
import dev.turnstile.core.ungating.OpeningAttempt;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.manager.plan.GroupStep;
import java.util.List;

/**
 * Applies decisions about gates.
 *
 * <p>The annotation goes first: only when it is written is the gate opened, by the lane of its cluster, and until the
 * answer is there nothing else is decided about gates of that group. A crash in between leaves the annotation, from
 * which the next process goes on with the same replica.
 */
public final class GateWriter {
    private final WorkloadWriter workload;
    private final Lanes lanes;
    private final WriteFeedback feedback;
    private final GateReports reports;

    public GateWriter(WorkloadWriter workload, Lanes lanes, WriteFeedback feedback, GateReports reports) {
        this.workload = workload;
        this.lanes = lanes;
        this.feedback = feedback;
        this.reports = reports;
    }

    void apply(GroupView view, GroupStep.WriteGates decided) throws InterruptedException {
        boolean news = feedback.decided(view.key(), decided.decision());
        boolean begun = begun(view, decided.step());
        reports.decided(view, decided.decision(), news, begun);
    }

    /** Whether what the decision asks for is under way, or done; the writing of gates is the lanes'. */
    private boolean begun(GroupView view, GateStep step) throws InterruptedException {
        return switch (step) {
            case GateStep.Nothing nothing -> false;
            case GateStep.Remember remember -> {
                boolean written = workload.remember(
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
        feedback.begun(view.key(), orders);
        for (GateOrder order : orders) {
            lanes.add(order.cluster(), view.key(), new GateWrite(order, outcome -> answered(view, order, outcome)));
        }
    }

    /** What was answered is taken over before anybody is notified: nothing is decided about gates until then. */
    private void answered(GroupView view, GateOrder order, OpeningAttempt.Outcome outcome) {
        feedback.answered(view.key(), order, outcome);
        order.opening().ifPresent(opening -> reports.answered(view, opening, outcome));
    }
}
