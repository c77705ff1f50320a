package dev.turnstile.core.resource;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** An immutable amount per flavor and resource, ordered: what an admitted workload holds, or what a head would take. */
public final class Usage {
    public static final Usage NONE = new Usage(new FlavorResource[0], new long[0]);

    private final FlavorResource[] keys;
    private final long[] amounts;

    private Usage(FlavorResource[] keys, long[] amounts) {
        this.keys = keys;
        this.amounts = amounts;
    }

    public static Usage of(Map<FlavorResource, Long> amounts) {
        if (amounts.isEmpty()) {
            return NONE;
        }
        TreeMap<FlavorResource, Long> sorted = new TreeMap<>(amounts);
        return new Usage(
                sorted.keySet().toArray(FlavorResource[]::new),
                sorted.values().stream().mapToLong(Long::longValue).toArray());
    }

    public int size() {
        return keys.length;
    }

    public boolean isEmpty() {
        return keys.length == 0;
    }

    public FlavorResource flavorResource(int index) {
        return keys[index];
    }

    public long amount(int index) {
        return amounts[index];
    }

    public long amount(FlavorResource flavorResource) {
        int index = Arrays.binarySearch(keys, flavorResource);
        return index < 0 ? 0 : amounts[index];
    }

    public Map<FlavorResource, Long> asMap() {
        Map<FlavorResource, Long> map = new LinkedHashMap<>();
        for (int i = 0; i < keys.length; i++) {
            map.put(keys[i], amounts[i]);
        }
        return map;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Usage usage && Arrays.equals(keys, usage.keys) && Arrays.equals(amounts, usage.amounts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(keys) + Arrays.hashCode(amounts);
    }

    @Override
    public String toString() {
        return asMap().toString();
    }
}
