package dev.turnstile.service.informer;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.Pair;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Lists a resource and follows its changes until closed, on one virtual thread.
 *
 * <p>Goal: the listener's picture is whole, however the connection behaves. Steps: list, page by page; watch from the
 * list's version; when a watch ends, watch on from the last version seen; when that version is too old (410), list
 * anew; when the server does not answer, say so and try again after a growing, scattered pause.
 */
public final class ResourceWatch implements AutoCloseable {

    /** Objects as they are. */
    public static final String WHOLE = "application/json";

    /** Objects without spec and status, for those that are big and of which little is wanted. */
    public static final String METADATA_ONLY =
            "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

    private static final String METADATA_ONLY_WATCH =
            "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";
    private static final Logger LOG = LoggerFactory.getLogger(ResourceWatch.class);
    private static final int PAGE = 500;
    private static final int GONE = 410;
    private static final Duration WATCH = Duration.ofSeconds(290);
    private static final Duration SILENCE = Duration.ofMinutes(5);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final ApiRequests requests;
    private final OkHttpClient patient;
    private final String path;
    private final String form;
    private final WatchListener listener;
    private final Thread thread;
    private String version = "";
    private volatile boolean closed;
    private volatile @Nullable Call open;

    /**
     * Begins at once.
     *
     * @param path of the resource, such as {@code /api/v1/pods}
     * @param form {@link #WHOLE} or {@link #METADATA_ONLY}
     */
    public ResourceWatch(ApiClient client, String path, String form, WatchListener listener) {
        this.requests = new ApiRequests(client);
        this.patient = client.getHttpClient().newBuilder().readTimeout(SILENCE).build();
        this.path = path;
        this.form = form;
        this.listener = listener;
        this.thread = Thread.ofVirtual().name("watch " + path).start(this::run);
    }

    @Override
    public void close() {
        closed = true;
        var current = open;
        if (current != null) {
            current.cancel();
        }
        thread.interrupt();
    }

    private void run() {
        var pause = FIRST_PAUSE;
        while (!closed) {
            try {
                if (version.isEmpty()) {
                    version = list();
                }
                watch();
                pause = FIRST_PAUSE;
            } catch (RefusedException e) {
                version = "";
                if (e.code() != GONE) {
                    pause = lost(String.valueOf(e.getMessage()), pause);
                }
            } catch (IOException e) {
                pause = lost(e.toString(), pause);
            } catch (RuntimeException e) {
                // An answer that nobody foresaw must not end the watch for good.
                LOG.warn("{}: can not be followed", path, e);
                version = "";
                pause = lost(e.toString(), pause);
            }
        }
    }

    private Duration lost(String reason, Duration pause) {
        if (closed) {
            return pause;
        }
        listener.lost(reason);
        LOG.debug("{}: {}; again in about {}", path, reason, pause);
        try {
            Thread.sleep(pause.toMillis() / 2 + ThreadLocalRandom.current().nextLong(pause.toMillis()));
        } catch (InterruptedException e) {
            // Only closing interrupts.
            closed = true;
        }
        var doubled = pause.multipliedBy(2);
        return doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
    }

    /** The version of the list. */
    private String list() throws IOException, RefusedException {
        var objects = new ArrayList<JsonNode>();
        var next = "";
        String listed;
        do {
            var parameters = new ArrayList<>(List.of(new Pair("limit", Integer.toString(PAGE))));
            if (!next.isEmpty()) {
                parameters.add(new Pair("continue", next));
            }
            var page = requests.get(path, parameters, form);
            page.path("items").forEach(objects::add);
            next = page.path("metadata").path("continue").asString("");
            listed = page.path("metadata").path("resourceVersion").asString("");
        } while (!next.isEmpty());
        listener.listed(objects);
        return listed;
    }

    private void watch() throws IOException, RefusedException {
        var parameters = List.of(
                new Pair("watch", "true"),
                new Pair("resourceVersion", version),
                new Pair("allowWatchBookmarks", "true"),
                new Pair("timeoutSeconds", Long.toString(WATCH.toSeconds())));
        var accept = form.equals(METADATA_ONLY) ? METADATA_ONLY_WATCH : WHOLE;
        var call = patient.newCall(requests.call(path, parameters, accept).request());
        open = call;
        try (var response = call.execute()) {
            if (!response.isSuccessful()) {
                ApiRequests.accepted(response, path);
            }
            listener.following();
            var source = response.body().source();
            String line;
            while (!closed && (line = source.readUtf8Line()) != null) {
                if (!line.isBlank()) {
                    event(ApiRequests.parse(line));
                }
            }
        } finally {
            open = null;
        }
    }

    private void event(JsonNode event) throws IOException, RefusedException {
        var object = event.path("object");
        var type = event.path("type").asString("");
        switch (type) {
            case "ADDED", "MODIFIED" -> listener.changed(object);
            case "DELETED" -> listener.deleted(object);
            case "BOOKMARK" -> LOG.trace("{}: bookmark", path);
            default -> throw new RefusedException(object.path("code").asInt(0), path, object.toString());
        }
        // Only now: what a listener could not take in comes again with the next watch.
        version = object.path("metadata").path("resourceVersion").asString(version);
    }
}
