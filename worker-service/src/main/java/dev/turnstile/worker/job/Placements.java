package dev.turnstile.worker.job;

import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.AdmissionCheckState;
import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.PodSetAssignment;
import dev.turnstile.model.kueue.PodSetUpdate;
import dev.turnstile.model.kueue.ResourceFlavor;
import dev.turnstile.model.kueue.Toleration;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Where the pods of an admitted Workload go: the labels and tolerations of its flavors, and what its checks add. */
public final class Placements {
    private final Store<ResourceFlavor> flavors;

    /** What was found. */
    public sealed interface Found {
        /** One placement per pod set. */
        record Places(List<Integration.Placement> places) implements Found {}

        /** A flavor is not there; when it comes, the job is looked at again. */
        record NotYet(String flavor) implements Found {}

        /** What is asked for cannot be done, and never will. */
        record Contradiction(String message) implements Found {}
    }

    /** Two that cannot both be had. */
    private static final class ContradictionException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ContradictionException(String message) {
            super(message);
        }
    }

    /** Looks flavors up there. */
    public Placements(Store<ResourceFlavor> flavors) {
        this.flavors = flavors;
    }

    /** One placement per pod set, or why there is none. */
    public Found of(Workload workload) {
        Admission admission = workload.status().admission();
        if (admission == null) {
            return new Found.Places(List.of());
        }
        List<Integration.Placement> places = new ArrayList<>();
        try {
            for (PodSetAssignment podSet : admission.podSetAssignments()) {
                Integer count = podSet.count();
                Integration.Placement place = Integration.Placement.nowhere(podSet.name(), count == null ? 0 : count);
                Set<String> names = new LinkedHashSet<>(podSet.flavors().values());
                for (String name : names) {
                    ResourceFlavor flavor = flavors.get(ObjectKey.of(name));
                    if (flavor == null) {
                        return new Found.NotYet(name);
                    }
                    flavor.spec().nodeLabels().forEach(place.nodeSelector()::put);
                    add(place.tolerations(), flavor.spec().tolerations());
                }
                for (AdmissionCheckState check : workload.status().admissionChecks()) {
                    for (PodSetUpdate update : check.podSetUpdates()) {
                        if (update.name().equals(podSet.name())) {
                            add(place, template(workload, podSet.name()), check.name(), update);
                        }
                    }
                }
                places.add(place);
            }
        } catch (ContradictionException e) {
            return new Found.Contradiction(String.valueOf(e.getMessage()));
        }
        return new Found.Places(places);
    }

    private static JsonNode template(Workload workload, String podSet) {
        return workload.spec().podSets().stream()
                .filter(made -> made.name().equals(podSet))
                .findFirst()
                .<JsonNode>map(PodSet::template)
                .orElseGet(MissingNode::getInstance);
    }

    private static void add(Integration.Placement place, JsonNode template, String check, PodSetUpdate update) {
        JsonNode metadata = template.path("metadata");
        add(place.labels(), metadata.path("labels"), check, "labels", update.labels());
        add(place.annotations(), metadata.path("annotations"), check, "annotations", update.annotations());
        add(
                place.nodeSelector(),
                template.path("spec").path("nodeSelector"),
                check,
                "nodeSelector",
                update.nodeSelector());
        add(place.tolerations(), update.tolerations());
    }

    private static void add(
            ObjectNode known, JsonNode ofTheUser, String check, String field, Map<String, String> more) {
        more.forEach((key, value) -> {
            JsonNode before = known.has(key) ? known.path(key) : ofTheUser.path(key);
            if (!before.isMissingNode() && !before.asString().equals(value)) {
                throw new ContradictionException(
                        ("in admission check \"%s\": invalid admission check PodSetUpdate: conflict for %s: conflict"
                                        + " for key=%s, value1=%s, value2=%s")
                                .formatted(check, field, key, before.asString(), value));
            }
            known.put(key, value);
        });
    }

    private static void add(List<ObjectNode> tolerations, List<Toleration> more) {
        for (Toleration toleration : more) {
            ObjectNode node = KubernetesJson.tree(toleration);
            if (!tolerations.contains(node)) {
                tolerations.add(node);
            }
        }
    }
}
