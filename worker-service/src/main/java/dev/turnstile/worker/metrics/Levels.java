package dev.turnstile.worker.metrics;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How much of something there is; made for one scrape. */
final class Levels {
    private static final String INFO = "_info";

    private final Family family;
    private final Map<List<String>, Double> series = new LinkedHashMap<>();

    Levels(String name, String help, String... labels) {
        family = Family.of(name, help, labels);
    }

    void set(double value, String... values) {
        series.put(family.series(values), value);
    }

    void add(double value, String... values) {
        series.merge(family.series(values), value, Double::sum);
    }

    void atMost(double value, String... values) {
        series.merge(family.series(values), value, Math::min);
    }

    MetricSnapshot snapshot() {
        if (family.name().endsWith(INFO)) {
            InfoSnapshot.Builder info = InfoSnapshot.builder()
                    .name(family.name().substring(0, family.name().length() - INFO.length()))
                    .help(family.help());
            series.keySet()
                    .forEach(values -> info.dataPoint(InfoSnapshot.InfoDataPointSnapshot.builder()
                            .labels(Labels.of(family.labels(), values))
                            .build()));
            return info.build();
        }
        GaugeSnapshot.Builder gauge =
                GaugeSnapshot.builder().name(family.name()).help(family.help());
        series.forEach((values, value) -> gauge.dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                .labels(Labels.of(family.labels(), values))
                .value(value)
                .build()));
        return gauge.build();
    }
}
