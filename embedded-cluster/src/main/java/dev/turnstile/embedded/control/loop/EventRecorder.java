package dev.turnstile.embedded.control.loop;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.node.ObjectNode;

/** Writes Events; a repeated Event of the same object increments the count of the first. */
public final class EventRecorder {
    private static final Logger LOG = System.getLogger(EventRecorder.class.getName());
    private static final GroupVersionResource EVENTS = GroupVersionResource.core("events");
    private static final int REMEMBERED = 4096;
    private static final AtomicLong SEQUENCE = new AtomicLong(System.currentTimeMillis() << 20);

    private final ClusterClient client;
    private final InstantSource clock;
    private final String component;
    private final Map<Key, Recorded> recorded = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Recorded> eldest) {
            return size() > REMEMBERED;
        }
    };

    private record Key(String uid, Notice notice) {}

    private record Recorded(String name, int count) {}

    public EventRecorder(ClusterClient client, InstantSource clock, String component) {
        this.client = client;
        this.clock = clock;
        this.component = component;
    }

    /** Writes an Event about the object. A failure is only logged: the namespace may be terminating. */
    public synchronized void record(ApiObject about, Notice notice) {
        var key = new Key(about.uid(), notice);
        var before = recorded.get(key);
        var namespace = about.namespace().isEmpty() ? "default" : about.namespace();
        try {
            if (before == null || !countUp(namespace, before)) {
                var event = client.create(EVENTS, event(about, namespace, notice));
                recorded.put(key, new Recorded(Json.name(event), 1));
            } else {
                recorded.put(key, new Recorded(before.name, before.count + 1));
            }
        } catch (ApiException e) {
            LOG.log(
                    Level.DEBUG,
                    () -> "event " + notice.reason() + " of " + about.key() + " not written: " + e.getMessage());
        }
    }

    private boolean countUp(String namespace, Recorded before) {
        var patch = Json.object();
        patch.put("count", before.count + 1).put("lastTimestamp", ApiObject.timestamp(clock.instant()));
        try {
            client.patch(EVENTS, namespace, before.name, PatchType.MERGE, patch, "");
            return true;
        } catch (ApiException e) {
            if (e.code() == 404) {
                return false;
            }
            throw e;
        }
    }

    private ObjectNode event(ApiObject about, String namespace, Notice notice) {
        var event = Json.object();
        event.put("apiVersion", "v1").put("kind", "Event");
        event.putObject("metadata")
                .put("name", about.name() + "." + Long.toHexString(SEQUENCE.incrementAndGet()))
                .put("namespace", namespace);
        var involved = event.putObject("involvedObject");
        involved.put("apiVersion", about.apiVersion()).put("kind", about.kind()).put("name", about.name());
        if (!about.namespace().isEmpty()) {
            involved.put("namespace", about.namespace());
        }
        involved.put("uid", about.uid());
        if (about.version() > 0) {
            involved.put("resourceVersion", Long.toString(about.version()));
        }
        var now = ApiObject.timestamp(clock.instant());
        event.put("reason", notice.reason()).put("message", notice.message());
        event.putObject("source").put("component", component);
        event.put("firstTimestamp", now).put("lastTimestamp", now).put("count", 1);
        event.put("type", notice.type().word());
        event.put("reportingComponent", component).put("reportingInstance", "");
        return event;
    }
}
