package dev.turnstile.embedded.admission;

import dev.turnstile.cel.CelFailureException;
import dev.turnstile.embedded.admission.Condition.ConditionFailedException;
import dev.turnstile.embedded.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Evaluates the validating admission policies for one request. All are evaluated before a denial is thrown; warnings
 * are collected.
 */
final class PolicyCheck {

    private static final int MAX_MESSAGE_BYTES = 5 * 1024;

    private final AdmissionConfiguration configuration;
    private final AdmissionRequest request;
    private final List<String> warnings;
    private @Nullable Denial first;

    private record Denial(String reason, String message) {}

    /** Reason and message of a validation that failed. */
    private record Refusal(String reason, String message) {}

    /** A binding or its parameters cannot be used. */
    private static final class UnusableBindingException extends Exception {
        private static final long serialVersionUID = 1L;

        UnusableBindingException(String message) {
            super(message);
        }
    }

    PolicyCheck(AdmissionConfiguration configuration, AdmissionRequest request, List<String> warnings) {
        this.configuration = configuration;
        this.request = request;
        this.warnings = warnings;
    }

    void check(List<CompiledPolicy> policies, List<ObjectNode> bindings) throws AdmissionDeniedException {
        for (CompiledPolicy policy : policies) {
            JsonNode constraints = policy.policy().path("spec").path("matchConstraints");
            if (!RequestMatch.matchesResources(constraints, request, configuration)) {
                continue;
            }
            for (ObjectNode binding : bindings) {
                JsonNode spec = binding.path("spec");
                if (spec.path("policyName").asString("").equals(policy.name())
                        && RequestMatch.matchesResources(spec.path("matchResources"), request, configuration)) {
                    check(policy, binding);
                }
            }
        }
        if (first != null) {
            throw Denials.byPolicy(request, first.reason(), first.message(), warnings);
        }
    }

    private void check(CompiledPolicy policy, ObjectNode binding) {
        String bindingName = binding.path("metadata").path("name").asString("");
        String introduction =
                "ValidatingAdmissionPolicy '" + policy.name() + "' with binding '" + bindingName + "' denied request: ";
        List<Refusal> refusals = new ArrayList<>();
        try {
            for (@Nullable ObjectNode parameter : parameters(policy, binding)) {
                refusals.addAll(refusals(policy, parameter));
            }
        } catch (UnusableBindingException e) {
            if (!policy.failsOpen()) {
                deny("Invalid", introduction + "failed to configure binding: " + e.getMessage());
            }
            return;
        }
        for (Refusal refusal : refusals) {
            for (JsonNode action : binding.path("spec").path("validationActions")) {
                switch (action.asString("")) {
                    case "Deny" -> deny(refusal.reason(), introduction + refusal.message());
                    case "Warn" ->
                        warnings.add("Validation failed for ValidatingAdmissionPolicy '" + policy.name()
                                + "' with binding '" + bindingName + "': " + refusal.message());
                    default -> {
                        // Audit: there is no audit log here that could take it
                    }
                }
            }
        }
    }

    private void deny(String reason, String message) {
        if (first == null) {
            first = new Denial(reason, message);
        }
    }

    /**
     * The parameter objects to evaluate the policy with; a single null if the policy or the binding has no parameters.
     */
    private List<@Nullable ObjectNode> parameters(CompiledPolicy policy, ObjectNode binding)
            throws UnusableBindingException {
        JsonNode kind = policy.policy().path("spec").path("paramKind");
        JsonNode reference = binding.path("spec").path("paramRef");
        List<@Nullable ObjectNode> found = new ArrayList<>();
        if (!kind.isObject() || !reference.isObject()) {
            found.add(null);
            return found;
        }
        GroupVersionKind wanted = GroupVersionKind.of(
                kind.path("apiVersion").asString(""), kind.path("kind").asString(""));
        if (configuration.schema(wanted).isEmpty()) {
            throw new UnusableBindingException("failed to find resource referenced by paramKind: '"
                    + wanted.apiVersion() + ", Kind=" + wanted.kind() + "'");
        }
        String stated = reference.path("namespace").asString("");
        String namespace = stated.isEmpty() ? request.namespace() : stated;
        String name = reference.path("name").asString("");
        for (ObjectNode candidate : configuration.objects(wanted, namespace)) {
            boolean fits = name.isEmpty()
                    ? LabelMatch.matches(
                            reference.path("selector"),
                            candidate.path("metadata").path("labels"))
                    : candidate.path("metadata").path("name").asString("").equals(name);
            if (fits) {
                found.add(candidate);
            }
        }
        if (found.isEmpty()
                && reference.path("parameterNotFoundAction").asString("Deny").equals("Deny")) {
            throw new UnusableBindingException(
                    "no params found for policy binding with `Deny` parameterNotFoundAction");
        }
        return found;
    }

    private List<Refusal> refusals(CompiledPolicy policy, @Nullable ObjectNode parameter) {
        if (!policy.errors().isEmpty()) {
            return broken(
                    policy, "compilation error: " + policy.errors().getFirst().detail());
        }
        Map<String, Object> values = new HashMap<>(RequestVariables.values(request, configuration));
        values.put("params", RequestVariables.view(parameter));
        values.put("variables", new PolicyVariables(policy.variables(), values));
        try {
            if (!Condition.allTrue(policy.conditions(), values)) {
                return List.of();
            }
        } catch (ConditionFailedException e) {
            return broken(policy, String.valueOf(e.getMessage()));
        }
        List<Refusal> refusals = new ArrayList<>();
        for (CompiledPolicy.Validation validation : policy.validations()) {
            try {
                if (!validation.expression().evaluate(values).equals(true)) {
                    refusals.add(new Refusal(validation.reason(), message(validation, values)));
                }
            } catch (CelFailureException e) {
                refusals.addAll(broken(
                        policy, "expression '" + validation.source() + "' resulted in error: " + e.getMessage()));
            }
        }
        return refusals;
    }

    private static List<Refusal> broken(CompiledPolicy policy, String message) {
        return policy.failsOpen() ? List.of() : List.of(new Refusal("Invalid", message));
    }

    private static String message(CompiledPolicy.Validation validation, Map<String, Object> values) {
        if (validation.messageExpression() != null) {
            try {
                String text = validation
                        .messageExpression()
                        .evaluate(values)
                        .toString()
                        .strip();
                boolean fit = !text.isEmpty()
                        && text.indexOf('\n') < 0
                        && text.getBytes(StandardCharsets.UTF_8).length <= MAX_MESSAGE_BYTES;
                if (fit) {
                    return text;
                }
            } catch (CelFailureException e) {
                // Kubernetes shows the fixed message then
                return fixedMessage(validation);
            }
        }
        return fixedMessage(validation);
    }

    private static String fixedMessage(CompiledPolicy.Validation validation) {
        return validation.message().isEmpty() ? "failed expression: " + validation.source() : validation.message();
    }
}
