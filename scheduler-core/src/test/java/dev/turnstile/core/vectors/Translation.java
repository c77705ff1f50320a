package dev.turnstile.core.vectors;

import dev.turnstile.core.cycle.LocalQueue;
import dev.turnstile.core.hierarchy.BorrowWithinCohort;
import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.Cohort;
import dev.turnstile.core.hierarchy.FlavorFungibility;
import dev.turnstile.core.hierarchy.FlavorFungibility.Preference;
import dev.turnstile.core.hierarchy.FlavorFungibility.WhenUsable;
import dev.turnstile.core.hierarchy.FlavorQuotas;
import dev.turnstile.core.hierarchy.PreemptionPolicy;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.hierarchy.QueueingStrategy;
import dev.turnstile.core.hierarchy.Quota;
import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.hierarchy.ResourceGroup;
import dev.turnstile.core.hierarchy.Taint;
import dev.turnstile.core.resource.Requests;
import dev.turnstile.core.workload.AdmissionConstraints;
import dev.turnstile.core.workload.LabelSelector;
import dev.turnstile.core.workload.NodeDemands;
import dev.turnstile.core.workload.NodeSelectorRequirement;
import dev.turnstile.core.workload.NodeSelectorTerm;
import dev.turnstile.core.workload.PodSet;
import dev.turnstile.core.workload.PreemptionGate;
import dev.turnstile.core.workload.Requeue;
import dev.turnstile.core.workload.Toleration;
import dev.turnstile.core.workload.Toleration.Effect;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Turns the JSON of {@code kueue.x-k8s.io/v1beta2} into the core's views, as far as stories use it. */
final class Translation {

    private Translation() {}

    static ResourceFlavor flavor(JsonNode object) {
        JsonNode spec = object.path("spec");
        List<Taint> taints = new ArrayList<>();
        for (JsonNode taint : spec.path("nodeTaints")) {
            taints.add(new Taint(text(taint, "key"), text(taint, "value"), effect(text(taint, "effect"))));
        }
        return new ResourceFlavor(
                name(object), strings(spec.path("nodeLabels")), taints, tolerations(spec.path("tolerations")));
    }

    static Cohort cohort(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new Cohort(
                name(object), optional(spec, "parentName"), groups(spec.path("resourceGroups")), weight(spec));
    }

    static ClusterQueue clusterQueue(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new ClusterQueue(
                name(object),
                optional(spec, "cohortName"),
                groups(spec.path("resourceGroups")),
                text(spec, "queueingStrategy").equals("StrictFIFO")
                        ? QueueingStrategy.STRICT_FIFO
                        : QueueingStrategy.BEST_EFFORT_FIFO,
                preemption(spec.path("preemption")),
                fungibility(spec.path("flavorFungibility")),
                spec.has("namespaceSelector") ? LabelSelector.EVERYTHING : null,
                weight(spec),
                stopped(spec));
    }

    static LocalQueue localQueue(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new LocalQueue(
                text(object.path("metadata"), "namespace"), name(object), text(spec, "clusterQueue"), stopped(spec));
    }

    static Workload workload(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode metadata = object.path("metadata");
        List<PodSet> podSets = new ArrayList<>();
        for (JsonNode podSet : spec.path("podSets")) {
            podSets.add(podSet(podSet));
        }
        List<PreemptionGate> gates = new ArrayList<>();
        for (JsonNode gate : spec.path("preemptionGates")) {
            gates.add(new PreemptionGate(text(gate, "name"), false));
        }
        JsonNode annotations = metadata.path("annotations");
        return new Workload(
                new WorkloadKey(text(metadata, "namespace"), name(object)),
                text(metadata, "uid"),
                text(spec, "queueName"),
                spec.path("priority").asInt(0),
                Instant.parse(text(metadata, "creationTimestamp")),
                spec.path("active").asBoolean(true),
                false,
                podSets,
                gates,
                new AdmissionConstraints(
                        text(annotations, "kueue.x-k8s.io/cannot-preempt").equals("true"),
                        text(annotations, "kueue.x-k8s.io/cannot-borrow").equals("true")),
                Requeue.NOW,
                null,
                null);
    }

