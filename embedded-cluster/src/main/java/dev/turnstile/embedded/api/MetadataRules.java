package dev.turnstile.embedded.api;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Validates the metadata of every object. */
public final class MetadataRules {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern QUALIFIED = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final Pattern LABEL_VALUE = Pattern.compile("(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?");

    private static final String SUBDOMAIN_WORDS =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must"
                    + " start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
                    + "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    private static final String LABEL_WORDS =
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and"
                + " end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
                + "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
    private static final String QUALIFIED_WORDS =
            "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
                + " alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
                + "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    private static final String LABEL_VALUE_WORDS =
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must"
                + " start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex"
                + " used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
    private static final Set<String> UNPREFIXED = Set.of("apiextensions.k8s.io", "admissionregistration.k8s.io");
    private static final Set<String> STANDARD_FINALIZERS = Set.of("kubernetes", "orphan", "foregroundDeletion");
    private static final int LONGEST_ANNOTATIONS = 256 * 1024;

    private MetadataRules() {}

    /** The form of a kind's names. */
    public enum NameRule {
        SUBDOMAIN,
        LABEL,
        PATH_SEGMENT
    }

    public static List<FieldError> validate(ResourceType type, ObjectNode object, NameRule rule) {
        List<FieldError> errors = new ArrayList<>();
        String name = Json.name(object);
        if (name.isEmpty()) {
            errors.add(FieldError.required("metadata.name", "name or generateName is required"));
        } else {
            errors.addAll(validateName("metadata.name", name, rule));
        }
        errors.addAll(validateLabels(Json.at(object, "metadata", "labels"), "metadata.labels"));
        validateAnnotations(object, errors);
        validateOwners(object, errors);
        validateFinalizers(type, object, errors);
        return errors;
    }

    public static List<FieldError> validateName(String path, String name, NameRule rule) {
        List<FieldError> errors = new ArrayList<>();
        switch (rule) {
            case SUBDOMAIN -> {
                if (!SUBDOMAIN.matcher(name).matches()) {
                    errors.add(FieldError.invalid(path, name, SUBDOMAIN_WORDS));
                }
                if (name.length() > 253) {
                    errors.add(FieldError.invalid(path, name, "must be no more than 253 characters"));
                }
            }
            case LABEL -> {
                if (!LABEL.matcher(name).matches()) {
                    errors.add(FieldError.invalid(path, name, LABEL_WORDS));
                }
                if (name.length() > 63) {
                    errors.add(FieldError.invalid(path, name, "must be no more than 63 characters"));
                }
            }
            case PATH_SEGMENT -> {
                if (name.equals(".") || name.equals("..")) {
                    errors.add(FieldError.invalid(path, name, "may not be '" + name + "'"));
                }
                for (String part : List.of("/", "%")) {
                    if (name.contains(part)) {
                        errors.add(FieldError.invalid(path, name, "may not contain '" + part + "'"));
                    }
                }
            }
        }
        return errors;
    }

    public static List<FieldError> validateLabels(@org.jspecify.annotations.Nullable JsonNode labels, String path) {
        List<FieldError> errors = new ArrayList<>();
        if (labels instanceof ObjectNode node) {
            node.properties().forEach(label -> {
                errors.addAll(validateQualifiedName(path, label.getKey()));
                errors.addAll(validateLabelValue(path, Json.text(label.getValue())));
            });
        }
        return errors;
    }

    static List<FieldError> validateLabelValue(String path, String value) {
        List<FieldError> errors = new ArrayList<>();
        if (!LABEL_VALUE.matcher(value).matches()) {
            errors.add(FieldError.invalid(path, value, LABEL_VALUE_WORDS));
        }
        if (value.length() > 63) {
            errors.add(FieldError.invalid(path, value, "must be no more than 63 bytes"));
        }
        return errors;
    }

    public static List<FieldError> validateQualifiedName(String path, String key) {
        List<FieldError> errors = new ArrayList<>();
        int slash = key.indexOf('/');
        String name = key.substring(slash + 1);
        if (slash == 0) {
            errors.add(FieldError.invalid(path, key, "prefix part must be non-empty"));
        } else if (slash > 0 && !SUBDOMAIN.matcher(key.substring(0, slash)).matches()) {
            errors.add(FieldError.invalid(path, key, "prefix part " + SUBDOMAIN_WORDS));
        }
        if (name.isEmpty()) {
            errors.add(FieldError.invalid(path, key, "name part must be non-empty"));
        } else if (name.length() > 63) {
            errors.add(FieldError.invalid(path, key, "name part must be no more than 63 bytes"));
        }
        if (!QUALIFIED.matcher(name).matches()) {
            errors.add(FieldError.invalid(path, key, QUALIFIED_WORDS));
        }
        return errors;
    }

    private static void validateAnnotations(ObjectNode object, List<FieldError> errors) {
        if (!(Json.at(object, "metadata", "annotations") instanceof ObjectNode annotations)) {
            return;
        }
        long size = 0;
        for (var annotation : annotations.properties()) {
            errors.addAll(validateQualifiedName(
                    "metadata.annotations", annotation.getKey().toLowerCase(Locale.ROOT)));
            size += annotation.getKey().length()
                    + Json.text(annotation.getValue()).length();
        }
        if (size > LONGEST_ANNOTATIONS) {
            errors.add(FieldError.tooLong("metadata.annotations", LONGEST_ANNOTATIONS));
        }
    }

    private static void validateOwners(ObjectNode object, List<FieldError> errors) {
        String controller = "";
        for (JsonNode owner : Json.items(object, "metadata", "ownerReferences")) {
            for (String required : List.of("apiVersion", "kind", "name", "uid")) {
                if (Json.text(owner, required).isEmpty()) {
                    String field = "metadata.ownerReferences." + required;
                    errors.add(
                            required.equals("apiVersion")
                                    ? FieldError.invalid(field, "", "version must not be empty")
                                    : FieldError.invalid(field, "", "must not be empty"));
                }
            }
            if (Json.flag(owner, "controller")) {
                if (!controller.isEmpty()) {
                    errors.add(FieldError.invalid(
                            "metadata.ownerReferences",
                            Json.at(object, "metadata", "ownerReferences"),
                            "Only one reference can have Controller set to true. Found \"true\" in references for "
                                    + controller + " and " + Json.text(owner, "kind") + "/"
                                    + Json.text(owner, "name")));
                }
                controller = Json.text(owner, "kind") + "/" + Json.text(owner, "name");
            }
        }
    }

    /** Finalizers of built-in kinds need a prefix, with a few exceptions; those of custom resources do not. */
    private static void validateFinalizers(ResourceType type, ObjectNode object, List<FieldError> errors) {
        boolean prefixed = !type.custom() && !UNPREFIXED.contains(type.group());
        int index = 0;
        for (String finalizer : Json.texts(object, "metadata", "finalizers")) {
            String path = "metadata.finalizers[" + index++ + "]";
            errors.addAll(validateQualifiedName("metadata.finalizers", finalizer));
            if (prefixed && !finalizer.contains("/") && !STANDARD_FINALIZERS.contains(finalizer)) {
                errors.add(FieldError.invalid(
                        path, finalizer, "name is neither a standard finalizer name nor is it fully qualified"));
            }
        }
    }
}
