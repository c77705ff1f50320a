package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Priority classes: the value is immutable. */
final class PriorityClassStrategy implements ResourceStrategy {
    private static final long HIGHEST_OF_USERS = 1_000_000_000;

    @Override
    public void complete(ObjectNode priorityClass) {
        defaults(priorityClass);
    }

    private static void defaults(ObjectNode priorityClass) {
        if (Json.text(priorityClass, "preemptionPolicy").isEmpty()) {
            priorityClass.put("preemptionPolicy", "PreemptLowerPriority");
        }
        if (Json.at(priorityClass, "value") == null) {
            priorityClass.put("value", 0);
        }
    }

    @Override
    public List<FieldError> validateCreate(ObjectNode priorityClass) {
        List<FieldError> errors = new ArrayList<>();
        String name = Json.name(priorityClass);
        long value = Json.number(priorityClass, 0, "value");
        boolean system = name.equals("system-cluster-critical") || name.equals("system-node-critical");
        if (name.startsWith("system-") && !system) {
            errors.add(FieldError.forbidden(
                    "metadata.name",
                    "priority class names with 'system-' prefix are reserved for system use only. error: " + name
                            + " is not a known system priority class"));
        }
        if (value > HIGHEST_OF_USERS && !system) {
            errors.add(FieldError.forbidden(
                    "value", "maximum allowed value of a user defined priority is " + HIGHEST_OF_USERS));
        }
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode priorityClass, ObjectNode old, String subresource) {
        List<FieldError> errors = new ArrayList<>();
        if (Json.number(priorityClass, 0, "value") != Json.number(old, 0, "value")) {
            errors.add(FieldError.forbidden("value", "may not be changed in an update."));
        }
        if (!Json.text(priorityClass, "preemptionPolicy").equals(Json.text(old, "preemptionPolicy"))) {
            errors.add(FieldError.invalid(
                    "preemptionPolicy", Json.text(priorityClass, "preemptionPolicy"), "field is immutable"));
        }
        return errors;
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(
                Columns.NAME,
                Columns.number("Value", "the priority itself", each -> Json.number(each, 0, "value")),
                Columns.text(
                        "Global-Default",
                        "whether pods without a class get it",
                        0,
                        each -> Boolean.toString(Json.flag(each, "globalDefault"))),
                Columns.AGE,
                Columns.text(
                        "PreemptionPolicy",
                        "whether its pods preempt",
                        0,
                        each -> Json.text(each, "preemptionPolicy")));
    }

    @Override
    public boolean wholeTable() {
        return true;
    }
}
