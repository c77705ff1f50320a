package dev.turnstile.worker;

import dev.turnstile.service.observe.RoleLabels;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What a scrape of a worker's metrics says. */
final class Scrape {
    private Scrape() {}

    static String of(WorkerRuntime worker) {
        RoleLabels registry = new RoleLabels();
        registry.askForRole(worker::role);
        registry.register(worker.metrics());
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(text, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString(StandardCharsets.UTF_8);
    }
}
