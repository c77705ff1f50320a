package dev.turnstile.core.lifecycle;

import dev.turnstile.vocabulary.ConditionType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A state in the making: effects are added, and applied as the worker-service will apply them. */
final class Draft {

    private final String key;
    private final Instant now;
    private final Map<ConditionType, Condition> conditions = new EnumMap<>(ConditionType.class);
    private final List<Effect> effects = new ArrayList<>();
    private boolean active;
    private Optional<String> clusterQueue;
    private List<Check> checks;
    private List<GateState> gates;
    private int requeueCount;
    private Optional<Instant> requeueAt;
    private Duration executed;

    Draft(WorkloadState from, Instant now) {
        this.key = from.key();
        this.now = now;
        conditions.putAll(from.conditions());
        active = from.active();
        clusterQueue = from.clusterQueue();
        checks = from.checks();
        gates = from.gates();
        requeueCount = from.requeueCount();
        requeueAt = from.requeueAt();
        executed = from.executed();
    }

    WorkloadState state() {
        return new WorkloadState(
                key, active, conditions, clusterQueue, checks, gates, requeueCount, requeueAt, executed);
    }

    Transition done() {
        return new Transition.Legal(state(), effects);
    }

    Draft observedActive(boolean value) {
        active = value;
        return this;
    }

    Draft observedCheck(Check answered) {
        checks = checks.stream()
                .map(check -> check.name().equals(answered.name()) ? answered : check)
                .toList();
        return this;
    }

    Draft observedOpen(String name) {
        gates = gates.stream()
                .map(gate -> gate.name().equals(name) && !gate.open() ? new GateState(name, true, now) : gate)
                .toList();
        return this;
    }

    /** One patch of those changes that change something; no patch where none does. */
    Draft patch(List<StatusChange> changes) {
        List<StatusChange> effective = new ArrayList<>();
        for (StatusChange change : changes) {
            WorkloadState before = state();
            apply(change);
            if (change instanceof StatusChange.CountEviction || !state().equals(before)) {
                effective.add(change);
            }
        }
        if (!effective.isEmpty()) {
            effects.add(new Effect.PatchStatus(effective));
        }
        return this;
    }

    Draft add(Effect effect) {
        if (effect instanceof Effect.SetActive set) {
            active = set.active();
        }
        effects.add(effect);
        return this;
    }

    private void apply(StatusChange change) {
        switch (change) {
            case StatusChange.SetCondition set -> set(set);
            case StatusChange.RemoveCondition remove -> conditions.remove(remove.type());
            case StatusChange.TakeQuota take -> clusterQueue = Optional.of(take.clusterQueue());
            case StatusChange.ReleaseQuota ignored -> clusterQueue = Optional.empty();
            case StatusChange.SetChecks set -> checks = set.checks();
            case StatusChange.ResetChecks reset ->
                checks = checks.stream()
                        .map(check -> check.reset(reset.fromZero()))
                        .toList();
            case StatusChange.CloseAllGates ignored ->
                gates = gates.stream()
                        .map(gate -> gate.open() ? new GateState(gate.name(), false, now) : gate)
                        .toList();
            case StatusChange.DeclareGates declare -> declare(declare.names());
            case StatusChange.SetRequeueCount set -> requeueCount = set.count();
            case StatusChange.RequeueAt at -> requeueAt = Optional.of(at.time());
            case StatusChange.ClearRequeueAt ignored -> requeueAt = Optional.empty();
            case StatusChange.ClearRequeueState ignored -> {
                requeueCount = 0;
                requeueAt = Optional.empty();
            }
            case StatusChange.CountEviction ignored -> {
                // a counter for people: no decision looks at it
            }
            case StatusChange.AddExecutionTime add -> executed = executed.plus(add.time());
            case StatusChange.ClearExecutionTime ignored -> executed = Duration.ZERO;
        }
    }

    private void set(StatusChange.SetCondition set) {
        Instant since = Optional.ofNullable(conditions.get(set.type()))
                .filter(before -> before.status() == set.status())
                .map(Condition::since)
                .orElse(now);
        conditions.put(set.type(), new Condition(set.status(), set.reason(), set.message(), since));
    }

    private void declare(List<String> names) {
        List<GateState> declared = new ArrayList<>();
        for (String name : names) {
            declared.add(gates.stream()
                    .filter(gate -> gate.name().equals(name))
                    .findFirst()
                    .orElseGet(() -> new GateState(name, false, now)));
        }
        gates = declared;
    }
}
