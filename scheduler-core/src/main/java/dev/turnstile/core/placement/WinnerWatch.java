package dev.turnstile.core.placement;

import dev.turnstile.core.dispatch.CheckState;
import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Connection;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.Remote;
import dev.turnstile.core.dispatch.RemoteJob;
import dev.turnstile.core.dispatch.Replica;
import dev.turnstile.core.dispatch.SpecMatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The workload is placed: what becomes of it there, and what is removed everywhere else. */
final class WinnerWatch {

    private WinnerWatch() {}

    static PlacementDecision decide(Group group, PlacementSettings settings, Instant now) {
        String name = group.local().clusterName().orElseThrow();
        Optional<ClusterView> known = group.cluster(name);
        if (known.isEmpty()) {
            return startOver("cluster \"" + name + "\" is not known any more", "Admitting remote lost");
        }
        ClusterView winner = known.get();
        return switch (winner.connection()) {
            case Connection.Disconnected outage -> outOfReach(group, winner, outage, settings, now);
            case Connection.Connected ignored -> reachable(group, winner);
        };
    }

    private static PlacementDecision outOfReach(
            Group group, ClusterView winner, Connection.Disconnected outage, PlacementSettings settings, Instant now) {
        Instant lostAt = outage.since().plus(settings.workerLostTimeout());
        if (!now.isBefore(lostAt)) {
            return startOver(
                    "cluster \"" + winner.name() + "\" is unreachable since " + outage.since()
                            + ", longer than the time-out of " + settings.workerLostTimeout(),
                    "Admitting remote lost");
        }
        return new PlacementDecision.Running(
                winner.name(),
                removalElsewhere(group, winner),
                "cluster \"" + winner.name() + "\" is unreachable since " + outage.since() + ", counts as lost at "
                        + lostAt,
                Optional.of(lostAt));
    }

    private static PlacementDecision reachable(Group group, ClusterView winner) {
        return switch (winner.remote()) {
            case Remote.Unknown ignored ->
                new PlacementDecision.Running(
                        winner.name(),
                        removalElsewhere(group, winner),
                        "waiting for a first view of cluster \"" + winner.name() + "\"",
                        Optional.empty());
            case Remote.Absent ignored -> noLongerExists(winner, "was removed");
            case Remote.Foreign foreign -> noLongerExists(winner, "gave way to " + foreign.description());
            case Replica replica -> present(group, winner, replica);
        };
    }

    private static PlacementDecision present(Group group, ClusterView winner, Replica replica) {
        if (replica.finished().isPresent()) {
            List<PlacementEffect> effects = new ArrayList<>();
            if (winner.job() instanceof RemoteJob.Ours) {
                effects.add(new PlacementEffect.CopyJobStatus(winner.name()));
            }
            effects.add(new PlacementEffect.FinishLocal(replica.finished().get()));
            return new PlacementDecision.Completed(effects, "it finished on \"" + winner.name() + "\"");
        }
        if (replica.evicted()) {
            return startOver(
                    "cluster \"" + winner.name() + "\" evicted it",
                    "Workload evicted on worker cluster: \"" + winner.name() + "\", resetting for re-admission.");
        }
        if (!replica.runs() || replica.specMatch() == SpecMatch.DIFFERENT) {
            return noLongerExists(winner, "is not the one that was admitted");
        }
        if (winner.job() instanceof RemoteJob.Foreign foreign) {
            return startOver(
                    "the job's name is taken on \"" + winner.name() + "\"",
                    "Cluster \"" + winner.name() + "\" has a " + foreign.description() + " that is not ours");
        }
        return running(group, winner, replica);
    }

    private static PlacementDecision running(Group group, ClusterView winner, Replica replica) {
        List<PlacementEffect> effects = new ArrayList<>();
        if (replica.specMatch() == SpecMatch.OUTDATED) {
            effects.add(new PlacementEffect.UpdateReplica(winner.name(), replica.uid(), replica.version()));
        }
        effects.addAll(removalElsewhere(group, winner));
        String words = "it runs on \"" + winner.name() + "\"";
        if (winner.job() instanceof RemoteJob.Ours) {
            effects.add(new PlacementEffect.CopyJobStatus(winner.name()));
        } else if (Leftovers.jobElsewhere(group, winner.name())) {
            words = "its job is made on \"" + winner.name() + "\" once it is gone elsewhere";
        } else {
            effects.add(new PlacementEffect.CreateJob(winner.name()));
        }
        return new PlacementDecision.Running(winner.name(), effects, words, Optional.empty());
    }

    private static List<PlacementEffect> removalElsewhere(Group group, ClusterView winner) {
        return Leftovers.removal(group, cluster -> !cluster.name().equals(winner.name()));
    }

    private static PlacementDecision noLongerExists(ClusterView winner, String why) {
        return startOver("the replica on \"" + winner.name() + "\" " + why, "Admitting remote no longer exists");
    }

    /** Upstream ends a sentence of its own before "Previously" and else puts a comma: people grep for both. */
    private static PlacementDecision startOver(String words, String message) {
        String previously = " Previously: \"" + CheckState.READY.text() + "\"";
        String full = message.endsWith(".") ? message + previously : message + "," + previously;
        return new PlacementDecision.StartOver(
                List.of(new PlacementEffect.SetCheck(CheckState.RETRY, full)), words + ": it starts over");
    }
}
