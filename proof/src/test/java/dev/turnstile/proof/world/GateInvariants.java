package dev.turnstile.proof.world;

import dev.turnstile.proof.api.ApiServer;
import dev.turnstile.proof.api.Change;
import dev.turnstile.proof.api.ChangeObserver;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Orchestrated preemption, over all clusters of a fleet: A, after a gate was opened no other replica's gate is opened
 * within the time-out, unless the opened one is closed or gone; C, a replica that was evicted, or created again, is
 * closed.
 */
final class GateInvariants implements ChangeObserver {
    /** Of the configuration, less what a wall clock of whole seconds may hide. */
    static final Duration WINDOW = Duration.ofSeconds(19);

    private record Opening(String uid, long at) {}

    private final World world;
    private final Map<ObjectKey, Map<String, Opening>> openings = new HashMap<>();

    GateInvariants(World world) {
        this.world = world;
    }

    @Override
    public void changed(ApiServer server, Change change) {
        if (!change.kind().equals("workloads") || !world.orchestrates()) {
            return;
        }
        ObjectNode before = change.before();
        ObjectNode after = change.after();
        if (server.name().equals(World.MANAGER)) {
            if (after == null || !Json.is(after, "QuotaReserved")) {
                openings.remove(change.key());
            }
            return;
        }
        boolean isOpen = open(after);
        if (isOpen && before == null) {
            world.violated("C: %s was created with an open gate on %s".formatted(change.key(), server.name()));
        }
        if (isOpen && after != null && Json.is(after, "Evicted") && !evicted(before)) {
            world.violated("C: %s was evicted and its gate is open on %s".formatted(change.key(), server.name()));
        }
        if (isOpen && !open(before)) {
            opened(server, change);
        }
    }

    private static boolean evicted(@Nullable ObjectNode workload) {
        return workload != null && Json.is(workload, "Evicted");
    }

    private void opened(ApiServer server, Change change) {
        Map<String, Opening> known = openings.computeIfAbsent(change.key(), _ -> new HashMap<>());
        known.forEach((cluster, opening) -> {
            if (cluster.equals(server.name())
                    || change.at() - opening.at() >= WINDOW.toNanos()
                    || forgotten(cluster, opening)) {
                return;
            }
            ObjectNode other = world.cluster(cluster).server().find("workloads", change.key());
            if (other != null && Json.uid(other).equals(opening.uid()) && open(other)) {
                world.violated("A: the gate of %s was opened on %s %s after that on %s"
                        .formatted(change.key(), server.name(), Duration.ofNanos(change.at() - opening.at()), cluster));
            }
        });
        known.put(server.name(), new Opening(Json.uid(change.object()), change.at()));
    }

    /** Nobody can know of it: what was remembered was lost in a restore, and its cluster is out of reach. */
    private boolean forgotten(String cluster, Opening opening) {
        return opening.at() < world.cluster(World.MANAGER).server().restoredAt() && world.isCutOff(cluster);
    }

    static boolean open(@Nullable ObjectNode workload) {
        if (workload != null) {
            for (JsonNode gate : workload.path("status").path("preemptionGates")) {
                if (gate.path("name").asString("").equals("kueue.x-k8s.io/multikueue")) {
                    return gate.path("state").asString("").equals("Open");
                }
            }
        }
        return false;
    }
}
