package dev.turnstile.embedded.builtin;

import static dev.turnstile.embedded.api.MetadataRules.NameRule.LABEL;
import static dev.turnstile.embedded.api.MetadataRules.NameRule.SUBDOMAIN;

import dev.turnstile.embedded.api.MetadataRules;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Validates the spec of a pod or a template, after defaults: the rules of Kubernetes that the users of Turnstile can
 * meet.
 */
final class PodValidation {
    private static final int LONGEST_DEADLINE = Integer.MAX_VALUE;
    private static final int LONGEST_SYSCTL = 253;
    private static final Pattern SYSCTL =
            Pattern.compile("([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?");

    private final List<FieldError> errors = new ArrayList<>();
    private final JsonNode spec;
    private final String path;

    private PodValidation(JsonNode spec, String path) {
        this.spec = spec;
        this.path = path;
    }

    static List<FieldError> create(ApiObject pod) {
        var errors = new ArrayList<>(spec(pod.at("spec"), "spec"));
        if (!pod.list("spec", "ephemeralContainers").isEmpty()) {
            errors.add(FieldError.forbidden("spec.ephemeralContainers", "cannot be set on create"));
        }
        if (!pod.text("spec", "nodeName").isEmpty()
                && !pod.list("spec", "schedulingGates").isEmpty()) {
            errors.add(
                    FieldError.forbidden("spec.nodeName", "cannot be set until all schedulingGates have been cleared"));
        }
        return errors;
    }

    /** Validates the spec of a pod or of a template. */
    static List<FieldError> spec(JsonNode spec, String path) {
        var validation = new PodValidation(spec, path);
        validation.check();
        return validation.errors;
    }

    /** Validates the metadata and the spec of a template. */
    static List<FieldError> template(JsonNode template, String path) {
        var errors = new ArrayList<FieldError>();
        errors.addAll(MetadataRules.validateLabels(Json.at(template, "metadata", "labels"), path + ".labels"));
        errors.addAll(spec(template.path("spec"), path + ".spec"));
        return errors;
    }

