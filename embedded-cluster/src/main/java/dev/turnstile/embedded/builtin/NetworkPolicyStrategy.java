package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Network policies are data; their port ranges are validated. */
final class NetworkPolicyStrategy implements ResourceStrategy {
    @Override
    public List<FieldError> validateCreate(ObjectNode policy) {
        List<FieldError> errors = new ArrayList<>();
        for (String direction : List.of("ingress", "egress")) {
            int rule = 0;
            for (JsonNode allowed : Json.items(policy, "spec", direction)) {
                String place = "spec." + direction + "[" + rule++ + "].ports";
                int position = 0;
                for (JsonNode port : Json.items(allowed, "ports")) {
                    checkEnd(port, place + "[" + position++ + "]", errors);
                }
            }
        }
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode policy, ObjectNode old, String subresource) {
        return validateCreate(policy);
    }

    private static void checkEnd(JsonNode port, String place, List<FieldError> errors) {
        JsonNode end = port.path("endPort");
        JsonNode start = port.path("port");
        if (end.isMissingNode()) {
            return;
        }
        String at = place + ".endPort";
        if (start.isMissingNode()) {
            errors.add(FieldError.invalid(at, end, "may not be specified when `port` is not specified"));
        } else if (start.isString()) {
            errors.add(FieldError.invalid(at, end, "may not be specified when `port` is non-numeric"));
        } else if (end.asInt() < start.asInt()) {
            errors.add(FieldError.invalid(at, start, "must be greater than or equal to `port`"));
        }
    }
}
