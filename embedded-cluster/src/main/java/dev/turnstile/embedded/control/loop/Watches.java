package dev.turnstile.embedded.control.loop;

import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.Selectors;
import dev.turnstile.embedded.api.WatchEvent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The watches of one controller; each posts its events to the controller's loop. */
public final class Watches implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Watches.class.getName());

    private final ClusterClient client;
    private final ControlLoop loop;
    private final List<AutoCloseable> open = new ArrayList<>();

    public Watches(ClusterClient client, ControlLoop loop) {
        this.client = client;
        this.loop = loop;
    }

    /**
     * Delivers everything that exists in any namespace, then every change. What exists was posted to the loop when this
     * returns, so that a controller can start with the kind that it must know before it acts on another.
     */
    public synchronized void on(GroupVersionResource resource, Selectors selectors, Consumer<WatchEvent> listener) {
        var existing = client.list(resource, "", selectors);
        for (var object : existing.items()) {
            loop.post(() -> listener.accept(new WatchEvent(WatchEvent.Type.ADDED, object)));
        }
        open.add(client.watch(
                resource, "", selectors, existing.version(), event -> loop.post(() -> listener.accept(event))));
    }

    @Override
    public synchronized void close() {
        for (var watch : open) {
            try {
                watch.close();
            } catch (Exception e) {
                LOG.log(Level.WARNING, "a watch did not close", e);
            }
        }
        open.clear();
    }
}
