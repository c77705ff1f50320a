package dev.turnstile.embedded.control.scheduler;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Amounts of resources in thousandths of their unit, enough to compare a pod's needs with a node's room. */
final class Amounts {
    private static final Map<String, BigDecimal> FACTORS = Map.ofEntries(
            Map.entry("n", new BigDecimal("0.000000001")),
            Map.entry("u", new BigDecimal("0.000001")),
            Map.entry("m", new BigDecimal("0.001")),
            Map.entry("", BigDecimal.ONE),
            Map.entry("k", decimal(3)),
            Map.entry("M", decimal(6)),
            Map.entry("G", decimal(9)),
            Map.entry("T", decimal(12)),
            Map.entry("P", decimal(15)),
            Map.entry("E", decimal(18)),
            Map.entry("Ki", binary(10)),
            Map.entry("Mi", binary(20)),
            Map.entry("Gi", binary(30)),
            Map.entry("Ti", binary(40)),
            Map.entry("Pi", binary(50)),
            Map.entry("Ei", binary(60)));

    private Amounts() {}

    static Map<String, Long> parse(JsonNode resources) {
        var amounts = new TreeMap<String, Long>();
        resources.forEachEntry((name, quantity) -> amounts.put(name, thousandths(quantity.asString("0"))));
        return amounts;
    }

    /** A quantity that the API has already accepted; what is beyond 2^63 thousandths counts as that. */
    static long thousandths(String quantity) {
        var end = quantity.length();
        while (end > 0 && Character.isLetter(quantity.charAt(end - 1)) && !isExponent(quantity, end - 1)) {
            end--;
        }
        var factor = FACTORS.get(quantity.substring(end));
        if (factor == null) {
            throw new IllegalArgumentException("quantity " + quantity + " has an unknown suffix");
        }
        var value = new BigDecimal(quantity.substring(0, end))
                .multiply(factor)
                .movePointRight(3)
                .setScale(0, RoundingMode.CEILING);
        var largest = BigDecimal.valueOf(Long.MAX_VALUE);
        return value.compareTo(largest) > 0 ? Long.MAX_VALUE : value.longValue();
    }

    private static boolean isExponent(String quantity, int position) {
        return "eE".indexOf(quantity.charAt(position)) >= 0 && position + 1 < quantity.length();
    }

    private static BigDecimal decimal(int exponent) {
        return BigDecimal.TEN.pow(exponent);
    }

    private static BigDecimal binary(int exponent) {
        return new BigDecimal(BigInteger.ONE.shiftLeft(exponent));
    }
}
