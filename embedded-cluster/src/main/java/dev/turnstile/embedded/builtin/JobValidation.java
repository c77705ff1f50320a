package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.LabelSelector;
import dev.turnstile.embedded.api.MetadataRules;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Validates Jobs, and which of their fields change. */
final class JobValidation {
    private static final int MOST_INDEXED_PODS = 100_000;
    private static final int LONGEST_MANAGER = 63;
    private static final String IMMUTABLE = "field is immutable";

    private JobValidation() {}

    static List<FieldError> job(ApiObject job) {
        var errors = new ArrayList<FieldError>();
        if (!job.flag("spec", "manualSelector")) {
            generatedLabels(job, errors);
        }
        spec(job.at("spec"), "spec", errors);
        selector(job, errors);
        if (isIndexed(job) && job.number(0, "spec", "completions") > 0) {
            var hostname = job.name() + "-" + (job.number(0, "spec", "completions") - 1);
            if (!MetadataRules.validateName("", hostname, MetadataRules.NameRule.LABEL)
                    .isEmpty()) {
                errors.add(FieldError.invalid(
                        "metadata.name",
                        job.name(),
                        "will not able to create pod with invalid DNS label: " + hostname));
            }
        }
        return errors;
    }

    private static void generatedLabels(ApiObject job, List<FieldError> errors) {
        label(job, "controller-uid", job.uid(), errors);
        label(job, "job-name", job.name(), errors);
        label(job, "batch.kubernetes.io/controller-uid", job.uid(), errors);
        label(job, "batch.kubernetes.io/job-name", job.name(), errors);
        var expected = Map.of(
                "controller-uid", job.uid(),
                "batch.kubernetes.io/controller-uid", job.uid(),
                "job-name", job.name(),
                "batch.kubernetes.io/job-name", job.name());
        if (!LabelSelector.of(job.at("spec", "selector")).matches(expected)) {
            errors.add(
                    FieldError.invalid("spec.selector", job.at("spec", "selector"), "`selector` not auto-generated"));
        }
    }

    private static void label(ApiObject job, String label, String value, List<FieldError> errors) {
        var labels = job.at("spec", "template", "metadata", "labels");
        var path = "spec.template.metadata.labels[" + label + "]";
        if (!labels.has(label)) {
            errors.add(FieldError.required(path, "must be '" + value + "'"));
        } else if (!Json.text(labels, label).equals(value)) {
            errors.add(FieldError.invalid(path, labels, "must be '" + value + "'"));
        }
    }

    private static void selector(ApiObject job, List<FieldError> errors) {
        if (!job.at("spec", "selector").isObject()) {
            errors.add(FieldError.required("spec.selector", ""));
            return;
        }
        var labels = new TreeMap<String, String>(job.texts("spec", "template", "metadata", "labels"));
        if (!LabelSelector.of(job.at("spec", "selector")).matches(labels)) {
            errors.add(FieldError.invalid(
                    "spec.template.metadata.labels",
                    job.at("spec", "template", "metadata", "labels"),
                    "`selector` does not match template `labels`"));
        }
    }

    /** Validates the spec of a Job, or of the Jobs that a CronJob creates. */
    static void spec(JsonNode spec, String path, List<FieldError> errors) {
        for (var number : List.of(
                "parallelism",
                "completions",
                "activeDeadlineSeconds",
                "backoffLimit",
                "ttlSecondsAfterFinished",
                "backoffLimitPerIndex",
                "maxFailedIndexes")) {
            var value = spec.path(number);
            if (value.isNumber() && value.asLong() < 0) {
                errors.add(FieldError.invalid(path + "." + number, value, "must be greater than or equal to 0"));
            }
        }
        manager(Json.text(spec, "managedBy"), path + ".managedBy", errors);
        completionMode(spec, path, errors);
        var policies = spec.has("podFailurePolicy") ? List.of("Failed") : List.of("Failed", "TerminatingOrFailed");
        var policy = Json.text(spec, "podReplacementPolicy");
        if (!policy.isEmpty() && !policies.contains(policy)) {
            errors.add(FieldError.notSupported(path + ".podReplacementPolicy", policy, policies));
        }
        errors.addAll(PodValidation.template(spec.path("template"), path + ".template"));
        restartPolicy(spec, path + ".template.spec.restartPolicy", errors);
    }

    private static void manager(String manager, String path, List<FieldError> errors) {
        if (manager.isEmpty()) {
            return;
        }
        var slash = manager.indexOf('/');
        if (slash <= 0 || slash == manager.length() - 1) {
            errors.add(FieldError.invalid(path, manager, "must be a domain-prefixed path (such as \"acme.io/foo\")"));
        } else {
            errors.addAll(
                    MetadataRules.validateName(path, manager.substring(0, slash), MetadataRules.NameRule.SUBDOMAIN));
        }
        if (manager.length() > LONGEST_MANAGER) {
            errors.add(FieldError.tooLong(path, LONGEST_MANAGER));
        }
    }

