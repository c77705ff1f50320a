package dev.turnstile.embedded.admission;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Whether a webhook, a policy or a binding applies to a request: by its resource, its namespace and its object. */
final class RequestMatch {

    /** The configuration of admission is exempt from admission, so that a broken webhook or policy can be deleted. */
    private static final Set<String> EXEMPT = Set.of(
            "validatingwebhookconfigurations",
            "mutatingwebhookconfigurations",
            "validatingadmissionpolicies",
            "validatingadmissionpolicybindings");

    private RequestMatch() {}

    static boolean isExempt(AdmissionRequest request) {
        return request.resource().group().equals("admissionregistration.k8s.io")
                && EXEMPT.contains(request.resource().resource());
    }

    /** By the {@code rules} and selectors of a webhook. */
    static boolean matchesRules(JsonNode webhook, AdmissionRequest request, AdmissionConfiguration configuration) {
        return anyRule(webhook.path("rules"), request)
                && matchesNamespace(webhook.path("namespaceSelector"), request, configuration)
                && matchesObject(webhook.path("objectSelector"), request);
    }

    /**
     * By a policy's {@code matchConstraints} or a binding's {@code matchResources}; without rules, they match every
     * resource.
     */
    static boolean matchesResources(JsonNode match, AdmissionRequest request, AdmissionConfiguration configuration) {
        boolean included = match.path("resourceRules").isEmpty() || anyRule(match.path("resourceRules"), request);
        return included
                && !anyRule(match.path("excludeResourceRules"), request)
                && matchesNamespace(match.path("namespaceSelector"), request, configuration)
                && matchesObject(match.path("objectSelector"), request);
    }

    private static boolean anyRule(JsonNode rules, AdmissionRequest request) {
        for (JsonNode rule : rules) {
            if (contains(rule.path("apiGroups"), request.resource().group())
                    && contains(rule.path("apiVersions"), request.resource().version())
                    && contains(rule.path("operations"), request.operation().name())
                    && containsResource(rule.path("resources"), request)
                    && fitsScope(rule.path("scope").asString("*"), request)
                    && (rule.path("resourceNames").isEmpty() || contains(rule.path("resourceNames"), request.name()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean contains(JsonNode list, String wanted) {
        for (JsonNode item : list) {
            String stated = item.asString("");
            if (stated.equals("*") || stated.equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    private static boolean containsResource(JsonNode list, AdmissionRequest request) {
        for (JsonNode item : list) {
            String stated = item.asString("");
            int slash = stated.indexOf('/');
            String resource = slash < 0 ? stated : stated.substring(0, slash);
            String subresource = slash < 0 ? "" : stated.substring(slash + 1);
            boolean fits =
                    resource.equals("*") || resource.equals(request.resource().resource());
            if (fits && (subresource.equals("*") || subresource.equals(request.subresource()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean fitsScope(String scope, AdmissionRequest request) {
        boolean namespaced = !request.namespace().isEmpty() && !isNamespace(request);
        return switch (scope) {
            case "Namespaced" -> namespaced;
            case "Cluster" -> !namespaced;
            default -> true;
        };
    }

    static boolean isNamespace(AdmissionRequest request) {
        return request.resource().resource().equals("namespaces")
                && request.resource().group().isEmpty();
    }

    private static boolean matchesNamespace(
            JsonNode selector, AdmissionRequest request, AdmissionConfiguration configuration) {
        if (selector.isEmpty() || request.namespace().isEmpty()) {
            return true;
        }
        ObjectNode itself = isNamespace(request) ? request.object() : null;
        Optional<ObjectNode> namespace =
                itself != null ? Optional.of(itself) : configuration.namespace(request.namespace());
        return LabelMatch.matches(selector, labels(namespace.orElse(null)));
    }

    private static boolean matchesObject(JsonNode selector, AdmissionRequest request) {
        return selector.isEmpty()
                || (request.object() != null && LabelMatch.matches(selector, labels(request.object())))
                || (request.oldObject() != null && LabelMatch.matches(selector, labels(request.oldObject())));
    }

    private static JsonNode labels(@Nullable ObjectNode object) {
        return object == null
                ? MissingNode.getInstance()
                : object.path("metadata").path("labels");
    }
}
