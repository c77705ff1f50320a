package dev.turnstile.embedded.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Validates a CRD itself: names, versions, non-structural schemas, rules that do not compile. */
public final class CrdValidation {

    private static final Pattern LABEL = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final String LABEL_RULE =
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic"
                + " character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for"
                + " validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
    private static final Set<String> COLUMN_TYPES = Set.of("integer", "number", "string", "boolean", "date");

    private CrdValidation() {}

    /** Sets the defaults of a CRD: {@code singular}, {@code listKind} and the conversion strategy. */
    public static void applyDefaults(ObjectNode definition) {
        if (!(definition.get("spec") instanceof ObjectNode spec)) {
            return;
        }
        if (spec.get("names") instanceof ObjectNode names) {
            String kind = names.path("kind").asString("");
            if (!kind.isEmpty() && names.path("singular").asString("").isEmpty()) {
                names.put("singular", kind.toLowerCase(Locale.ROOT));
            }
            if (!kind.isEmpty() && names.path("listKind").asString("").isEmpty()) {
                names.put("listKind", kind + "List");
            }
        }
        if (!spec.hasNonNull("conversion")) {
            spec.putObject("conversion").put("strategy", "None");
        }
    }

    /** @param old the stored definition on an update, null on a create */
    public static List<FieldError> validate(ObjectNode definition, @Nullable ObjectNode old) {
        List<FieldError> errors = new ArrayList<>();
        JsonNode spec = definition.path("spec");
        Path place = Path.ROOT.field("spec");
        String required = spec.path("names").path("plural").asString("") + "."
                + spec.path("group").asString("");
        String name = definition.path("metadata").path("name").asString("");
        if (!name.equals(required)) {
            errors.add(FieldError.invalid("metadata.name", name, "must be spec.names.plural+\".\"+spec.group"));
        }
        checkGroup(spec.path("group").asString(""), place.field("group"), errors);
        checkScope(spec.path("scope").asString(""), place.field("scope"), errors);
        checkVersions(spec.path("versions"), place, errors);
        checkNames(spec.path("names"), place.field("names"), errors);
        if (spec.path("preserveUnknownFields").asBoolean(false)) {
            errors.add(FieldError.invalid(
                    "spec.preserveUnknownFields",
                    true,
                    "cannot set to true, set x-preserve-unknown-fields to true in spec.versions[*].schema instead"));
        }
        if (old != null) {
            checkUpdate(spec, old, errors);
        }
        return errors;
    }

    private static void checkGroup(String group, Path place, List<FieldError> errors) {
        if (group.isEmpty()) {
            errors.add(FieldError.required(place.toString(), ""));
        } else if (group.length() > 253 || !SUBDOMAIN.matcher(group).matches()) {
            errors.add(FieldError.invalid(
                    place.toString(),
                    group,
                    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',"
                        + " and must start and end with an alphanumeric character (e.g. 'example.com', regex used for"
                        + " validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"));
        } else if (group.indexOf('.') < 0) {
            errors.add(FieldError.invalid(place.toString(), group, "should be a domain with at least one dot"));
        }
    }

    private static void checkScope(String scope, Path place, List<FieldError> errors) {
        if (scope.isEmpty()) {
            errors.add(FieldError.required(place.toString(), ""));
        } else if (!scope.equals("Cluster") && !scope.equals("Namespaced")) {
            errors.add(FieldError.notSupported(place.toString(), scope, List.of("Cluster", "Namespaced")));
        }
    }

    private static void checkVersions(JsonNode versions, Path spec, List<FieldError> errors) {
        Path place = spec.field("versions");
        Set<String> names = new HashSet<>();
        int storage = 0;
        int position = 0;
        for (JsonNode version : versions) {
            String name = version.path("name").asString("");
            if (!names.add(name)) {
                errors.add(FieldError.invalid(place.toString(), versions, "must contain unique version names"));
            }
            if (!LABEL.matcher(name).matches()) {
                errors.add(FieldError.invalid(place.item(position).field("name").toString(), name, LABEL_RULE));
            }
            storage += version.path("storage").asBoolean(false) ? 1 : 0;
            position++;
        }
        if (storage != 1) {
            errors.add(FieldError.invalid(
                    place.toString(), versions, "must have exactly one version marked as storage version"));
        }
        // Kubernetes stores once what all versions have in common, and reports errors there.
        boolean sameSchema = allSame(versions, "schema");
        boolean sameColumns = allSame(versions, "additionalPrinterColumns");
        boolean sameSubresources = allSame(versions, "subresources");
        for (int i = 0; i < versions.size(); i++) {
            JsonNode version = versions.get(i);
            if (i == 0 || !sameSchema) {
                Path at = sameSchema ? spec.field("validation") : place.item(i).field("schema");
                checkSchema(
                        version.path("schema").path("openAPIV3Schema"),
                        at.field("openAPIV3Schema"),
                        place.item(i).field("schema").field("openAPIV3Schema"),
                        errors);
            }
            if (i == 0 || !sameColumns) {
                Path at = sameColumns ? spec : place.item(i);
                checkColumns(version.path("additionalPrinterColumns"), at.field("additionalPrinterColumns"), errors);
            }
            if (i == 0 || !sameSubresources) {
                Path at = sameSubresources ? spec : place.item(i);
                checkSubresources(version.path("subresources"), at.field("subresources"), errors);
            }
        }
    }

