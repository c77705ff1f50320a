package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Leases: durations are positive, transitions are counted up from 0. */
final class LeaseStrategy implements ResourceStrategy {
    @Override
    public boolean updatesCreate() {
        return true;
    }

    @Override
    public List<FieldError> validateCreate(ObjectNode lease) {
        List<FieldError> errors = new ArrayList<>();
        long duration = Json.number(lease, 1, "spec", "leaseDurationSeconds");
        if (duration <= 0) {
            errors.add(FieldError.invalid("spec.leaseDurationSeconds", duration, "must be greater than 0"));
        }
        long transitions = Json.number(lease, 0, "spec", "leaseTransitions");
        if (transitions < 0) {
            errors.add(FieldError.invalid("spec.leaseTransitions", transitions, "must be greater than or equal to 0"));
        }
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode lease, ObjectNode old, String subresource) {
        return validateCreate(lease);
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(Columns.text("Holder", "who holds it", 0, lease -> Json.text(lease, "spec", "holderIdentity")));
    }
}
