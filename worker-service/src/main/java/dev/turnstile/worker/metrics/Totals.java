package dev.turnstile.worker.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How often something happened. */
final class Totals implements Growing {
    private static final String TOTAL = "_total";

    private final Family family;
    private final boolean besideLevels;
    private final Map<List<String>, LongAdder> series = new ConcurrentHashMap<>();

    private Totals(Family family, boolean besideLevels) {
        this.family = family;
        this.besideLevels = besideLevels;
    }

    /** Counts under the family's name with {@code _total} behind it. */
    static Totals of(Family family) {
        return new Totals(family, false);
    }

    /** The same where the name without {@code _total} is a gauge's: two types of one name cannot be distinguished. */
    static Totals besideLevels(Family family) {
        return new Totals(family, true);
    }

    void add(long count, String... values) {
        series.computeIfAbsent(family.series(values), key -> new LongAdder()).add(count);
    }

    @Override
    public MetricSnapshot snapshot() {
        if (besideLevels) {
            UnknownSnapshot.Builder unknown =
                    UnknownSnapshot.builder().name(family.name() + TOTAL).help(family.help());
            series.forEach((values, count) -> unknown.dataPoint(UnknownSnapshot.UnknownDataPointSnapshot.builder()
                    .labels(Labels.of(family.labels(), values))
                    .value(count.doubleValue())
                    .build()));
            return unknown.build();
        }
        CounterSnapshot.Builder counter =
                CounterSnapshot.builder().name(family.name()).help(family.help());
        series.forEach((values, count) -> counter.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                .labels(Labels.of(family.labels(), values))
                .value(count.doubleValue())
                .build()));
        return counter.build();
    }

    @Override
    public void forget(List<String> names, List<String> values) {
        series.keySet().removeIf(key -> family.names(key, names, values));
    }
}
