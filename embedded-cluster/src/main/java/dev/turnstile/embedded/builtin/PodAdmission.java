package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.ResourceStrategy.AdmittedWrite;
import dev.turnstile.embedded.json.Json;
import java.util.Comparator;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * What Kubernetes' compiled-in admission plug-ins set in a pod: the service account {@code default}, the value of its
 * priority class, tolerations of five minutes for failing nodes, the volume with the account's token (though no
 * container reads it), and what its runtime class and limit ranges state.
 */
final class PodAdmission {
    private static final GroupVersionResource PRIORITY_CLASSES =
            new GroupVersionResource("scheduling.k8s.io", "v1", "priorityclasses");
    private static final GroupVersionResource RUNTIME_CLASSES =
            new GroupVersionResource("node.k8s.io", "v1", "runtimeclasses");
    private static final GroupVersionResource ACCOUNTS = GroupVersionResource.core("serviceaccounts");
    private static final int PATIENCE_SECONDS = 300;

    private PodAdmission() {}

    static void admit(AdmittedWrite request) {
        var spec = Json.child(request.object(), "spec");
        if (request.old().isPresent()) {
            keepPriority(spec, request.old().get());
            tolerate(spec, "node.kubernetes.io/not-ready");
            tolerate(spec, "node.kubernetes.io/unreachable");
            return;
        }
        applyRuntimeClass(request, spec);
        LimitRanges.admit(request, spec);
        if (Json.text(spec, "serviceAccountName").isEmpty()) {
            spec.put("serviceAccountName", "default");
            spec.put("serviceAccount", "default");
        }
        mountToken(request, spec);
        givePriority(request, spec);
        tolerate(spec, "node.kubernetes.io/not-ready");
        tolerate(spec, "node.kubernetes.io/unreachable");
    }

    static void verify(AdmittedWrite request) {
        if (request.old().isEmpty()) {
            LimitRanges.verify(request, Json.child(request.object(), "spec"));
        }
    }

    private static void mountToken(AdmittedWrite request, ObjectNode spec) {
        var name = Json.text(spec, "serviceAccountName");
        var account = request.client().get(ACCOUNTS, request.namespace(), name);
        if (account.isEmpty() && !name.equals("default")) { // which a new namespace may not have yet
            throw forbidden(
                    request,
                    "error looking up service account " + request.namespace() + "/" + name + ": serviceaccount \""
                            + name + "\" not found");
        }
        var wanted = spec.path("automountServiceAccountToken")
                .asBoolean(account.map(found ->
                                found.path("automountServiceAccountToken").asBoolean(true))
                        .orElse(false));
        if (wanted) {
            TokenVolume.mount(spec);
        }
    }

    /** Adds the overhead and the node selection of the pod's runtime class. */
    private static void applyRuntimeClass(AdmittedWrite request, ObjectNode spec) {
        var name = Json.text(spec, "runtimeClassName");
        var runtimeClass = name.isEmpty()
                ? Json.object()
                : request.client()
                        .get(RUNTIME_CLASSES, "", name)
                        .orElseThrow(() -> forbidden(request, "pod rejected: RuntimeClass \"" + name + "\" not found"));
        var overhead = Json.at(runtimeClass, "overhead", "podFixed");
        if (overhead != null) {
            if (spec.has("overhead") && !spec.path("overhead").equals(overhead)) {
                throw forbidden(request, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
            }
            spec.set("overhead", overhead.deepCopy());
        } else if (!spec.path("overhead").isEmpty()) {
            throw forbidden(
                    request, "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
        }
        var scheduling = runtimeClass.path("scheduling");
        for (var label : scheduling.path("nodeSelector").properties()) {
            var selector = Json.child(spec, "nodeSelector");
            var own = selector.path(label.getKey());
            if (!own.isMissingNode() && !own.equals(label.getValue())) {
                throw forbidden(
                        request,
                        "conflict: runtimeClass.scheduling.nodeSelector[" + label.getKey() + "] = "
                                + label.getValue().asString("") + "; pod.spec.nodeSelector[" + label.getKey() + "] = "
                                + own.asString(""));
            }
            selector.set(label.getKey(), label.getValue());
        }
        for (var toleration : scheduling.path("tolerations")) {
            var tolerations = spec.withArrayProperty("tolerations");
            if (Json.items(tolerations).stream().noneMatch(toleration::equals)) {
                tolerations.add(toleration.deepCopy());
            }
        }
    }

    private static void keepPriority(ObjectNode spec, ObjectNode old) {
        for (var property : new String[] {"priority", "preemptionPolicy"}) {
            var before = Json.at(old, "spec", property);
            if (before != null && !spec.has(property)) {
                spec.set(property, before);
            }
        }
    }

    private static void givePriority(AdmittedWrite request, ObjectNode spec) {
        var name = Json.text(spec, "priorityClassName");
        var priorityClass = name.isEmpty()
                ? defaultClass(request.client())
                : Optional.of(request.client()
                        .get(PRIORITY_CLASSES, "", name)
                        .orElseThrow(() -> forbidden(request, "no PriorityClass with name " + name + " was found")));
        var priority =
                priorityClass.map(found -> (int) Json.number(found, 0, "value")).orElse(0);
        var policy = priorityClass
                .map(found -> Json.text(found, "preemptionPolicy"))
                .filter(text -> !text.isEmpty())
                .orElse("PreemptLowerPriority");
        if (spec.has("priority") && spec.path("priority").asInt(priority) != priority) {
            throw forbidden(
                    request,
                    "the integer value of priority (" + spec.path("priority").asInt(0)
                            + ") must not be provided in pod spec; priority admission controller computed " + priority
                            + " from the given PriorityClass name");
        }
        if (spec.has("preemptionPolicy") && !Json.text(spec, "preemptionPolicy").equals(policy)) {
            throw forbidden(
                    request,
                    "the string value of PreemptionPolicy (" + Json.text(spec, "preemptionPolicy")
                            + ") must not be provided in pod spec; priority admission controller computed " + policy
                            + " from the given PriorityClass name");
        }
        if (name.isEmpty()) {
            priorityClass.ifPresent(found -> spec.put("priorityClassName", Json.name(found)));
        }
        spec.put("priority", priority);
        spec.put("preemptionPolicy", policy);
    }

    /** The priority class marked as default; the one with the lowest value if a race created several. */
    private static Optional<ObjectNode> defaultClass(ClusterClient client) {
        return client.list(PRIORITY_CLASSES, "").items().stream()
                .filter(found -> Json.flag(found, "globalDefault"))
                .min(Comparator.comparingLong((ObjectNode found) -> Json.number(found, 0, "value"))
                        .thenComparing(Json::name));
    }

    private static ApiException forbidden(AdmittedWrite request, String why) {
        return ApiException.forbidden(request.type().groupResource(), Json.name(request.object()), why);
    }

    private static void tolerate(ObjectNode spec, String key) {
        for (var toleration : Json.items(spec, "tolerations")) {
            var concerned = Json.text(toleration, "key");
            var effect = Json.text(toleration, "effect");
            if ((concerned.equals(key) || concerned.isEmpty()) && (effect.equals("NoExecute") || effect.isEmpty())) {
                return;
            }
        }
        spec.withArrayProperty("tolerations")
                .addObject()
                .put("key", key)
                .put("operator", "Exists")
                .put("effect", "NoExecute")
                .put("tolerationSeconds", PATIENCE_SECONDS);
    }
}
