package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.model.quantity.Quantity;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The QoS class that a pod has by its requests and limits of cpu and memory. */
final class QualityOfService {
    private static final List<String> COMPUTE = List.of("cpu", "memory");

    private QualityOfService() {}

    static String of(ApiObject pod) {
        var anything = false;
        var guaranteed = true;
        for (var list : List.of("initContainers", "containers")) {
            for (var container : pod.list("spec", list)) {
                for (var resource : COMPUTE) {
                    var request = amount(container, "requests", resource);
                    var limit = amount(container, "limits", resource);
                    anything |= request.signum() > 0 || limit.signum() > 0;
                    guaranteed &= limit.signum() > 0 && limit.compareTo(request) == 0;
                }
            }
        }
        return anything ? (guaranteed ? "Guaranteed" : "Burstable") : "BestEffort";
    }

    private static Quantity amount(JsonNode container, String list, String resource) {
        var text = container.path("resources").path(list).path(resource).asString("");
        return text.isEmpty() ? Quantity.ZERO : Quantity.parse(text);
    }
}
