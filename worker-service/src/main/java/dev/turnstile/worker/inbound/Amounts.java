package dev.turnstile.worker.inbound;

import dev.turnstile.core.resource.Requests;
import dev.turnstile.model.quantity.Quantity;
import dev.turnstile.model.quantity.QuantityFormat;
import java.util.Map;
import java.util.TreeMap;

/** Quantities as whole numbers: thousandths of cpu, units of everything else. */
public final class Amounts {
    private static final String CPU = "cpu";
    private static final String HUGE_PAGES = "hugepages-";

    private Amounts() {}

    /** The amount of a quantity; beyond what a long holds it saturates. */
    public static long amount(String resource, Quantity quantity) {
        return resource.equals(CPU) ? quantity.milliValue() : quantity.value();
    }

    /** The quantity of an amount, in the format that Kubernetes uses for that resource. */
    public static Quantity quantity(String resource, long amount) {
        if (resource.equals(CPU)) {
            return Quantity.ofMilli(amount);
        }
        boolean binary =
                resource.equals("memory") || resource.equals("ephemeral-storage") || resource.startsWith(HUGE_PAGES);
        return Quantity.of(amount, binary ? QuantityFormat.BINARY_SI : QuantityFormat.DECIMAL_SI);
    }

    static Requests requests(Map<String, Quantity> quantities) {
        Map<String, Long> amounts = new TreeMap<>();
        quantities.forEach((resource, quantity) -> amounts.put(resource, amount(resource, quantity)));
        return Requests.of(amounts);
    }

    /** Amounts as the API writes them. */
    public static Map<String, Quantity> quantities(Requests requests) {
        Map<String, Quantity> quantities = new TreeMap<>();
        requests.asMap().forEach((resource, amount) -> quantities.put(resource, quantity(resource, amount)));
        return quantities;
    }
}
