package dev.turnstile.embedded.client;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.json.Json;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Lists and watches one kind of object until it is closed; lists again when a watch fails or is too old. The listener
 * is called on one thread. After a new list it also gets a DELETED event for each object that is gone.
 */
public final class Reflector implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Reflector.class.getName());
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final HttpApi api;
    private final String path;
    private final Map<String, String> selection;
    private final Consumer<WatchEvent> listener;
    private final Map<String, ObjectNode> known = new HashMap<>();
    private final Thread thread;
    private String version = "";
    private volatile boolean closed;
    private volatile @Nullable WatchStream stream;

    /** @param selection of the query, such as {@code fieldSelector} */
    public Reflector(HttpApi api, String path, Map<String, String> selection, Consumer<WatchEvent> listener) {
        this.api = api;
        this.path = path;
        this.selection = Map.copyOf(selection);
        this.listener = listener;
        this.thread = Thread.ofVirtual().name("reflector " + path).unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        var open = stream;
        if (open != null) {
            try {
                open.close();
            } catch (UncheckedIOException e) {
                LOG.log(Level.DEBUG, "a watch of " + path + " did not close", e);
            }
        }
    }

    private void run() {
        while (!closed) {
            try {
                if (version.isEmpty()) {
                    version = list();
                }
                watch();
            } catch (ApiException e) {
                if (e.code() == 410) {
                    version = "";
                }
                pause(e);
            } catch (UncheckedIOException e) {
                pause(e);
            } catch (RuntimeException e) {
                // A truncated event, or a listener that failed: a new list corrects either.
                LOG.log(Level.WARNING, "what was read of " + path + " could not be passed on; it is listed again", e);
                version = "";
                pause(e);
            }
        }
    }

    private void pause(RuntimeException e) {
        if (!closed) {
            LOG.log(Level.DEBUG, () -> "watching " + path + " goes on after: " + e.getMessage());
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException interrupted) {
                closed = true;
            }
        }
    }

    private String list() {
        var list = api.get(HttpApi.path(path, selection));
        var gone = new HashMap<>(known);
        for (var item : Json.items(list, "items")) {
            var object = (ObjectNode) item;
            // Items of a list omit kind and apiVersion, which the list states once.
            object.put("kind", Json.text(list, "kind").replaceFirst("List$", ""));
            object.put("apiVersion", Json.text(list, "apiVersion"));
            gone.remove(Json.text(object, "metadata", "uid"));
            deliver(new WatchEvent(WatchEvent.Type.ADDED, object));
        }
        gone.values().forEach(object -> deliver(new WatchEvent(WatchEvent.Type.DELETED, object)));
        return Json.text(list, "metadata", "resourceVersion");
    }

    private void watch() {
        var query = new HashMap<>(selection);
        query.put("watch", "true");
        query.put("allowWatchBookmarks", "true");
        query.put("resourceVersion", version);
        try (var events = api.watch(HttpApi.path(path, query))) {
            stream = events;
            for (var event = events.next(); event.isPresent() && !closed; event = events.next()) {
                if (event.get().type() == WatchEvent.Type.ERROR) {
                    throw new ApiException(
                            (int) Json.number(event.get().object(), 500, "code"),
                            event.get().object());
                }
                version = Json.text(event.get().object(), "metadata", "resourceVersion");
                deliver(event.get());
            }
        }
    }

    private void deliver(WatchEvent event) {
        var uid = Json.text(event.object(), "metadata", "uid");
        switch (event.type()) {
            case ADDED, MODIFIED -> known.put(uid, event.object());
            case DELETED -> known.remove(uid);
            case BOOKMARK, ERROR -> {
                return;
            }
        }
        listener.accept(event);
    }
}
