package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import java.util.List;
import java.util.Map;

/**
 * What a check wants added to the pods of a pod set.
 *
 * @param name the pod set
 * @param labels labels
 * @param annotations annotations
 * @param nodeSelector node labels to select
 * @param tolerations tolerations
 */
public record PodSetUpdate(
        String name,
        Map<String, String> labels,
        Map<String, String> annotations,
        Map<String, String> nodeSelector,
        List<Toleration> tolerations) {
    /** Fills in what the JSON left out. */
    public PodSetUpdate {
        labels = Absent.map(labels);
        annotations = Absent.map(annotations);
        nodeSelector = Absent.map(nodeSelector);
        tolerations = Absent.list(tolerations);
    }
}
