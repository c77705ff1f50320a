package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import java.util.List;

/**
 * The clusters of a MultiKueueConfig.
 *
 * @param clusters names of MultiKueueClusters, preferred ones first
 */
public record MultiKueueConfigSpec(List<String> clusters) {
    /** No cluster, as in an object without a spec. */
    public static final MultiKueueConfigSpec EMPTY = new MultiKueueConfigSpec(List.of());

    /** Fills in what the JSON left out. */
    public MultiKueueConfigSpec {
        clusters = Absent.list(clusters);
    }
}
