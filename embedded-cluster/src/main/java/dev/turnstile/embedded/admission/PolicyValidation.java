package dev.turnstile.embedded.admission;

import dev.turnstile.embedded.schema.FieldError;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What is wrong with a ValidatingAdmissionPolicy itself: expressions that do not compile. */
public final class PolicyValidation {

    private PolicyValidation() {}

    public static List<FieldError> validate(ObjectNode policy) {
        return CompiledPolicy.of(policy).errors();
    }
}
