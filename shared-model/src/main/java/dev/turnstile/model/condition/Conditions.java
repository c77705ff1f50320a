package dev.turnstile.model.condition;

import dev.turnstile.vocabulary.ConditionType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finding and setting conditions in the list of a status. */
public final class Conditions {
    private Conditions() {}

    /** The condition of a type, if it was ever set. */
    public static Optional<Condition> find(List<Condition> conditions, ConditionType type) {
        // Asked several times of each Workload for each event: a stream would cost more than the comparisons.
        for (Condition condition : conditions) {
            if (condition.type().equals(type.text())) {
                return Optional.of(condition);
            }
        }
        return Optional.empty();
    }

    /** Whether a condition was set and is true. */
    public static boolean isTrue(List<Condition> conditions, ConditionType type) {
        return find(conditions, type).filter(Condition::holds).isPresent();
    }

    /**
     * The list with a condition set: in place of the one of its type, else at the end. Its time is that of the old one
     * while the status stays the same. The very same list if nothing changes.
     */
    public static List<Condition> set(List<Condition> conditions, Condition wanted) {
        List<Condition> result = new ArrayList<>(conditions.size() + 1);
        boolean found = false;
        for (Condition condition : conditions) {
            if (found || !condition.type().equals(wanted.type())) {
                result.add(condition);
                continue;
            }
            found = true;
            Condition replacement =
                    condition.status() == wanted.status() ? wanted.since(condition.lastTransitionTime()) : wanted;
            if (replacement.equals(condition)) {
                return conditions;
            }
            result.add(replacement);
        }
        if (!found) {
            result.add(wanted);
        }
        return List.copyOf(result);
    }

    /** The list without the condition of a type; the very same list if it has none. */
    public static List<Condition> remove(List<Condition> conditions, ConditionType type) {
        return find(conditions, type).isEmpty()
                ? conditions
                : conditions.stream()
                        .filter(condition -> !condition.type().equals(type.text()))
                        .toList();
    }
}
