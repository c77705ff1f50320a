package dev.turnstile.core.cycle;

import dev.turnstile.core.fairsharing.PreemptionStrategy;
import dev.turnstile.core.workload.QueueOrder;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What the configuration and the feature gates say about scheduling.
 *
 * @param rules those that are in force
 * @param preemptionStrategies of fair sharing, in the order in which they are tried
 * @param minimumRuntime for how long a workload keeps its quota at least before it is evicted for another one
 */
public record SchedulingOptions(
        Set<Rule> rules,
        List<PreemptionStrategy> preemptionStrategies,
        QueueOrder queueOrder,
        Duration minimumRuntime) {

    /** A rule of the scheduler that can be left out. */
    public enum Rule {
        /** ClusterQueues of a Cohort borrow by their weight and share, not by priority and time alone. */
        FAIR_SHARING,
        /** Closed preemption gates hold preemption back. */
        PREEMPTION_GATES,
        /** Workloads' own admission constraints count. */
        ADMISSION_CONSTRAINTS,
        /** A workload that does not fit decides for its equivalence class. */
        EQUIVALENCE,
        /** Freed quota is offered to the workload that preempted for it before others of its cohort tree. */
        PREEMPTOR_PRIORITY
    }

    public static final SchedulingOptions DEFAULT = new SchedulingOptions(
            EnumSet.complementOf(EnumSet.of(Rule.FAIR_SHARING)), List.of(), QueueOrder.BY_EVICTION, Duration.ZERO);

    public SchedulingOptions {
        rules = Set.copyOf(rules);
        preemptionStrategies = List.copyOf(preemptionStrategies);
    }

    public boolean fairSharing() {
        return rules.contains(Rule.FAIR_SHARING);
    }

    public boolean preemptionGates() {
        return rules.contains(Rule.PREEMPTION_GATES);
    }

    public boolean admissionConstraints() {
        return rules.contains(Rule.ADMISSION_CONSTRAINTS);
    }

    public boolean equivalence() {
        return rules.contains(Rule.EQUIVALENCE);
    }

    public boolean preemptorPriority() {
        return rules.contains(Rule.PREEMPTOR_PRIORITY);
    }

    /** The same, with a rule in force or left out. */
    public SchedulingOptions with(Rule rule, boolean inForce) {
        Set<Rule> changed = EnumSet.noneOf(Rule.class);
        changed.addAll(rules);
        if (inForce) {
            changed.add(rule);
        } else {
            changed.remove(rule);
        }
        return new SchedulingOptions(changed, preemptionStrategies, queueOrder, minimumRuntime);
    }

    /** The same, with other strategies of fair sharing. */
    public SchedulingOptions with(List<PreemptionStrategy> strategies) {
        return new SchedulingOptions(rules, strategies, queueOrder, minimumRuntime);
    }

    /** The same, with another order of queues. */
    public SchedulingOptions with(QueueOrder order) {
        return new SchedulingOptions(rules, preemptionStrategies, order, minimumRuntime);
    }

    /** The same, with another time for which a workload keeps its quota at least. */
    public SchedulingOptions withMinimumRuntime(Duration least) {
        return new SchedulingOptions(rules, preemptionStrategies, queueOrder, least);
    }
}