    private static void completionMode(JsonNode spec, String path, List<FieldError> errors) {
        switch (Json.text(spec, "completionMode")) {
            case "Indexed" -> {
                if (!spec.has("completions")) {
                    errors.add(FieldError.required(path + ".completions", "when completion mode is Indexed"));
                }
                if (spec.path("parallelism").asInt(0) > MOST_INDEXED_PODS) {
                    errors.add(FieldError.invalid(
                            path + ".parallelism",
                            spec.path("parallelism"),
                            "must be less than or equal to " + MOST_INDEXED_PODS + " when completion mode is Indexed"));
                }
                if (spec.has("maxFailedIndexes") && !spec.has("backoffLimitPerIndex")) {
                    errors.add(
                            FieldError.required(path + ".backoffLimitPerIndex", "when maxFailedIndexes is specified"));
                }
            }
            case "NonIndexed" -> {
                for (var property : List.of("backoffLimitPerIndex", "maxFailedIndexes", "successPolicy")) {
                    if (spec.has(property)) {
                        errors.add(FieldError.invalid(
                                path + "." + property, spec.path(property), "requires indexed completion mode"));
                    }
                }
            }
            default ->
                errors.add(FieldError.notSupported(
                        path + ".completionMode", Json.text(spec, "completionMode"), List.of("NonIndexed", "Indexed")));
        }
    }

    private static void restartPolicy(JsonNode spec, String path, List<FieldError> errors) {
        switch (Json.text(spec, "template", "spec", "restartPolicy")) {
            case "Never" -> {}
            case "OnFailure" -> {
                if (spec.has("podFailurePolicy")) {
                    errors.add(FieldError.invalid(
                            path, "OnFailure", "only \"Never\" is supported when podFailurePolicy is specified"));
                }
            }
            case "", "Always" -> errors.add(FieldError.required(path, "valid values: \"OnFailure\", \"Never\""));
            case String other -> errors.add(FieldError.notSupported(path, other, List.of("OnFailure", "Never")));
        }
    }

    static List<FieldError> update(ApiObject job, ApiObject old) {
        var errors = new ArrayList<>(job(job));
        completions(job, old, errors);
        immutable(job, old, "selector", errors);
        errors.addAll(template(job, old));
        for (var property :
                List.of("completionMode", "podFailurePolicy", "backoffLimitPerIndex", "managedBy", "successPolicy")) {
            immutable(job, old, property, errors);
        }
        return errors;
    }

    private static void completions(ApiObject job, ApiObject old, List<FieldError> errors) {
        if (!isIndexed(job)) {
            immutable(job, old, "completions", errors);
        } else if (!job.at("spec", "completions").equals(old.at("spec", "completions"))
                && !job.at("spec", "completions").equals(job.at("spec", "parallelism"))) {
            errors.add(FieldError.invalid(
                    "spec.completions",
                    job.at("spec", "completions"),
                    "can only be modified in tandem with spec.parallelism"));
        }
    }

    private static void immutable(ApiObject job, ApiObject old, String property, List<FieldError> errors) {
        var value = job.at("spec", property);
        if (!value.equals(old.at("spec", property))) {
            errors.add(FieldError.invalid("spec." + property, value.isMissingNode() ? null : value, IMMUTABLE));
        }
    }

    /**
     * The template of a suspended Job without pods may change in the fields that decide where pods run and which
     * resources they request: labels, annotations, node selector, node affinity, tolerations, scheduling gates,
     * containers' resources.
     */
    private static List<FieldError> template(ApiObject job, ApiObject old) {
        if (!(job.at("spec", "template") instanceof ObjectNode template)
                || !(old.at("spec", "template") instanceof ObjectNode oldTemplate)) {
            return List.of();
        }
        var isStopped = (old.time("status", "startTime").isEmpty() || old.isConditionTrue("Suspended"))
                && old.number(0, "status", "active") == 0;
        if (!old.flag("spec", "suspend") || !isStopped) {
            return template.equals(oldTemplate)
                    ? List.of()
                    : List.of(FieldError.invalid("spec.template", template, IMMUTABLE));
        }
        var expected = oldTemplate.deepCopy();
        takeOver(template, expected);
        var spec = template.path("spec");
        return spec.equals(expected.path("spec"))
                ? List.of()
                : List.of(FieldError.invalid("spec.template.spec", spec, IMMUTABLE));
    }

    private static void takeOver(ObjectNode template, ObjectNode expected) {
        var from = (ObjectNode) template.path("spec");
        var to = (ObjectNode) expected.path("spec");
        for (var property : List.of("nodeSelector", "tolerations", "schedulingGates")) {
            copy(from, to, property);
        }
        var affinity = Json.child(to, "affinity");
        if (from.path("affinity") instanceof ObjectNode given) {
            copy(given, affinity, "nodeAffinity");
        } else {
            affinity.remove("nodeAffinity");
        }
        if (affinity.isEmpty() && !from.path("affinity").isObject()) {
            to.remove("affinity");
        }
        for (var list : List.of("containers", "initContainers")) {
            var containers = Json.items(from, list);
            var oldContainers = Json.items(to, list);
            for (var i = 0; i < Math.min(containers.size(), oldContainers.size()); i++) {
                if (Json.text(containers.get(i), "name").equals(Json.text(oldContainers.get(i), "name"))) {
                    copy((ObjectNode) containers.get(i), (ObjectNode) oldContainers.get(i), "resources");
                }
            }
        }
    }

    private static void copy(ObjectNode from, ObjectNode to, String property) {
        if (from.has(property)) {
            to.set(property, from.path(property).deepCopy());
        } else {
            to.remove(property);
        }
    }

    static boolean isIndexed(ApiObject job) {
        return job.text("spec", "completionMode").equals("Indexed");
    }
}
