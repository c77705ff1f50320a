package dev.turnstile.embedded.client;

import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The events of one watch, in order, until the server ends it. */
public final class WatchStream implements AutoCloseable {
    private final BufferedReader lines;

    WatchStream(InputStream body) {
        this.lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }

    /** Waits for the next event; empty once the server has ended the watch. */
    public Optional<WatchEvent> next() {
        try {
            var line = lines.readLine();
            if (line == null) {
                return Optional.empty();
            }
            var event = Json.parse(line);
            return Optional.of(new WatchEvent(
                    WatchEvent.Type.valueOf(Json.text(event, "type")), (ObjectNode) event.path("object")));
        } catch (IOException e) {
            throw new UncheckedIOException("the watch broke: " + e, e);
        }
    }

    @Override
    public void close() {
        try {
            lines.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
