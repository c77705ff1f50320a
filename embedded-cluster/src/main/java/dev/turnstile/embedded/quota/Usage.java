package dev.turnstile.embedded.quota;

import dev.turnstile.model.quantity.Quantity;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Amounts by the names that a ResourceQuota has for them ({@code requests.cpu}, {@code count/jobs.batch}).
 *
 * @param amounts in the order of names
 */
public record Usage(NavigableMap<String, Quantity> amounts) {
    /** Nothing. */
    public static final Usage NONE = new Usage(new TreeMap<>());

    /** As an object of a quota's {@code hard} or {@code used} says. */
    public static Usage of(@Nullable JsonNode json) {
        NavigableMap<String, Quantity> amounts = new TreeMap<>();
        if (json != null) {
            json.forEachEntry((name, amount) -> amounts.put(name, Quantity.parse(amount.asString("0"))));
        }
        return new Usage(amounts);
    }

    Quantity amount(String name) {
        return amounts.getOrDefault(name, Quantity.ZERO);
    }

    /** Of the given names alone, each with an amount. */
    public Usage only(Collection<String> names) {
        NavigableMap<String, Quantity> kept = new TreeMap<>();
        names.forEach(name -> kept.put(name, amount(name)));
        return new Usage(kept);
    }

    /** Both together. */
    public Usage plus(Usage other) {
        NavigableMap<String, Quantity> sum = new TreeMap<>(amounts);
        other.amounts.forEach((name, amount) -> sum.merge(name, amount, Quantity::plus));
        return new Usage(sum);
    }

    /** What this has more than the other, of each name. */
    Usage beyond(Usage other) {
        NavigableMap<String, Quantity> more = new TreeMap<>();
        amounts.forEach((name, amount) ->
                more.put(name, amount.minus(other.amount(name)).max(Quantity.ZERO)));
        return new Usage(more);
    }

    boolean isNothing() {
        return amounts.values().stream().allMatch(Quantity::isZero);
    }

    /** As a quota's {@code hard} or {@code used}. */
    public ObjectNode json(ObjectNode into) {
        amounts.forEach((name, amount) -> into.put(name, amount.toString()));
        return into;
    }

    @Override
    public String toString() {
        return amounts.entrySet().stream()
                .map((Map.Entry<String, Quantity> each) -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(","));
    }
}