    private static boolean allSame(JsonNode versions, String field) {
        for (JsonNode version : versions) {
            if (!JsonEquality.same(version.path(field), versions.path(0).path(field))) {
                return false;
            }
        }
        return true;
    }

    private static void checkSchema(JsonNode schema, Path at, Path ofVersion, List<FieldError> errors) {
        if (schema.isObject()) {
            CrdSchemaCheck.check(schema, at, errors);
        } else {
            errors.add(FieldError.required(ofVersion.toString(), ""));
        }
    }

    private static void checkColumns(JsonNode columns, Path place, List<FieldError> errors) {
        int position = 0;
        for (JsonNode column : columns) {
            Path at = place.item(position++);
            for (String field : List.of("name", "type", "jsonPath")) {
                if (column.path(field).asString("").isEmpty()) {
                    errors.add(FieldError.required(
                            at.field(field.equals("jsonPath") ? "JSONPath" : field)
                                    .toString(),
                            ""));
                }
            }
            String type = column.path("type").asString("");
            if (!type.isEmpty() && !COLUMN_TYPES.contains(type)) {
                errors.add(FieldError.invalid(
                        at.field("type").toString(), type, "must be one of boolean,date,integer,number,string"));
            }
        }
    }

    private static void checkSubresources(JsonNode subresources, Path place, List<FieldError> errors) {
        JsonNode scale = subresources.path("scale");
        if (scale.isObject()) {
            Path at = place.field("scale");
            checkScalePath(scale.path("specReplicasPath").asString(""), ".spec.", at.field("specReplicasPath"), errors);
            checkScalePath(
                    scale.path("statusReplicasPath").asString(""), ".status.", at.field("statusReplicasPath"), errors);
        }
    }

    private static void checkScalePath(String path, String start, Path place, List<FieldError> errors) {
        if (path.isEmpty()) {
            errors.add(FieldError.required(place.toString(), ""));
        } else if (!path.startsWith(start)) {
            errors.add(FieldError.invalid(
                    place.toString(), path, "should be a json path under " + start.substring(0, start.length() - 1)));
        }
    }

    private static void checkNames(JsonNode names, Path place, List<FieldError> errors) {
        for (String field : List.of("plural", "singular", "kind", "listKind")) {
            if (names.path(field).asString("").isEmpty()) {
                errors.add(FieldError.required(place.field(field).toString(), ""));
            }
        }
        for (String field : List.of("plural", "singular")) {
            checkLabel(names.path(field), "", place.field(field), errors);
        }
        for (String field : List.of("kind", "listKind")) {
            checkLabel(
                    names.path(field), "may have mixed case, but should otherwise match: ", place.field(field), errors);
        }
        for (String field : List.of("shortNames", "categories")) {
            int position = 0;
            for (JsonNode name : names.path(field)) {
                checkLabel(name, "", place.field(field).item(position++), errors);
            }
        }
        String kind = names.path("kind").asString("");
        if (!kind.isEmpty() && kind.equals(names.path("listKind").asString(""))) {
            errors.add(FieldError.invalid(
                    place.field("listKind").toString(), kind, "kind and listKind may not be the same"));
        }
    }

    private static void checkLabel(JsonNode stated, String introduction, Path place, List<FieldError> errors) {
        String name = stated.asString("");
        String form = introduction.isEmpty() ? name : name.toLowerCase(Locale.ROOT);
        if (!name.isEmpty() && (name.length() > 63 || !LABEL.matcher(form).matches())) {
            errors.add(FieldError.invalid(place.toString(), name, introduction + LABEL_RULE));
        }
    }

    private static void checkUpdate(JsonNode spec, JsonNode old, List<FieldError> errors) {
        JsonNode oldSpec = old.path("spec");
        boolean established = old.path("status")
                .path("conditions")
                .valueStream()
                .anyMatch(condition -> condition.path("type").asString("").equals("Established")
                        && condition.path("status").asString("").equals("True"));
        if (established) {
            checkUnchanged(spec.path("scope"), oldSpec.path("scope"), "spec.scope", errors);
            checkUnchanged(
                    spec.path("names").path("kind"), oldSpec.path("names").path("kind"), "spec.names.kind", errors);
        }
        checkUnchanged(spec.path("group"), oldSpec.path("group"), "spec.group", errors);
        checkUnchanged(
                spec.path("names").path("plural"), oldSpec.path("names").path("plural"), "spec.names.plural", errors);
    }

    private static void checkUnchanged(JsonNode now, JsonNode before, String place, List<FieldError> errors) {
        if (!JsonEquality.same(now, before)) {
            errors.add(FieldError.invalid(place, now, "field is immutable"));
        }
    }
}
