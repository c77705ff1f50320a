package dev.turnstile.manager.write;

import dev.turnstile.manager.inbound.Replicas;
import dev.turnstile.model.gate.PreemptionGates;
import dev.turnstile.model.kueue.GateState;
import dev.turnstile.model.kueue.PreemptionGate;
import dev.turnstile.model.kueue.PreemptionGateState;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.Label;
import dev.turnstile.vocabulary.PreemptionGateName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What is written to replicas. */
public final class ReplicaObjects {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ReplicaObjects() {}

    /** A replica to create, behind our gate from its first moment if asked for. */
    public static ObjectNode toCreate(ObjectKey key, Workload local, String origin, boolean gated) {
        ObjectNode replica = NODES.objectNode();
        replica.put("apiVersion", ApiNames.API_VERSION).put("kind", "Workload");
        ObjectNode metadata =
                replica.putObject("metadata").put("name", key.name()).put("namespace", key.namespace());
        metadata.putObject("labels").put(Label.MULTIKUEUE_ORIGIN.text(), origin);
        ObjectNode annotations = NODES.objectNode();
        Replicas.COPIED.stream().sorted().forEach(name -> {
            String value = Replicas.annotation(local, name);
            if (value != null) {
                annotations.put(name, value);
            }
        });
        String job = Absent.map(local.metadata().getLabels()).get(Label.JOB_UID.text());
        if (job != null) {
            annotations.put(Annotation.MULTIKUEUE_JOB_UID.text(), job);
        }
        if (!annotations.isEmpty()) {
            metadata.set("annotations", annotations);
        }
        List<PreemptionGate> gates =
                gated ? withOurs(local.spec().preemptionGates()) : local.spec().preemptionGates();
        replica.set("spec", KubernetesJson.tree(local.spec().withPreemptionGates(gates)));
        return replica;
    }

    private static List<PreemptionGate> withOurs(List<PreemptionGate> gates) {
        List<PreemptionGate> all = new ArrayList<>(gates);
        if (gates.stream().noneMatch(gate -> gate.name().equals(PreemptionGateName.MULTIKUEUE.text()))) {
            all.add(new PreemptionGate(PreemptionGateName.MULTIKUEUE.text()));
        }
        return all;
    }

    /** The fields that may change in place; the gates are not among them. */
    public static ObjectNode update(Workload local) {
        ObjectNode patch = NODES.objectNode();
        ObjectNode annotations = patch.putObject("metadata").putObject("annotations");
        Replicas.COPIED.stream().sorted().forEach(name -> annotations.put(name, Replicas.annotation(local, name)));
        ObjectNode wanted = KubernetesJson.tree(local.spec());
        ObjectNode spec = patch.putObject("spec");
        for (String field : List.of(
                "podSets", "priority", "priorityClassRef", "maximumExecutionTimeSeconds", "admissionConstraints")) {
            JsonNode value = wanted.get(field);
            spec.set(field, value == null ? NODES.nullNode() : value);
        }
        return patch;
    }

    /** Our gate opened or closed; the states of other gates as they are, since a merge patch replaces the list. */
    public static ObjectNode gate(Workload replica, GateState state, Instant at) {
        List<PreemptionGateState> states = PreemptionGates.set(
                PreemptionGates.complete(
                        replica.spec().preemptionGates(), replica.status().preemptionGates(), at),
                PreemptionGateName.MULTIKUEUE.text(),
                state,
                at);
        ObjectNode patch = NODES.objectNode();
        patch.putObject("status").set("preemptionGates", KubernetesJson.mapper().valueToTree(states));
        return patch;
    }

    /** Our gate added to those that are there. */
    public static ObjectNode gateAdded(Workload replica) {
        ObjectNode patch = NODES.objectNode();
        patch.putObject("spec")
                .set(
                        "preemptionGates",
                        KubernetesJson.mapper()
                                .valueToTree(withOurs(replica.spec().preemptionGates())));
        return patch;
    }
}
