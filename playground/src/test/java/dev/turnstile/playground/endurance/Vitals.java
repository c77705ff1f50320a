package dev.turnstile.playground.endurance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Memory and threads of each service. Flat means two things: while it works, the median of the last third of the
 * samples is not much above that of the first, where a process that has just started is left out; and what is left on
 * the heap after a collection, at rest in the end, is not much more than at rest in the beginning.
 */
final class Vitals implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(3);
    /** After a process was ready first. */
    private static final Duration WARM = Duration.ofSeconds(15);

    private final Map<String, ServiceProcess> services;
    private final Map<String, Growth> growth = new LinkedHashMap<>();
    private volatile boolean closed;
    private volatile @Nullable String failure;

    /** Begins, while the services are at rest. */
    Vitals(Map<String, ServiceProcess> services) {
        this.services = services;
        services.forEach((name, service) -> growth.put(name, new Growth(service.liveMegabytes())));
        Thread.ofVirtual()
                .name("vitals")
                .uncaughtExceptionHandler((thread, e) -> failure = e.toString())
                .start(this::watch);
    }

    private void watch() {
        while (!closed) {
            Pause.of(INTERVAL);
            services.forEach((name, service) -> service.vitals(WARM).ifPresent(growth(name)::sample));
        }
    }

    private Growth growth(String name) {
        return Optional.ofNullable(growth.get(name)).orElseThrow();
    }

    @Override
    public void close() {
        closed = true;
    }

    /** Ends, while the services are at rest again: the figures, one line for each service, and who grows. */
    List<String> end(List<String> wrong) {
        close();
        if (failure != null) {
            wrong.add("no more figures were taken after " + failure);
        }
        List<String> lines = new ArrayList<>();
        services.forEach((name, service) -> {
            Growth.Report report = growth(name).report(service.liveMegabytes());
            lines.add(String.format(
                    Locale.ROOT,
                    "%s: %s, peak %.0f MB, CPU %.0f s",
                    name,
                    report.figures(),
                    service.peakMegabytes(),
                    service.cpu().toMillis() / 1e3));
            report.violations().forEach(each -> wrong.add(name + ": " + each));
        });
        return lines;
    }
}