    private void check() {
        var containers = Json.items(spec, "containers");
        if (containers.isEmpty()) {
            errors.add(FieldError.required(path + ".containers", ""));
        }
        var volumes = volumes();
        var names = new HashSet<String>();
        containers(containers, "containers", names, volumes);
        containers(Json.items(spec, "initContainers"), "initContainers", names, volumes);
        oneOf("restartPolicy", List.of("Always", "OnFailure", "Never"));
        oneOf("dnsPolicy", List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"));
        errors.addAll(MetadataRules.validateLabels(Json.at(spec, "nodeSelector"), path + ".nodeSelector"));
        errors.addAll(SchedulingRules.affinity(spec.path("affinity"), path + ".affinity"));
        errors.addAll(SchedulingRules.gates(Json.items(spec, "schedulingGates"), path + ".schedulingGates"));
        errors.addAll(SchedulingRules.tolerations(Json.items(spec, "tolerations"), path + ".tolerations"));
        name("serviceAccountName", SUBDOMAIN);
        name("nodeName", SUBDOMAIN);
        name("priorityClassName", SUBDOMAIN);
        name("hostname", LABEL);
        name("subdomain", LABEL);
        deadline();
        hostnameOverride();
        sysctls();
    }

    private void hostnameOverride() {
        if (Json.text(spec, "hostnameOverride").isEmpty()) {
            return;
        }
        for (var other : List.of("setHostnameAsFQDN", "hostNetwork")) {
            if (Json.flag(spec, other)) {
                errors.add(FieldError.forbidden(
                        path + ".hostnameOverride", "may not be specified when " + other + " is true"));
            }
        }
        name("hostnameOverride", SUBDOMAIN);
    }

    private void sysctls() {
        var index = 0;
        for (var sysctl : Json.items(spec, "securityContext", "sysctls")) {
            var at = path + ".securityContext.sysctls[" + index++ + "].name";
            var name = Json.text(sysctl, "name");
            if (name.isEmpty()) {
                errors.add(FieldError.required(at, ""));
            } else if (!SYSCTL.matcher(name).matches() || name.length() > LONGEST_SYSCTL) {
                errors.add(FieldError.invalid(
                        at,
                        name,
                        "must have at most " + LONGEST_SYSCTL + " characters and match regex ^" + SYSCTL.pattern()
                                + "$"));
            }
        }
    }

    private void name(String property, MetadataRules.NameRule rule) {
        var value = Json.text(spec, property);
        if (!value.isEmpty()) {
            errors.addAll(MetadataRules.validateName(path + "." + property, value, rule));
        }
    }

    private void oneOf(String property, List<String> supported) {
        var value = Json.text(spec, property);
        if (!supported.contains(value)) {
            errors.add(FieldError.notSupported(path + "." + property, value, supported));
        }
    }

    private void deadline() {
        var deadline = Json.at(spec, "activeDeadlineSeconds");
        if (deadline != null && (deadline.asLong() < 1 || deadline.asLong() > LONGEST_DEADLINE)) {
            errors.add(FieldError.invalid(
                    path + ".activeDeadlineSeconds",
                    deadline,
                    "must be between 1 and " + LONGEST_DEADLINE + ", inclusive"));
        }
    }

    private Set<String> volumes() {
        var names = new HashSet<String>();
        var index = 0;
        for (var volume : Json.items(spec, "volumes")) {
            var at = path + ".volumes[" + index++ + "].name";
            var name = Json.text(volume, "name");
            if (name.isEmpty()) {
                errors.add(FieldError.required(at, ""));
            } else {
                errors.addAll(MetadataRules.validateName(at, name, LABEL));
                if (!names.add(name)) {
                    errors.add(FieldError.duplicate(at, name));
                }
            }
        }
        return names;
    }

    private void containers(List<JsonNode> containers, String list, Set<String> names, Set<String> volumes) {
        var index = 0;
        for (var container : containers) {
            var at = path + "." + list + "[" + index++ + "]";
            var name = Json.text(container, "name");
            if (name.isEmpty()) {
                errors.add(FieldError.required(at + ".name", ""));
            } else {
                errors.addAll(MetadataRules.validateName(at + ".name", name, LABEL));
                if (!names.add(name)) {
                    errors.add(FieldError.duplicate(at + ".name", name));
                }
            }
            if (Json.text(container, "image").isEmpty()) {
                errors.add(FieldError.required(at + ".image", ""));
            }
            pullPolicy(container, at);
            environment(container, at);
            mounts(container, at, volumes);
            errors.addAll(ResourceRules.requirements(container.path("resources"), at + ".resources"));
        }
    }

    private void pullPolicy(JsonNode container, String at) {
        var supported = List.of("Always", "IfNotPresent", "Never");
        var policy = Json.text(container, "imagePullPolicy");
        if (!supported.contains(policy)) {
            errors.add(FieldError.notSupported(at + ".imagePullPolicy", policy, supported));
        }
    }

    private void environment(JsonNode container, String at) {
        var index = 0;
        for (var variable : Json.items(container, "env")) {
            if (Json.text(variable, "name").isEmpty()) {
                errors.add(FieldError.required(at + ".env[" + index + "].name", ""));
            }
            index++;
        }
    }

    private void mounts(JsonNode container, String at, Set<String> volumes) {
        var index = 0;
        for (var mount : Json.items(container, "volumeMounts")) {
            var here = at + ".volumeMounts[" + index++ + "]";
            var name = Json.text(mount, "name");
            if (name.isEmpty()) {
                errors.add(FieldError.required(here + ".name", ""));
            } else if (!volumes.contains(name)) {
                errors.add(FieldError.notFound(here + ".name", name));
            }
            if (Json.text(mount, "mountPath").isEmpty()) {
                errors.add(FieldError.required(here + ".mountPath", ""));
            }
        }
    }
}
