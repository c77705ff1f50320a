package dev.turnstile.embedded.admission;

import dev.turnstile.embedded.schema.FieldError;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Finds expressions of a ValidatingAdmissionPolicy that do not compile. */
public final class PolicyValidation {

    private PolicyValidation() {}

    public static List<FieldError> validate(ObjectNode policy) {
        return CompiledPolicy.of(policy).errors();
    }
}
