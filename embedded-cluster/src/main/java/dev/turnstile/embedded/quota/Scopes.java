package dev.turnstile.embedded.quota;

import dev.turnstile.embedded.object.ApiObject;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Which pods a ResourceQuota is about. One without scopes is about everything; one with scopes about pods alone. */
final class Scopes {
    private Scopes() {}

    static boolean any(ApiObject quota) {
        return !quota.list("spec", "scopes").isEmpty()
                || !quota.list("spec", "scopeSelector", "matchExpressions").isEmpty();
    }

    static boolean match(ApiObject quota, ApiObject pod) {
        return quota.list("spec", "scopes").stream().allMatch(scope -> matches(scope.asString(""), "Exists", pod, null))
                && quota.list("spec", "scopeSelector", "matchExpressions").stream()
                        .allMatch(term -> matches(
                                term.path("scopeName").asString(""),
                                term.path("operator").asString(""),
                                pod,
                                term));
    }

    private static boolean matches(String scope, String operator, ApiObject pod, @Nullable JsonNode term) {
        return switch (scope) {
            case "Terminating" -> pod.number("spec", "activeDeadlineSeconds").isPresent();
            case "NotTerminating" -> pod.number("spec", "activeDeadlineSeconds").isEmpty();
            case "BestEffort" -> bestEffort(pod);
            case "NotBestEffort" -> !bestEffort(pod);
            case "CrossNamespacePodAffinity" -> crossesNamespaces(pod);
            case "PriorityClass" -> {
                String own = pod.text("spec", "priorityClassName");
                List<String> values = term == null
                        ? List.of()
                        : term.path("values")
                                .valueStream()
                                .map(value -> value.asString(""))
                                .toList();
                yield switch (operator) {
                    case "Exists" -> !own.isEmpty();
                    case "DoesNotExist" -> own.isEmpty();
                    case "In" -> values.contains(own);
                    case "NotIn" -> !values.contains(own);
                    default -> false;
                };
            }
            default -> false;
        };
    }

    private static boolean bestEffort(ApiObject pod) {
        return pod.text("status", "qosClass").equals("BestEffort");
    }

    private static boolean crossesNamespaces(ApiObject pod) {
        return Stream.of("podAffinity", "podAntiAffinity")
                .flatMap(kind -> Stream.concat(
                        pod.list("spec", "affinity", kind, "requiredDuringSchedulingIgnoredDuringExecution").stream(),
                        pod.list("spec", "affinity", kind, "preferredDuringSchedulingIgnoredDuringExecution").stream()
                                .map(weighted -> weighted.path("podAffinityTerm"))))
                .anyMatch(term -> !term.path("namespaces").isEmpty() || term.has("namespaceSelector"));
    }
}
