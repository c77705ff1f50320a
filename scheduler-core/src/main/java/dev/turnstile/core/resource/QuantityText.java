package dev.turnstile.core.resource;

import java.util.Set;

/** Writes an amount as Kubernetes would write the quantity: {@code 1500m}, {@code 4}, {@code 2Gi}. */
public final class QuantityText {
    public static final String CPU = "cpu";
    private static final Set<String> BINARY = Set.of("memory", "ephemeral-storage");
    private static final String HUGE_PAGES = "hugepages-";
    private static final String[] BINARY_SUFFIXES = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    private static final String[] DECIMAL_SUFFIXES = {"", "k", "M", "G", "T", "P", "E"};

    private QuantityText() {}

    public static String of(String resource, long amount) {
        if (resource.equals(CPU)) {
            return amount % 1000 == 0 ? scaled(amount / 1000, 1000, DECIMAL_SUFFIXES) : amount + "m";
        }
        if (BINARY.contains(resource) || resource.startsWith(HUGE_PAGES)) {
            return scaled(amount, 1024, BINARY_SUFFIXES);
        }
        return scaled(amount, 1000, DECIMAL_SUFFIXES);
    }

    private static String scaled(long amount, int base, String[] suffixes) {
        long rest = amount;
        int step = 0;
        while (rest != 0 && rest % base == 0 && step < suffixes.length - 1) {
            rest /= base;
            step++;
        }
        return rest + suffixes[step];
    }
}
