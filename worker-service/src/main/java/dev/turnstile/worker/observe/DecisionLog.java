package dev.turnstile.worker.observe;

import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.state.CycleListener;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line per decision; a decision that is repeated unchanged is not logged again. */
public final class DecisionLog implements CycleListener {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionLog.class);
    private final Map<WorkloadKey, String> said = new HashMap<>();

    @Override
    public void decided(CycleDecision decision, Duration took) {
        for (Outcome outcome : decision.outcomes()) {
            if (outcome instanceof Outcome.Postponed) {
                continue;
            }
            WorkloadKey key = outcome.workload().key();
            String words = words(outcome);
            boolean again = words.equals(said.put(key, words));
            if (outcome instanceof Outcome.Admit) {
                said.remove(key);
            }
            if (!again) {
                LOG.atInfo()
                        .addKeyValue("workload", key)
                        .addKeyValue("clusterQueue", outcome.clusterQueue())
                        .addKeyValue("cycle", decision.cycle())
                        .log("{}", words);
            }
        }
    }

    @Override
    public void left(ObjectKey workload) {
        said.remove(new WorkloadKey(workload.namespace(), workload.name()));
    }

    /** Of how many Workloads the last decision is remembered. */
    int remembered() {
        return said.size();
    }

    private static String words(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Admit admit -> admit.message().text();
            case Outcome.Waiting waiting -> waiting.reason().text() + ": " + waiting.message();
        };
    }
}
