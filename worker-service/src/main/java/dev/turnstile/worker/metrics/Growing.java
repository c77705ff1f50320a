package dev.turnstile.worker.metrics;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;

/** Series that grow while the process runs, until the queue that they are about is deleted. */
interface Growing {
    /** The series as they stand. */
    MetricSnapshot snapshot();

    /** Drops the series whose labels of these names have these values. */
    void forget(List<String> names, List<String> values);
}
