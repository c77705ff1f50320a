package dev.turnstile.core.ungating;

import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.Replica;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A replica that asks to be let through, in a cluster that can be written. */
record Asking(ClusterView cluster, Replica replica, Instant since) {

    /**
     * All that ask, first come first: by the time that the worker wrote, ties by the order of the config. A signal that
     * was withdrawn and raised again bears a new time, and so is at the back.
     */
    static List<Asking> of(Group group) {
        List<Asking> asking = new ArrayList<>();
        for (ClusterView cluster : group.nominatedClusters()) {
            Optional<Replica> replica = cluster.replica().filter(Replica::asksForPreemption);
            if (cluster.connected() && replica.isPresent()) {
                Instant since = replica.get().signal().orElseThrow().writtenAt();
                asking.add(new Asking(cluster, replica.get(), since));
            }
        }
        // the sort is stable: equal times stay in the order of the config
        asking.sort(Comparator.comparing(Asking::since));
        return asking;
    }

    static List<Trail.Asking> entries(List<Asking> asking) {
        return asking.stream()
                .map(one -> new Trail.Asking(one.cluster().name(), one.since()))
                .toList();
    }

    String name() {
        return cluster.name();
    }

    GateTarget target() {
        return new GateTarget(cluster.name(), replica.uid(), replica.version());
    }
}
