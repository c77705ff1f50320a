package dev.turnstile.worker.metrics;

import io.prometheus.metrics.model.snapshots.Labels;
import java.util.List;

/** The label that every series has. */
final class Roles {
    private static final String LABEL = "replica_role";

    private Roles() {}

    static Labels labels(Family family, List<String> values, String role) {
        return Labels.of(family.labels(), values).add(LABEL, role);
    }
}
