package dev.turnstile.worker.observe;

import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.WaitingReason;
import dev.turnstile.worker.state.CycleListener;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * One line for each admission, for each preemption, and for each reason for which a Workload waits. While the reason
 * stays, what changes in its message, cycle by cycle, is logged as detail.
 */
public final class DecisionLog implements CycleListener {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionLog.class);
    private final Map<WorkloadKey, WaitingReason> reasons = new HashMap<>();

    @Override
    public void decided(CycleDecision decision, Duration took) {
        for (Outcome outcome : decision.outcomes()) {
            if (outcome instanceof Outcome.Postponed) {
                continue;
            }
            WorkloadKey key = outcome.workload().key();
            Level level = isNews(key, outcome) ? Level.INFO : Level.DEBUG;
            if (LOG.isEnabledForLevel(level)) {
                LOG.atLevel(level)
                        .addKeyValue("workload", key)
                        .addKeyValue("clusterQueue", outcome.clusterQueue())
                        .addKeyValue("cycle", decision.cycle())
                        .log("{}", words(outcome));
            }
        }
    }

    @Override
    public void left(ObjectKey workload) {
        reasons.remove(new WorkloadKey(workload.namespace(), workload.name()));
    }

    /** Of how many Workloads the last decision is remembered. */
    int remembered() {
        return reasons.size();
    }

    private boolean isNews(WorkloadKey key, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Admit _ -> {
                reasons.remove(key);
                yield true;
            }
            case Outcome.Waiting waiting -> {
                boolean another = reasons.put(key, waiting.reason()) != waiting.reason();
                yield another || preemptsMore(waiting);
            }
        };
    }

    private static boolean preemptsMore(Outcome.Waiting outcome) {
        return outcome instanceof Outcome.Preempt preempt
                && preempt.victims().stream().anyMatch(victim -> !victim.evicting());
    }

    private static String words(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Admit admit -> admit.message().text();
            case Outcome.Waiting waiting -> waiting.reason().text() + ": " + waiting.message();
        };
    }
}
