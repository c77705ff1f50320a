package dev.turnstile.service.observe;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.registry.PrometheusScrapeRequest;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot.UnknownDataPointSnapshot;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The registry that is scraped: every series of ours says which role this instance has now. A role changes while
 * counters go on, so it is no label of the meters themselves.
 */
public final class RoleLabels extends PrometheusRegistry {
    private static final String LABEL = "replica_role";
    private static final String OURS = "kueue_";

    private volatile Supplier<String> role = () -> "follower";

    /** Asks there from now on: {@code standalone}, {@code leader} or {@code follower}. */
    public void askForRole(Supplier<String> newRole) {
        role = newRole;
    }

    @Override
    public MetricSnapshots scrape() {
        return labelled(super.scrape());
    }

    @Override
    public MetricSnapshots scrape(PrometheusScrapeRequest request) {
        return labelled(super.scrape(request));
    }

    @Override
    public MetricSnapshots scrape(Predicate<String> names) {
        return labelled(super.scrape(names));
    }

    @Override
    public MetricSnapshots scrape(Predicate<String> names, PrometheusScrapeRequest request) {
        return labelled(super.scrape(names, request));
    }

    private MetricSnapshots labelled(MetricSnapshots snapshots) {
        String now = role.get();
        return new MetricSnapshots(snapshots.stream()
                .map(snapshot -> snapshot.getMetadata().getPrometheusName().startsWith(OURS)
                        ? labelled(snapshot, now)
                        : snapshot)
                .toList());
    }

    /** Of what we have; anything else stays as it is. */
    private static MetricSnapshot labelled(MetricSnapshot snapshot, String role) {
        return switch (snapshot) {
            case CounterSnapshot counter -> labelled(counter, role);
            case GaugeSnapshot gauge -> labelled(gauge, role);
            case SummarySnapshot summary -> labelled(summary, role);
            case HistogramSnapshot histogram -> labelled(histogram, role);
            case InfoSnapshot info -> labelled(info, role);
            case UnknownSnapshot unknown -> labelled(unknown, role);
            case MetricSnapshot other -> other;
        };
    }

    private static CounterSnapshot labelled(CounterSnapshot counter, String role) {
        return new CounterSnapshot(
                counter.getMetadata(),
                counter.getDataPoints().stream()
                        .map(point -> new CounterDataPointSnapshot(
                                point.getValue(),
                                with(point.getLabels(), role),
                                point.getExemplar(),
                                point.getCreatedTimestampMillis()))
                        .toList());
    }

    private static GaugeSnapshot labelled(GaugeSnapshot gauge, String role) {
        return new GaugeSnapshot(
                gauge.getMetadata(),
                gauge.getDataPoints().stream()
                        .map(point -> new GaugeDataPointSnapshot(
                                point.getValue(), with(point.getLabels(), role), point.getExemplar()))
                        .toList());
    }

    private static SummarySnapshot labelled(SummarySnapshot summary, String role) {
        return new SummarySnapshot(
                summary.getMetadata(),
                summary.getDataPoints().stream()
                        .map(point -> new SummaryDataPointSnapshot(
                                point.getCount(),
                                point.getSum(),
                                point.getQuantiles(),
                                with(point.getLabels(), role),
                                point.getExemplars(),
                                point.getCreatedTimestampMillis()))
                        .toList());
    }

    private static HistogramSnapshot labelled(HistogramSnapshot histogram, String role) {
        return new HistogramSnapshot(
                histogram.isGaugeHistogram(),
                histogram.getMetadata(),
                histogram.getDataPoints().stream()
                        .map(point -> new HistogramDataPointSnapshot(
                                point.getClassicBuckets(),
                                point.getNativeSchema(),
                                point.getNativeZeroCount(),
                                point.getNativeZeroThreshold(),
                                point.getNativeBucketsForPositiveValues(),
                                point.getNativeBucketsForNegativeValues(),
                                point.getSum(),
                                with(point.getLabels(), role),
                                point.getExemplars(),
                                point.getCreatedTimestampMillis()))
                        .toList());
    }

    private static InfoSnapshot labelled(InfoSnapshot info, String role) {
        return new InfoSnapshot(
                info.getMetadata(),
                info.getDataPoints().stream()
                        .map(point -> new InfoDataPointSnapshot(with(point.getLabels(), role)))
                        .toList());
    }

    private static UnknownSnapshot labelled(UnknownSnapshot unknown, String role) {
        return new UnknownSnapshot(
                unknown.getMetadata(),
                unknown.getDataPoints().stream()
                        .map(point -> new UnknownDataPointSnapshot(
                                point.getValue(), with(point.getLabels(), role), point.getExemplar()))
                        .toList());
    }

    private static Labels with(Labels labels, String role) {
        return labels.contains(LABEL) ? labels : labels.add(LABEL, role);
    }
}
