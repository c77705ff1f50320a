package dev.turnstile.playground.endurance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Memory and threads of each service while it works. Flat means: the median of the last third of the time is not much
 * above that of the first. A process that has just started is left out.
 */
final class Vitals implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(3);
    private static final Duration WARM = Duration.ofSeconds(25);
    private static final double MEMORY_GROWTH = 1.25;
    private static final double MEMORY_SLACK = 20;
    private static final double THREAD_GROWTH = 1.2;
    private static final double THREAD_SLACK = 8;

    private record Sample(double seconds, double megabytes, double threads) {}

    private final Map<String, ServiceProcess> services;
    private final Map<String, List<Sample>> samples = new LinkedHashMap<>();
    private final long begun = System.nanoTime();
    private volatile boolean closed;

    Vitals(Map<String, ServiceProcess> services) {
        this.services = services;
        Thread.ofVirtual().name("vitals").start(this::watch);
    }

    private void watch() {
        while (!closed) {
            Pause.of(INTERVAL);
            double now = (System.nanoTime() - begun) / 1e9;
            services.forEach((name, service) -> service.vitals(WARM)
                    .ifPresent(vitals -> add(name, new Sample(now, vitals.megabytes(), vitals.threads()))));
        }
    }

    private synchronized void add(String name, Sample sample) {
        samples.computeIfAbsent(name, unseen -> new ArrayList<>()).add(sample);
    }

    @Override
    public void close() {
        closed = true;
    }

    /** One line for each service. */
    synchronized List<String> figures() {
        List<String> lines = new ArrayList<>();
        services.forEach((name, service) -> lines.add(String.format(
                Locale.ROOT,
                "%s: memory %s MB, threads %s, peak %.0f MB, CPU %.0f s",
                name,
                thirds(name, true),
                thirds(name, false),
                service.peakMegabytes(),
                service.cpu().toMillis() / 1e3)));
        return lines;
    }

    private String thirds(String name, boolean memory) {
        return String.format(Locale.ROOT, "%.0f then %.0f", median(name, memory, 0), median(name, memory, 2));
    }

    /** Services that grow. */
    synchronized List<String> violations() {
        List<String> found = new ArrayList<>();
        for (String name : services.keySet()) {
            if (median(name, true, 2) > median(name, true, 0) * MEMORY_GROWTH + MEMORY_SLACK) {
                found.add("memory grows: " + name + ", " + thirds(name, true) + " MB");
            }
            if (median(name, false, 2) > median(name, false, 0) * THREAD_GROWTH + THREAD_SLACK) {
                found.add("threads grow: " + name + ", " + thirds(name, false));
            }
        }
        return found;
    }

    /** Of one third of the time; not a number where the service was never warm then. */
    private double median(String name, boolean memory, int third) {
        double end = (System.nanoTime() - begun) / 1e9;
        List<Double> values = samples.getOrDefault(name, List.of()).stream()
                .filter(sample -> (int) (3 * sample.seconds() / end) == third)
                .map(sample -> memory ? sample.megabytes() : sample.threads())
                .sorted()
                .toList();
        return values.isEmpty() ? Double.NaN : values.get(values.size() / 2);
    }
}
