package dev.turnstile.embedded.control.aggregate;

import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.ExtensionServers;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.Selectors;
import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.control.loop.ControlLoop;
import dev.turnstile.embedded.control.loop.Watches;
import dev.turnstile.embedded.json.Json;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import tools.jackson.databind.node.ObjectNode;

/** Asks each extension API server for its resources, and says in its APIService whether it answered. */
public final class AvailabilityController implements AutoCloseable {
    private static final GroupVersionResource API_SERVICES =
            new GroupVersionResource("apiregistration.k8s.io", "v1", "apiservices");
    private static final Duration WHILE_AVAILABLE = Duration.ofSeconds(30);
    private static final Duration WHILE_NOT = Duration.ofSeconds(1);

    private final ClusterClient client;
    private final ExtensionServers servers;
    private final InstantSource clock;
    private final ControlLoop loop;
    private final Watches watches;

    public AvailabilityController(ClusterClient cluster, ExtensionServers servers, InstantSource clock) {
        this.client = cluster.as("system:kube-aggregator", "kube-apiserver");
        this.servers = servers;
        this.clock = clock;
        this.loop = new ControlLoop("api-availability", clock, this::check);
        this.watches = new Watches(client, loop);
    }

    public void start() {
        loop.start();
        watches.on(API_SERVICES, Selectors.EVERYTHING, this::changed);
    }

    @Override
    public void close() {
        watches.close();
        loop.close();
    }

    private void changed(WatchEvent event) {
        if (event.type() == WatchEvent.Type.ADDED || event.type() == WatchEvent.Type.MODIFIED) {
            loop.enqueue(Json.name(event.object()));
        }
    }

    private void check(String name) {
        ObjectNode object = client.get(API_SERVICES, "", name).orElse(null);
        if (object == null) {
            return;
        }
        ExtensionServers.Availability now = servers.availability(name);
        if (object.path("spec").path("service").isObject()) {
            loop.enqueueAt(clock.instant().plus(now.available() ? WHILE_AVAILABLE : WHILE_NOT), name);
        }
        ObjectNode condition = Json.object()
                .put("type", "Available")
                .put("status", now.available() ? "True" : "False")
                .put("reason", now.reason())
                .put("message", now.message());
        ObjectNode before = known(object);
        boolean turned = !condition.path("status").equals(before.path("status"));
        condition.put(
                "lastTransitionTime",
                turned
                        ? clock.instant().truncatedTo(ChronoUnit.SECONDS).toString()
                        : Json.text(before, "lastTransitionTime"));
        if (!condition.equals(before)) {
            object.putObject("status").putArray("conditions").add(condition);
            client.updateStatus(API_SERVICES, object);
        }
    }

    private static ObjectNode known(ObjectNode object) {
        return object.at("/status/conditions/0") instanceof ObjectNode condition ? condition : Json.object();
    }
}
