package dev.turnstile.embedded.control.scheduler;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The scheduler's metrics under Kubernetes' names, in the text format of Prometheus. Histograms are updated on the
 * scheduler's thread and read on others.
 */
public final class SchedulerMetrics {
    private static final double FIRST_BUCKET_SECONDS = 0.00001;
    private static final double BUCKET_FACTOR = 1.5;
    private static final int BUCKETS = 20;

    private final Map<Series, Histogram> executions = new TreeMap<>();
    private PendingPods pending = new PendingPods(0, 0, 0, 0);

    private record Series(String plugin, String extensionPoint, String status) implements Comparable<Series> {
        @Override
        public int compareTo(Series other) {
            return label().compareTo(other.label());
        }

        String label() {
            return "extension_point=\"" + extensionPoint + "\",plugin=\"" + plugin + "\",status=\"" + status + "\"";
        }
    }

    private static final class Histogram {
        private final long[] buckets = new long[BUCKETS];
        private long count;
        private double sum;

        void record(double seconds) {
            count++;
            sum += seconds;
            var bound = FIRST_BUCKET_SECONDS;
            for (var i = 0; i < BUCKETS; i++) {
                if (seconds <= bound) {
                    buckets[i]++;
                }
                bound *= BUCKET_FACTOR;
            }
        }

        void write(String name, String labels, StringBuilder text) {
            var bound = FIRST_BUCKET_SECONDS;
            for (var bucket : buckets) {
                text.append(String.format(Locale.ROOT, "%s_bucket{%s,le=\"%.4g\"} %d%n", name, labels, bound, bucket));
                bound *= BUCKET_FACTOR;
            }
            text.append(name + "_bucket{" + labels + ",le=\"+Inf\"} " + count + "\n");
            text.append(name + "_sum{" + labels + "} " + sum + "\n");
            text.append(name + "_count{" + labels + "} " + count + "\n");
        }
    }

    synchronized void executed(String plugin, ExtensionPoint point, String status, long nanos) {
        executions
                .computeIfAbsent(new Series(plugin, point.title(), status), _ -> new Histogram())
                .record(nanos / 1e9);
    }

    synchronized void pending(PendingPods counts) {
        pending = counts;
    }

    public synchronized String text() {
        var text = new StringBuilder();
        head(text, "scheduler_pending_pods", "gauge", "Number of pending pods, by the queue type.");
        gauge(text, "active", pending.active());
        gauge(text, "backoff", pending.backoff());
        gauge(text, "gated", pending.gated());
        gauge(text, "unschedulable", pending.unschedulable());
        head(
                text,
                "scheduler_plugin_execution_duration_seconds",
                "histogram",
                "Duration for running a plugin at a specific extension point.");
        executions.forEach((series, histogram) ->
                histogram.write("scheduler_plugin_execution_duration_seconds", series.label(), text));
        return text.toString();
    }

    private static void head(StringBuilder text, String name, String type, String help) {
        text.append("# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n");
    }

    private static void gauge(StringBuilder text, String queue, int value) {
        text.append("scheduler_pending_pods{queue=\"" + queue + "\"} " + value + "\n");
    }
}
