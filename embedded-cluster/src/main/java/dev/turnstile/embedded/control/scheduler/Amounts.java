package dev.turnstile.embedded.control.scheduler;

import dev.turnstile.model.quantity.Quantity;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Quantities of resources in thousandths of their unit, enough to compare a pod's requests with a node's free capacity.
 */
final class Amounts {
    private Amounts() {}

    static Map<String, Long> parse(JsonNode resources) {
        var amounts = new TreeMap<String, Long>();
        resources.forEachEntry((name, quantity) ->
                amounts.put(name, Quantity.parse(quantity.asString("0")).milliValue()));
        return amounts;
    }
}
