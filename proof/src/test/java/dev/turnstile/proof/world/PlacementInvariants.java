package dev.turnstile.proof.world;

import dev.turnstile.proof.api.ApiServer;
import dev.turnstile.proof.api.Change;
import dev.turnstile.proof.api.ChangeObserver;
import dev.turnstile.service.informer.ObjectKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.node.ObjectNode;

/**
 * D: no two worker clusters run one dispatched Job; asked while all of them have been reachable for a minute. And where
 * a remote job has succeeded, none of that Job runs again.
 */
final class PlacementInvariants implements ChangeObserver {
    private final World world;
    private final Restarts restarts;
    private final Map<ObjectKey, Set<String>> running = new HashMap<>();
    /** By the uid of the Job in the manager cluster, the uid of the remote job that has succeeded. */
    private final Map<String, String> succeeded = new HashMap<>();

    PlacementInvariants(World world, Restarts restarts) {
        this.world = world;
        this.restarts = restarts;
    }

    @Override
    public void changed(ApiServer server, Change change) {
        if (!change.kind().equals("jobs") || server.name().equals(World.MANAGER)) {
            return;
        }
        Set<String> clusters = running.computeIfAbsent(change.key(), _ -> new TreeSet<>());
        ObjectNode after = change.after();
        boolean runs = after != null
                && dispatched(after)
                && after.path("status").path("active").asInt(0) > 0;
        if (!runs) {
            clusters.remove(server.name());
        } else if (clusters.add(server.name()) && clusters.size() > 1 && world.undisturbed()) {
            world.violated("D: %s runs in %s".formatted(change.key(), clusters));
        }
        if (after != null && dispatched(after) && !restarts.concern(change.key().name())) {
            ends(server, change, after, runs);
        }
    }

    private static boolean dispatched(ObjectNode job) {
        return job.path("metadata").path("labels").has("kueue.x-k8s.io/multikueue-origin");
    }

    private void ends(ApiServer server, Change change, ObjectNode remote, boolean runs) {
        ObjectNode local = world.cluster(World.MANAGER).server().find("jobs", change.key());
        if (local == null) {
            return;
        }
        String uid = Json.uid(local);
        if (Json.is(remote, "Complete") && !evicted(server, remote)) {
            succeeded.putIfAbsent(uid, Json.uid(remote));
        } else if (runs && !succeeded.getOrDefault(uid, Json.uid(remote)).equals(Json.uid(remote))) {
            world.violated("%s runs in %s and has succeeded before".formatted(change.key(), server.name()));
        }
    }

    private static boolean evicted(ApiServer server, ObjectNode remote) {
        String name = remote.path("metadata")
                .path("annotations")
                .path(FleetRestCheck.PREBUILT)
                .asString("");
        ObjectNode replica =
                server.find("workloads", new ObjectKey(Json.key(remote).namespace(), name));
        return replica == null || Json.is(replica, "Evicted");
    }
}
