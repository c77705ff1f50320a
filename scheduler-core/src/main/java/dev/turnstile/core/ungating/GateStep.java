package dev.turnstile.core.ungating;

import dev.turnstile.core.dispatch.RememberedUngating;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a decision about gates has written, and in which order. */
public sealed interface GateStep {

    record Nothing() implements GateStep {}

    /**
     * First the annotation of the local workload, guarded by the version that was decided from. Then the gates, but
     * only if the annotation is known to be written: whatever happens after that, it remembers that they may be open.
     *
     * @param remembered what the annotation holds from then on; empty: it is removed
     */
    record Remember(String localVersion, Optional<RememberedUngating> remembered, List<GateOrder> orders)
            implements GateStep {

        public Remember {
            orders = List.copyOf(orders);
        }
    }

    /** Gates that are closed: nothing has to be remembered of that. */
    record Close(List<GateOrder> orders) implements GateStep {

        public Close {
            orders = List.copyOf(orders);
        }
    }

    /** The step that carries out a decision made at that time. */
    static GateStep of(UngatingDecision decision, Instant now) {
        return switch (decision) {
            case UngatingDecision.OpenGate open -> {
                Instant at = open.remember().at();
                yield new Remember(
                        open.localVersion(),
                        Optional.of(open.remember()),
                        List.of(new GateOrder(open.target(), GateOrder.Change.OPEN, at, Optional.of(open))));
            }
            case UngatingDecision.OpenEveryGate every ->
                new Remember(
                        every.localVersion(),
                        Optional.of(every.remember()),
                        orders(
                                every.targets(),
                                GateOrder.Change.OPEN,
                                every.remember().at()));
            case UngatingDecision.Forget forget -> new Remember(forget.localVersion(), Optional.empty(), List.of());
            case UngatingDecision.Regate regate -> {
                List<GateOrder> orders = new ArrayList<>(orders(regate.add(), GateOrder.Change.ADD, now));
                orders.addAll(orders(regate.close(), GateOrder.Change.CLOSE, now));
                yield new Close(orders);
            }
            case UngatingDecision.Deferred ignored -> new Nothing();
            case UngatingDecision.Idle ignored -> new Nothing();
        };
    }

    private static List<GateOrder> orders(List<GateTarget> targets, GateOrder.Change change, Instant at) {
        return targets.stream().map(target -> new GateOrder(target, change, at)).toList();
    }
}
