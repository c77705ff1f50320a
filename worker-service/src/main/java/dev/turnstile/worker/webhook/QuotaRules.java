package dev.turnstile.worker.webhook;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What CEL cannot say of a ClusterQueue or Cohort within its budget; {@code docs/validation-rules.md} says why. */
record QuotaRules() implements Decision {
    private static final int LONGEST_NAME = 63;
    private static final int LONGEST_PREFIX = 253;
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final Pattern PREFIX =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final String NAME_RULE = "name part must consist of alphanumeric characters, '-', '_' or '.', and"
            + " must start and end with an alphanumeric character, in at most 63 characters";
    private static final String PREFIX_RULE = "prefix part must be a lowercase RFC 1123 subdomain";
    private static final String VALUE_RULE = "a valid label must be an empty string or consist of alphanumeric"
            + " characters, '-', '_' or '.', and must start and end with an alphanumeric character, in at most 63"
            + " characters";

    @Override
    public Verdict of(AdmissionRequest request) {
        ObjectNode object = request.object();
        JsonNode spec = object.path("spec");
        List<FieldRefusal> refusals = new ArrayList<>();
        Set<String> flavors = flavors(spec.path("resourceGroups"), refusals);
        checks(spec.path("admissionChecksStrategy").path("admissionChecks"), flavors, refusals);
        selector(spec.path("namespaceSelector"), refusals);
        return Verdict.of(refusals);
    }

    private static Set<String> flavors(JsonNode groups, List<FieldRefusal> refusals) {
        Set<String> seen = new LinkedHashSet<>();
        int group = 0;
        for (JsonNode each : groups) {
            int flavor = 0;
            for (JsonNode quotas : each.path("flavors")) {
                String name = quotas.path("name").asString("");
                if (!seen.add(name)) {
                    refusals.add(FieldRefusal.duplicate(
                            "spec.resourceGroups[" + group + "].flavors[" + flavor + "].name", name));
                }
                flavor++;
            }
            group++;
        }
        return seen;
    }

    private static void checks(JsonNode checks, Set<String> flavors, List<FieldRefusal> refusals) {
        int check = 0;
        for (JsonNode each : checks) {
            int place = 0;
            for (JsonNode flavor : each.path("onFlavors")) {
                if (!flavors.contains(flavor.asString(""))) {
                    refusals.add(FieldRefusal.unsupported(
                            "spec.admissionChecksStrategy.admissionChecks[" + check + "].onFlavors[" + place + "]",
                            flavor.asString(""),
                            List.copyOf(flavors)));
                }
                place++;
            }
            check++;
        }
    }

    private static void selector(JsonNode selector, List<FieldRefusal> refusals) {
        String at = "spec.namespaceSelector.";
        for (Map.Entry<String, JsonNode> label : selector.path("matchLabels").properties()) {
            key(at + "matchLabels", label.getKey(), refusals);
            value(at + "matchLabels", label.getValue().asString(""), refusals);
        }
        int expression = 0;
        for (JsonNode each : selector.path("matchExpressions")) {
            String place = at + "matchExpressions[" + expression + "]";
            key(place + ".key", each.path("key").asString(""), refusals);
            int value = 0;
            for (JsonNode wanted : each.path("values")) {
                value(place + ".values[" + value + "]", wanted.asString(""), refusals);
                value++;
            }
            expression++;
        }
    }

    private static void key(String field, String key, List<FieldRefusal> refusals) {
        int slash = key.indexOf('/');
        String prefix = slash < 0 ? "" : key.substring(0, slash);
        String name = slash < 0 ? key : key.substring(slash + 1);
        if (slash >= 0
                && (prefix.length() > LONGEST_PREFIX || !PREFIX.matcher(prefix).matches())) {
            refusals.add(FieldRefusal.invalid(field, key, PREFIX_RULE));
        }
        if (name.length() > LONGEST_NAME || !NAME.matcher(name).matches()) {
            refusals.add(FieldRefusal.invalid(field, key, NAME_RULE));
        }
    }

    private static void value(String field, String value, List<FieldRefusal> refusals) {
        if (!value.isEmpty()
                && (value.length() > LONGEST_NAME || !NAME.matcher(value).matches())) {
            refusals.add(FieldRefusal.invalid(field, value, VALUE_RULE));
        }
    }
}