    private static PodSet podSet(JsonNode podSet) {
        JsonNode pod = podSet.path("template").path("spec");
        Map<String, Long> requests = new HashMap<>();
        for (JsonNode container : pod.path("containers")) {
            container
                    .path("resources")
                    .path("requests")
                    .properties()
                    .forEach(request ->
                            requests.merge(request.getKey(), amount(request.getKey(), request.getValue()), Long::sum));
        }
        return new PodSet(
                text(podSet, "name"),
                podSet.path("count").asInt(1),
                podSet.has("minCount") ? podSet.path("minCount").asInt() : null,
                Requests.of(requests),
                new NodeDemands(
                        strings(pod.path("nodeSelector")),
                        terms(pod.path("affinity")
                                .path("nodeAffinity")
                                .path("requiredDuringSchedulingIgnoredDuringExecution")
                                .path("nodeSelectorTerms")),
                        tolerations(pod.path("tolerations"))));
    }

    private static List<NodeSelectorTerm> terms(JsonNode terms) {
        List<NodeSelectorTerm> all = new ArrayList<>();
        for (JsonNode term : terms) {
            List<NodeSelectorRequirement> requirements = new ArrayList<>();
            for (JsonNode requirement : term.path("matchExpressions")) {
                List<String> values = new ArrayList<>();
                requirement.path("values").forEach(value -> values.add(value.asString()));
                requirements.add(new NodeSelectorRequirement(
                        text(requirement, "key"), operator(text(requirement, "operator")), values));
            }
            all.add(new NodeSelectorTerm(requirements));
        }
        return all;
    }

    private static NodeSelectorRequirement.Operator operator(String name) {
        return switch (name) {
            case "In" -> NodeSelectorRequirement.Operator.IN;
            case "NotIn" -> NodeSelectorRequirement.Operator.NOT_IN;
            case "Exists" -> NodeSelectorRequirement.Operator.EXISTS;
            case "DoesNotExist" -> NodeSelectorRequirement.Operator.DOES_NOT_EXIST;
            case "Gt" -> NodeSelectorRequirement.Operator.GREATER_THAN;
            case "Lt" -> NodeSelectorRequirement.Operator.LESS_THAN;
            default -> throw new IllegalArgumentException("unknown node selector operator " + name);
        };
    }

    private static List<Toleration> tolerations(JsonNode tolerations) {
        List<Toleration> all = new ArrayList<>();
        for (JsonNode toleration : tolerations) {
            String effect = text(toleration, "effect");
            all.add(new Toleration(
                    text(toleration, "key"),
                    text(toleration, "operator").equals("Exists")
                            ? Toleration.Operator.EXISTS
                            : Toleration.Operator.EQUAL,
                    text(toleration, "value"),
                    effect.isEmpty() ? null : effect(effect)));
        }
        return all;
    }

    private static Effect effect(String name) {
        return switch (name) {
            case "NoSchedule" -> Effect.NO_SCHEDULE;
            case "PreferNoSchedule" -> Effect.PREFER_NO_SCHEDULE;
            case "NoExecute" -> Effect.NO_EXECUTE;
            default -> throw new IllegalArgumentException("unknown taint effect " + name);
        };
    }

