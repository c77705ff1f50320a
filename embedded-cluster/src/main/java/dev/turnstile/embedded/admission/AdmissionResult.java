package dev.turnstile.embedded.admission;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An admitted request.
 *
 * @param object the object as the webhooks returned it, else the request's own; null on a delete
 * @param warnings for the Warning headers of the response
 */
public record AdmissionResult(@Nullable ObjectNode object, List<String> warnings) {

    public AdmissionResult {
        warnings = List.copyOf(warnings);
    }
}
