package dev.turnstile.embedded.control.access;

import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.Selectors;
import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.control.loop.ControlLoop;
import dev.turnstile.embedded.control.loop.Watches;
import dev.turnstile.embedded.json.Json;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Keeps the rules of ClusterRoles that are made of others. */
public final class RoleAggregation implements AutoCloseable {
    private static final String ALL = "all";

    private final ClusterClient client;
    private final ControlLoop loop;
    private final Watches watches;
    /** As they were seen last, by name. The loop's own. */
    private final Map<String, ObjectNode> roles = new TreeMap<>();

    public RoleAggregation(ClusterClient cluster, InstantSource clock) {
        this.client = cluster.as(
                "system:serviceaccount:kube-system:clusterrole-aggregation-controller",
                "clusterrole-aggregation-controller");
        this.loop = new ControlLoop("role-aggregation", clock, key -> aggregate());
        this.watches = new Watches(client, loop);
    }

    public void start() {
        loop.start();
        watches.on(DefaultRoles.CLUSTER_ROLES, Selectors.EVERYTHING, this::changed);
    }

    @Override
    public void close() {
        watches.close();
        loop.close();
    }

    private void changed(WatchEvent event) {
        if (event.type() == WatchEvent.Type.DELETED) {
            roles.remove(Json.name(event.object()));
        } else if (event.type() != WatchEvent.Type.BOOKMARK) {
            roles.put(Json.name(event.object()), event.object());
        }
        loop.enqueue(ALL);
    }

    private void aggregate() {
        for (ObjectNode role : roles.values()) {
            ArrayNode rules = AggregatedRules.of(role, roles.values()).orElse(null);
            if (rules != null && !rules.equals(role.path("rules"))) {
                ObjectNode changed = role.deepCopy();
                changed.set("rules", rules);
                client.update(DefaultRoles.CLUSTER_ROLES, changed);
            }
        }
    }
}
