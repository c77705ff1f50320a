package dev.turnstile.worker.webhook;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Why an object is refused, worded as Kubernetes words it.
 *
 * @param cause a reason of Kubernetes' {@code StatusCause}
 * @param problem without the field
 */
record FieldRefusal(String field, String cause, String problem) {

    static FieldRefusal invalid(String field, String value, String detail) {
        return new FieldRefusal(field, "FieldValueInvalid", "Invalid value: \"" + value + "\": " + detail);
    }

    static FieldRefusal duplicate(String field, String value) {
        return new FieldRefusal(field, "FieldValueDuplicate", "Duplicate value: \"" + value + "\"");
    }

    static FieldRefusal unsupported(String field, String value, List<String> supported) {
        String known = supported.stream().map(each -> "\"" + each + "\"").collect(Collectors.joining(", "));
        return new FieldRefusal(
                field,
                "FieldValueNotSupported",
                "Unsupported value: \"" + value + "\"" + (known.isEmpty() ? "" : ": supported values: " + known));
    }

    static FieldRefusal forbidden(String field, String detail) {
        return new FieldRefusal(field, "FieldValueForbidden", "Forbidden: " + detail);
    }

    String message() {
        return field + ": " + problem;
    }

    static String inWords(List<FieldRefusal> refusals) {
        return refusals.size() == 1
                ? refusals.getFirst().message()
                : refusals.stream().map(FieldRefusal::message).collect(Collectors.joining(", ", "[", "]"));
    }
}
