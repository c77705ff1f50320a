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

/** D: no two worker clusters run one dispatched Job; asked while all of them have been reachable for a minute. */
final class PlacementInvariants implements ChangeObserver {
    private final World world;
    private final Map<ObjectKey, Set<String>> running = new HashMap<>();

    PlacementInvariants(World world) {
        this.world = world;
    }

    @Override
    public void changed(ApiServer server, Change change) {
        if (!change.kind().equals("jobs") || server.name().equals(World.MANAGER)) {
            return;
        }
        Set<String> clusters = running.computeIfAbsent(change.key(), _ -> new TreeSet<>());
        ObjectNode after = change.after();
        boolean runs = after != null
                && after.path("metadata").path("labels").has("kueue.x-k8s.io/multikueue-origin")
                && after.path("status").path("active").asInt(0) > 0;
        if (!runs) {
            clusters.remove(server.name());
        } else if (clusters.add(server.name()) && clusters.size() > 1 && world.undisturbed()) {
            world.violated("D: %s runs in %s".formatted(change.key(), clusters));
        }
    }
}
