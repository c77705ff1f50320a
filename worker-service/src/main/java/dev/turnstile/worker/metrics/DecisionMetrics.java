package dev.turnstile.worker.metrics;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.worker.state.CycleListener;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What cycles decided. */
final class DecisionMetrics implements CycleListener {
    private static final String SUCCESS = "success";
    private static final String INADMISSIBLE = "inadmissible";

    private final Totals attempts = Totals.of(Family.of(
            "kueue_admission_attempts", "Cycles that looked at somebody, by whether they admitted", "result"));
    private final Durations durations = new Durations(
            Family.of("kueue_admission_attempt_duration_seconds", "How long a cycle took to decide", "result"),
            Durations.DECISIONS);
    private final Totals preempted = Totals.of(Family.of(
            "kueue_preempted_workloads",
            "Workloads evicted for the sake of one of another or the same queue",
            "preempting_cluster_queue",
            "reason"));
    private final Map<String, Integer> skips = new ConcurrentHashMap<>();

    /** Both results are there from the start: a rate of what never happened is nought, not missing. */
    DecisionMetrics() {
        for (String result : List.of(SUCCESS, INADMISSIBLE)) {
            attempts.add(0, result);
            durations.begin(result);
        }
    }

    @Override
    public void decided(CycleDecision decision, Duration took) {
        boolean admitted = decision.outcomes().stream().anyMatch(Outcome.Admit.class::isInstance);
        String result = admitted ? SUCCESS : INADMISSIBLE;
        attempts.add(1, result);
        durations.add(took, result);
        for (Outcome outcome : decision.outcomes()) {
            skips.remove(outcome.clusterQueue());
        }
        for (Outcome outcome : decision.outcomes()) {
            if (outcome instanceof Outcome.Skip skip && skip.cause() == Outcome.Skip.Interference.OVERLAPPING_VICTIMS) {
                skips.merge(skip.clusterQueue(), 1, Integer::sum);
            }
        }
    }

    /** Not before: a victim that has just begun may end by itself. */
    @Override
    public void evicts(Assumption.OfEviction eviction) {
        preempted.add(1, eviction.preemptorQueue(), eviction.victim().reason().text());
    }

    List<Growing> growing() {
        return List.of(attempts, durations, preempted);
    }

    MetricSnapshot skips() {
        Levels levels = new Levels(
                "kueue_admission_cycle_preemption_skips",
                "Workloads of the last cycle whose victims another one had taken",
                "cluster_queue");
        skips.forEach((queue, count) -> levels.set(count, queue));
        return levels.snapshot();
    }

    void forget(String clusterQueue) {
        skips.remove(clusterQueue);
        preempted.forget(List.of("preempting_cluster_queue"), List.of(clusterQueue));
    }
}
