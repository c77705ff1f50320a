package dev.turnstile.proof.cluster;

import dev.turnstile.proof.api.ApiServer;
import dev.turnstile.proof.api.Change;
import dev.turnstile.proof.thread.Baton;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Deletes objects whose owners are gone. */
public final class GarbageCollector {
    private static final Map<String, String> KINDS = Map.of("Job", "jobs", "Pod", "pods", "Workload", "workloads");
    private static final List<String> OWNED = List.of("workloads", "jobs", "pods");

    private final ApiServer server;
    private final Baton baton;
    private final RandomGenerator random;

    /** One that works from now on. */
    public GarbageCollector(ApiServer server, Baton baton, RandomGenerator random) {
        this.server = server;
        this.baton = baton;
        this.random = random;
        server.observe((_, change) -> changed(change));
    }

    private void changed(Change change) {
        if (change.after() == null) {
            for (String kind : OWNED) {
                for (ObjectNode object : List.copyOf(server.list(kind))) {
                    if (owned(object)) {
                        soon(kind, key(object));
                    }
                }
            }
        } else if (owned(change.object())) {
            soon(change.kind(), change.key());
        }
    }

    private static boolean owned(ObjectNode object) {
        return !object.path("metadata").path("ownerReferences").isEmpty();
    }

    private void soon(String kind, ObjectKey key) {
        baton.after(Duration.ofMillis(100 + random.nextInt(900)), () -> look(kind, key));
    }

    private void look(String kind, ObjectKey key) {
        ObjectNode object = server.find(kind, key);
        if (object == null || !owned(object) || object.path("metadata").has("deletionTimestamp")) {
            return;
        }
        for (JsonNode owner : object.path("metadata").path("ownerReferences")) {
            String ownerKind = KINDS.get(owner.path("kind").asString(""));
            ObjectNode found = ownerKind == null
                    ? null
                    : server.find(
                            ownerKind,
                            new ObjectKey(key.namespace(), owner.path("name").asString("")));
            if (found != null && found.path("metadata").path("uid").equals(owner.path("uid"))) {
                return;
            }
        }
        var _ = server.delete(kind, key, JsonNodeFactory.instance.objectNode(), "garbage-collector");
    }

    private static ObjectKey key(ObjectNode object) {
        JsonNode metadata = object.path("metadata");
        return new ObjectKey(
                metadata.path("namespace").asString(""), metadata.path("name").asString(""));
    }
}
