package dev.turnstile.core.lifecycle;

import dev.turnstile.core.message.Message;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.EvictionReason;
import dev.turnstile.vocabulary.WaitingReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A workload as its life sees it.
 *
 * @param key {@code namespace/name}
 * @param active {@code spec.active}
 * @param clusterQueue {@code status.admission.clusterQueue}; empty without quota
 * @param checks {@code status.admissionChecks}
 * @param gates {@code status.preemptionGates}
 * @param requeueCount {@code status.requeueState.count}
 * @param requeueAt {@code status.requeueState.requeueAt}
 * @param executed {@code status.accumulatedPastExecutionTimeSeconds}
 */
public record WorkloadState(
        String key,
        boolean active,
        Map<ConditionType, Condition> conditions,
        Optional<String> clusterQueue,
        List<Check> checks,
        List<GateState> gates,
        int requeueCount,
        Optional<Instant> requeueAt,
        Duration executed) {

    /** The conditions that its life is made of, in the order in which a patch sets them. */
    public static final List<ConditionType> CONDITIONS =
            List.copyOf(EnumSet.range(ConditionType.QUOTA_RESERVED, ConditionType.DEACTIVATION_TARGET));

    public WorkloadState {
        Map<ConditionType, Condition> ordered = new EnumMap<>(ConditionType.class);
        ordered.putAll(conditions);
        conditions = Collections.unmodifiableMap(ordered);
        checks = List.copyOf(checks);
        gates = List.copyOf(gates);
    }

    /** A workload that nobody has looked at yet. */
    public static WorkloadState created(String key, List<GateState> gates) {
        return new WorkloadState(
                key, true, Map.of(), Optional.empty(), List.of(), gates, 0, Optional.empty(), Duration.ZERO);
    }

    public Optional<Condition> condition(ConditionType type) {
        return Optional.ofNullable(conditions.get(type));
    }

    public boolean is(ConditionType type) {
        return condition(type).filter(Condition::status).isPresent();
    }

    boolean isNot(ConditionType type) {
        return condition(type).filter(condition -> !condition.status()).isPresent();
    }

    String reason(ConditionType type) {
        return condition(type).map(Condition::reason).orElse("");
    }

    Message message(ConditionType type) {
        return condition(type).map(Condition::message).orElse(Message.NONE);
    }

    /** Whether it was deactivated, is active again, and does not queue yet. */
    boolean deactivatedBefore() {
        boolean evictedForGood =
                is(ConditionType.EVICTED) && EvictionReason.isDeactivation(reason(ConditionType.EVICTED));
        boolean away = isNot(ConditionType.REQUEUED) && EvictionReason.isDeactivation(reason(ConditionType.REQUEUED));
        boolean saysSo = isNot(ConditionType.QUOTA_RESERVED)
                && reason(ConditionType.QUOTA_RESERVED).equals(WaitingReason.DEACTIVATED.text());
        return active && evictedForGood && (away || saysSo);
    }

    /** Where it stands. The order of the questions matters: what ends a life comes before what goes on in it. */
    public Phase phase() {
        if (is(ConditionType.FINISHED)) {
            return Phase.FINISHED;
        }
        boolean reserved = is(ConditionType.QUOTA_RESERVED);
        boolean evicted = is(ConditionType.EVICTED);
        boolean evictedForGood = evicted && EvictionReason.isDeactivation(reason(ConditionType.EVICTED));
        if (!active) {
            if (evictedForGood) {
                return reserved ? Phase.EVICTING : Phase.DEACTIVATED;
            }
            return Phase.DEACTIVATING;
        }
        if (is(ConditionType.DEACTIVATION_TARGET)) {
            return Phase.DEACTIVATING;
        }
        if (reserved) {
            if (evicted) {
                return Phase.EVICTING;
            }
            return is(ConditionType.ADMITTED) ? Phase.ADMITTED : Phase.RESERVED;
        }
        if (isNot(ConditionType.REQUEUED)) {
            String reason = reason(ConditionType.REQUEUED);
            boolean backsOff = reason.equals(EvictionReason.ADMISSION_CHECK.text())
                    || reason.equals(EvictionReason.PODS_READY_TIMEOUT.text());
            return backsOff ? Phase.BACKING_OFF : Phase.HELD;
        }
        return is(ConditionType.PREEMPTION_BLOCKED) ? Phase.GATED : Phase.WAITING;
    }
}
