package dev.turnstile.manager.console;

import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Gate;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.Life;
import dev.turnstile.core.dispatch.Remote;
import dev.turnstile.core.dispatch.Replica;
import dev.turnstile.core.dispatch.Sighting;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.ungating.UngatingDecision;
import dev.turnstile.manager.console.ConsoleView.GroupRow;
import dev.turnstile.manager.console.ConsoleView.ReplicaLane;
import dev.turnstile.manager.console.ConsoleView.TrailLine;
import dev.turnstile.vocabulary.WaitingReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A dispatched workload as a row: who asks since when, who may preempt, and what is decided, in words. */
final class GroupPicture {

    private GroupPicture() {}

    /**
     * Draws it; empty where it neither waits nor runs any more.
     *
     * @param placement where it stands, as the manager said last
     * @param ungating what was decided about its gates, if anything was
     * @param slot how long a cluster has to preempt
     */
    static Optional<GroupRow> of(
            Group group,
            String clusterQueue,
            int priority,
            String placement,
            @Nullable UngatingDecision ungating,
            Duration slot,
            List<TrailLine> trail) {
        if (!(group.local().life() instanceof Life.Present)) {
            return Optional.empty();
        }
        var since = group.local().reservedSince().orElseThrow();
        var winner = group.local().placed() ? group.local().clusterName().orElse("") : "";
        var says = ungating == null || ungating.trail().asking().isEmpty() || !winner.isEmpty()
                ? placement
                : ungating.trail().words();
        return Optional.of(new GroupRow(
                group.local().key(),
                clusterQueue,
                priority,
                winner.isEmpty() ? "waiting" : "running",
                since,
                says,
                winner,
                group.clusters().stream()
                        .filter(cluster -> cluster.replica().isPresent() || group.nominated(cluster))
                        .map(cluster -> lane(cluster, slot))
                        .toList(),
                trail));
    }

    private static ReplicaLane lane(ClusterView cluster, Duration slot) {
        if (!cluster.connected()) {
            return words(cluster, "the cluster is not connected");
        }
        return switch (cluster.remote()) {
            case Remote.Unknown() -> words(cluster, "not seen yet");
            case Remote.Absent() -> words(cluster, "no replica yet");
            case Remote.Foreign(var what) -> words(cluster, what + " is in the way, which is not ours");
            case Replica replica -> lane(cluster.name(), replica, slot);
        };
    }

    private static ReplicaLane words(ClusterView cluster, String says) {
        return new ReplicaLane(cluster.name(), null, null, null, null, false, says);
    }

    private static ReplicaLane lane(String cluster, Replica replica, Duration slot) {
        var opened = opened(replica);
        boolean mayPreempt = mayPreempt(replica);
        return new ReplicaLane(
                cluster,
                replica.signal().map(Sighting::writtenAt).orElse(null),
                opened.orElse(null),
                replica.admission().orElse(null),
                mayPreempt ? opened.map(at -> at.plus(slot)).orElse(null) : null,
                preempts(replica),
                says(replica));
    }

    /** Its gate is open, and it has not got what it needs yet. */
    static boolean mayPreempt(Replica replica) {
        return opened(replica).isPresent()
                && !replica.holdsQuota()
                && replica.finished().isEmpty();
    }

    private static boolean preempts(Replica replica) {
        return mayPreempt(replica) && waitsBecause(replica, WaitingReason.WAITING_FOR_PREEMPTED_WORKLOADS);
    }

    private static boolean waitsBecause(Replica replica, WaitingReason reason) {
        return replica.waitsFor()
                .filter(waits -> waits.why().reason() == reason)
                .isPresent();
    }

    private static Optional<Instant> opened(Replica replica) {
        return replica.gate() instanceof Gate.Open(var since) ? Optional.of(since) : Optional.empty();
    }

    private static String says(Replica replica) {
        if (replica.finished().isPresent()) {
            return "finished";
        }
        if (replica.evicted()) {
            return "evicted";
        }
        if (replica.admission().isPresent()) {
            return "admitted";
        }
        if (replica.reservation().isPresent()) {
            return "quota reserved, waits for checks of that cluster";
        }
        var waits = replica.waitsFor().map(reason -> reason.why().message()).orElse(Message.NONE);
        if (preempts(replica)) {
            return "preempting: " + waits;
        }
        if (mayPreempt(replica)) {
            // What it said before its gate was opened is no longer so.
            return waits.equals(Message.NONE) || waitsBecause(replica, WaitingReason.PREEMPTION_GATED)
                    ? "may preempt"
                    : "may preempt: " + waits;
        }
        if (replica.asksForPreemption()) {
            return "would have to preempt, and waits for its turn";
        }
        return waits.equals(Message.NONE) ? "not looked at yet" : waits.text();
    }
}
