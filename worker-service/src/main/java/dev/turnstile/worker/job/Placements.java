package dev.turnstile.worker.job;

import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.AdmissionCheckState;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Where the pods of an admitted Workload go: the labels and tolerations of its flavors, and what its checks add. */
public final class Placements {
    private final Store<ResourceFlavor> flavors;

    /** Looks flavors up there. */
    public Placements(Store<ResourceFlavor> flavors) {
        this.flavors = flavors;
    }

    /** One placement per pod set, or null where a flavor is not there. */
    public @Nullable List<Integration.Placement> of(Workload workload) {
        Admission admission = workload.status().admission();
        if (admission == null) {
            return null;
        }
        List<Integration.Placement> placements = new ArrayList<>();
        for (PodSetAssignment podSet : admission.podSetAssignments()) {
            ObjectNode selector = JsonNodeFactory.instance.objectNode();
            List<ObjectNode> tolerations = new ArrayList<>();
            Set<String> names = new LinkedHashSet<>(podSet.flavors().values());
            for (String name : names) {
                ResourceFlavor flavor = flavors.get(ObjectKey.of(name));
                if (flavor == null) {
                    return null;
                }
                flavor.spec().nodeLabels().forEach(selector::put);
                add(tolerations, flavor.spec().tolerations());
            }
            for (AdmissionCheckState check : workload.status().admissionChecks()) {
                for (PodSetUpdate update : check.podSetUpdates()) {
                    if (update.name().equals(podSet.name())) {
                        update.nodeSelector().forEach(selector::put);
                        add(tolerations, update.tolerations());
                    }
                }
            }
            Integer count = podSet.count();
            placements.add(new Integration.Placement(podSet.name(), count == null ? 0 : count, selector, tolerations));
        }
        return placements;
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
