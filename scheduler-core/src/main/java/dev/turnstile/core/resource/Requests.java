package dev.turnstile.core.resource;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** An immutable amount per resource, ordered by the resource's name. */
public final class Requests {
    public static final Requests NONE = new Requests(new String[0], new long[0]);

    private final String[] resources;
    private final long[] amounts;

    private Requests(String[] resources, long[] amounts) {
        this.resources = resources;
        this.amounts = amounts;
    }

    public static Requests of(Map<String, Long> amounts) {
        TreeMap<String, Long> sorted = new TreeMap<>(amounts);
        return new Requests(
                sorted.keySet().toArray(String[]::new),
                sorted.values().stream().mapToLong(Long::longValue).toArray());
    }

    public int size() {
        return resources.length;
    }

    public String resource(int index) {
        return resources[index];
    }

    public long amount(int index) {
        return amounts[index];
    }

    /** The amount of that resource; 0 where it is not requested. */
    public long amount(String resource) {
        int index = Arrays.binarySearch(resources, resource);
        return index < 0 ? 0 : amounts[index];
    }

    public Requests times(int count) {
        long[] scaled = new long[amounts.length];
        for (int i = 0; i < amounts.length; i++) {
            scaled[i] = Amount.multiply(amounts[i], count);
        }
        return new Requests(resources, scaled);
    }

    /** These requests with that resource set to that amount. */
    public Requests with(String resource, long amount) {
        int index = Arrays.binarySearch(resources, resource);
        if (index >= 0) {
            long[] changed = amounts.clone();
            changed[index] = amount;
            return new Requests(resources, changed);
        }
        Map<String, Long> all = asMap();
        all.put(resource, amount);
        return of(all);
    }

    public Map<String, Long> asMap() {
        Map<String, Long> map = new LinkedHashMap<>();
        for (int i = 0; i < resources.length; i++) {
            map.put(resources[i], amounts[i]);
        }
        return map;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Requests requests
                && Arrays.equals(resources, requests.resources)
                && Arrays.equals(amounts, requests.amounts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(resources) + Arrays.hashCode(amounts);
    }

    @Override
    public String toString() {
        return asMap().toString();
    }
}
