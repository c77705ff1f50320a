package dev.turnstile.worker.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How long something took. */
final class Durations implements Growing {
    /** Waiting takes from a second to days. */
    static final double[] WAITS = {1, 2.5, 5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10240, 20480, 40960};

    /** Deciding takes from a tenth of a millisecond to seconds. */
    static final double[] DECISIONS = {0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};

    private final Family family;
    private final double[] bounds;
    private final Map<List<String>, Values> series = new ConcurrentHashMap<>();

    private static final class Values {
        private final long[] counts;
        private double sum;

        Values(int bounds) {
            counts = new long[bounds + 1];
        }

        synchronized void add(double[] bounds, double seconds) {
            int bucket = 0;
            while (bucket < bounds.length && seconds > bounds[bucket]) {
                bucket++;
            }
            counts[bucket]++;
            sum += seconds;
        }

        synchronized HistogramSnapshot.HistogramDataPointSnapshot.Builder read(double[] upperBounds) {
            return HistogramSnapshot.HistogramDataPointSnapshot.builder()
                    .classicHistogramBuckets(ClassicHistogramBuckets.of(upperBounds, counts.clone()))
                    .sum(sum);
        }
    }

    Durations(Family family, double[] bounds) {
        this.family = family;
        this.bounds = bounds.clone();
    }

    void add(Duration took, String... values) {
        double seconds = Math.max(0, took.toNanos() / 1e9);
        values(values).add(bounds, seconds);
    }

    /** Has a series before anything took any time. */
    void begin(String... values) {
        var _ = values(values);
    }

    private Values values(String... values) {
        return series.computeIfAbsent(family.series(values), key -> new Values(bounds.length));
    }

    @Override
    public MetricSnapshot snapshot() {
        double[] upperBounds = java.util.Arrays.copyOf(bounds, bounds.length + 1);
        upperBounds[bounds.length] = Double.POSITIVE_INFINITY;
        HistogramSnapshot.Builder histogram =
                HistogramSnapshot.builder().name(family.name()).help(family.help());
        series.forEach((labels, values) -> histogram.dataPoint(values.read(upperBounds)
                .labels(Labels.of(family.labels(), labels))
                .build()));
        return histogram.build();
    }

    @Override
    public void forget(List<String> names, List<String> values) {
        series.keySet().removeIf(key -> family.names(key, names, values));
    }
}