    private static List<ResourceGroup> groups(JsonNode groups) {
        List<ResourceGroup> all = new ArrayList<>();
        for (JsonNode group : groups) {
            List<String> covered = new ArrayList<>();
            group.path("coveredResources").forEach(resource -> covered.add(resource.asString()));
            List<FlavorQuotas> flavors = new ArrayList<>();
            for (JsonNode flavor : group.path("flavors")) {
                Map<String, Quota> quotas = new HashMap<>();
                for (JsonNode resource : flavor.path("resources")) {
                    String name = text(resource, "name");
                    quotas.put(
                            name,
                            new Quota(
                                    amount(name, resource.path("nominalQuota")),
                                    limit(name, resource, "borrowingLimit"),
                                    limit(name, resource, "lendingLimit")));
                }
                flavors.add(new FlavorQuotas(text(flavor, "name"), quotas));
            }
            all.add(new ResourceGroup(covered, flavors));
        }
        return all;
    }

    private static @Nullable Long limit(String resource, JsonNode quota, String field) {
        return quota.has(field) ? amount(resource, quota.path(field)) : null;
    }

    private static PreemptionPolicy preemption(JsonNode preemption) {
        JsonNode borrow = preemption.path("borrowWithinCohort");
        return new PreemptionPolicy(
                candidates(text(preemption, "withinClusterQueue")),
                candidates(text(preemption, "reclaimWithinCohort")),
                new BorrowWithinCohort(
                        text(borrow, "policy").equals("LowerPriority"),
                        borrow.has("maxPriorityThreshold")
                                ? borrow.path("maxPriorityThreshold").asInt()
                                : null));
    }

    private static Candidates candidates(String policy) {
        return switch (policy) {
            case "", "Never" -> Candidates.NEVER;
            case "LowerPriority" -> Candidates.LOWER_PRIORITY;
            case "LowerOrNewerEqualPriority" -> Candidates.LOWER_OR_NEWER_EQUAL_PRIORITY;
            case "Any" -> Candidates.ANY;
            default -> throw new IllegalArgumentException("unknown preemption policy " + policy);
        };
    }

    private static FlavorFungibility fungibility(JsonNode fungibility) {
        return new FlavorFungibility(
                text(fungibility, "whenCanBorrow").equals("TryNextFlavor")
                        ? WhenUsable.TRY_NEXT_FLAVOR
                        : WhenUsable.MAY_STOP_SEARCH,
                text(fungibility, "whenCanPreempt").equals("MayStopSearch")
                        ? WhenUsable.MAY_STOP_SEARCH
                        : WhenUsable.TRY_NEXT_FLAVOR,
                text(fungibility, "preference").equals("PreemptionOverBorrowing")
                        ? Preference.PREEMPTION_OVER_BORROWING
                        : Preference.BORROWING_OVER_PREEMPTION);
    }

    private static long weight(JsonNode spec) {
        JsonNode weight = spec.path("fairSharing").path("weight");
        return weight.isMissingNode()
                ? ClusterQueue.DEFAULT_WEIGHT
                : quantity(weight.asString()).movePointRight(3).longValueExact();
    }

    private static boolean stopped(JsonNode spec) {
        String policy = text(spec, "stopPolicy");
        return !policy.isEmpty() && !policy.equals("None");
    }

    private static long amount(String resource, JsonNode value) {
        BigDecimal quantity = quantity(value.asString());
        return (resource.equals("cpu") ? quantity.movePointRight(3) : quantity).longValueExact();
    }

    private static BigDecimal quantity(String text) {
        if (text.endsWith("m")) {
            return new BigDecimal(text.substring(0, text.length() - 1)).movePointLeft(3);
        }
        if (text.endsWith("Gi")) {
            return new BigDecimal(text.substring(0, text.length() - 2)).multiply(BigDecimal.valueOf(1L << 30));
        }
        return new BigDecimal(text);
    }

    private static String name(JsonNode object) {
        return text(object.path("metadata"), "name");
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }

    private static @Nullable String optional(JsonNode node, String field) {
        String value = text(node, field);
        return value.isEmpty() ? null : value;
    }

    private static Map<String, String> strings(JsonNode object) {
        Map<String, String> all = new HashMap<>();
        object.properties()
                .forEach(entry -> all.put(entry.getKey(), entry.getValue().asString()));
        return all;
    }
}
