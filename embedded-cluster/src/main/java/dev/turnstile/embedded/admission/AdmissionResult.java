package dev.turnstile.embedded.admission;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request that was let in.
 *
 * @param object the object to go on with, changed by webhooks or the request's own; null on a delete
 * @param warnings for the answer's Warning headers
 */
public record AdmissionResult(@Nullable ObjectNode object, List<String> warnings) {

    public AdmissionResult {
        warnings = List.copyOf(warnings);
    }
}
