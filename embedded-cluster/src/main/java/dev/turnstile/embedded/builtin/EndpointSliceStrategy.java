package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Endpoint slices are data; their address type is immutable. */
final class EndpointSliceStrategy implements ResourceStrategy {
    @Override
    public List<FieldError> validateUpdate(ObjectNode slice, ObjectNode old, String subresource) {
        String type = Json.text(slice, "addressType");
        return type.equals(Json.text(old, "addressType"))
                ? List.of()
                : List.of(FieldError.invalid("addressType", type, "field is immutable"));
    }
}
