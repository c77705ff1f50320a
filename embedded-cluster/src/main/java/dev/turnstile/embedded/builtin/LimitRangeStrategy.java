package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import dev.turnstile.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The defaults of a limit range itself: the maximum is the default limit, the default limit is the default request, and
 * without either the minimum is. {@link LimitRanges} applies limit ranges to pods.
 */
final class LimitRangeStrategy implements ResourceStrategy {
    private static final List<Order> ORDERS = List.of(
            new Order("min", "min", "max", "max", "min", "min"),
            new Order("min", "min", "defaultRequest", "default request", "defaultRequest", "defaultRequest"),
            new Order("defaultRequest", "default request", "max", "max", "defaultRequest", "defaultRequest"),
            new Order(
                    "defaultRequest",
                    "default request",
                    "default",
                    "default limit",
                    "defaultRequest",
                    "defaultRequest"),
            new Order("min", "min", "default", "default", "default", "min"),
            new Order("default", "default", "max", "max", "default", "max"));

    @Override
    public boolean updatesCreate() {
        return true;
    }

    @Override
    public void complete(ObjectNode range) {
        for (JsonNode limit : Json.items(range, "spec", "limits")) {
            if (limit instanceof ObjectNode stated && Json.text(stated, "type").equals("Container")) {
                complete(stated, "default", "max");
                complete(stated, "defaultRequest", "default");
                complete(stated, "defaultRequest", "min");
            }
        }
    }

    private static void complete(ObjectNode limit, String list, String source) {
        limit.path(source).forEachEntry((name, amount) -> {
            ObjectNode amounts = Json.child(limit, list);
            if (!amounts.has(name)) {
                amounts.set(name, amount);
            }
        });
    }

    @Override
    public List<FieldError> validateCreate(ObjectNode range) {
        List<FieldError> errors = new ArrayList<>();
        Set<String> types = new HashSet<>();
        int index = 0;
        for (JsonNode limit : Json.items(range, "spec", "limits")) {
            String path = "spec.limits[" + index++ + "]";
            String type = Json.text(limit, "type");
            if (!types.add(type)) {
                errors.add(FieldError.duplicate(path + ".type", type));
            }
            if (type.equals("Pod")) {
                for (String list : List.of("default", "defaultRequest")) {
                    if (!limit.path(list).isEmpty()) {
                        errors.add(
                                FieldError.forbidden(path + "." + list, "may not be specified when `type` is 'Pod'"));
                    }
                }
            }
            for (Order order : ORDERS) {
                order.check(limit, path, errors);
            }
        }
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode range, ObjectNode old, String subresource) {
        return validateCreate(range);
    }

    /**
     * Two lists of quantities, of which no quantity of the first may exceed the one of the second; an error names one
     * of the two.
     */
    private record Order(String lower, String lowerWords, String upper, String upperWords, String field, String shown) {
        void check(JsonNode limit, String path, List<FieldError> errors) {
            limit.path(lower).forEachEntry((name, amount) -> {
                JsonNode most = limit.path(upper).path(name);
                if (most.isMissingNode()) {
                    return;
                }
                Quantity low = Quantity.parse(amount.asString(""));
                Quantity high = Quantity.parse(most.asString(""));
                if (low.compareTo(high) > 0) {
                    errors.add(FieldError.invalid(
                            path + "." + field + "[" + name + "]",
                            (shown.equals(lower) ? low : high).toString(),
                            lowerWords + " value " + low + " is greater than " + upperWords + " value " + high));
                }
            });
        }
    }

    @Override
    public boolean wholeTable() {
        return true;
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(Columns.NAME, Columns.CREATED_AT);
    }
}
