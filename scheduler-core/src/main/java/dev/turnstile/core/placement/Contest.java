package dev.turnstile.core.placement;

import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.Remote;
import dev.turnstile.core.dispatch.RemoteJob;
import dev.turnstile.core.dispatch.Replica;
import dev.turnstile.core.dispatch.SpecMatch;
import dev.turnstile.core.message.Message;
import dev.turnstile.vocabulary.CheckState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * No replica has won yet.
 *
 * <p>Goal: the first replica to be admitted wins, ties by the order of the config. Constraints: only reachable,
 * nominated clusters in which the job could be made; what lies in a cluster that is not nominated is from an earlier
 * life and goes. Steps: a winner among the admitted ones → declare it, remove the others, make the job; else per
 * cluster: create, update, replace or remove the replica, and say in the check's message where that cannot be.
 *
 * <p>Example: nominated [a, b], both admitted at 12:00:01, {@code c} (not nominated) has a replica since yesterday:
 * {@code a} wins; b's and c's replicas are deleted; the job is made on {@code a}.
 */
final class Contest {

    private Contest() {}

    static PlacementDecision decide(Group group, PlacementSettings settings, Instant now) {
        Optional<ClusterView> winner = winner(group);
        return winner.isPresent() ? won(group, winner.get()) : contested(group, settings, now);
    }

    private static Optional<ClusterView> winner(Group group) {
        // min keeps the first of equals, which is the one that the config names first
        return group.nominatedClusters().stream()
                .filter(Contest::couldWin)
                .min(Comparator.comparing(Contest::admittedAt));
    }

    private static boolean couldWin(ClusterView cluster) {
        return cluster.connected()
                && cluster.job() instanceof RemoteJob.Absent
                && cluster.replica()
                        .filter(replica -> replica.runs() && replica.specMatch() != SpecMatch.DIFFERENT)
                        .isPresent();
    }

    private static Instant admittedAt(ClusterView cluster) {
        return cluster.replica().flatMap(Replica::admission).orElse(Instant.MAX);
    }

    private static PlacementDecision won(Group group, ClusterView winner) {
        List<PlacementEffect> effects = new ArrayList<>();
        effects.add(new PlacementEffect.DeclareWinner(winner.name()));
        effects.addAll(Leftovers.removal(group, cluster -> !cluster.name().equals(winner.name())));
        if (!Leftovers.jobElsewhere(group, winner.name())) {
            effects.add(new PlacementEffect.CreateJob(winner.name()));
        }
        return new PlacementDecision.Won(winner.name(), effects, "\"" + winner.name() + "\" was the first to admit it");
    }

    private static PlacementDecision contested(Group group, PlacementSettings settings, Instant now) {
        CheckNotes notes = CheckNotes.of(group, now);
        Optional<Instant> giveBackAt = notes.giveBackAt(group, settings);
        if (giveBackAt.isPresent() && !now.isBefore(giveBackAt.get())) {
            Message message = Message.of(notes.text() + ", Previously: \"" + CheckState.PENDING.text() + "\"");
            return new PlacementDecision.StartOver(
                    List.of(new PlacementEffect.SetCheck(CheckState.RETRY, new CheckMessage.Notes(message))),
                    "no cluster can run it: it gives its quota back");
        }
        List<PlacementEffect> effects = new ArrayList<>(CheckNotes.effect(notes.notes(), group.local()));
        for (ClusterView cluster : group.clusters()) {
            effects.addAll(group.nominated(cluster) ? offered(cluster, settings, now) : Leftovers.removal(cluster));
        }
        return new PlacementDecision.Contested(
                effects, notes.notes(), words(group, notes), earliest(giveBackAt, notes.offeredAgainAt()));
    }

    private static Optional<Instant> earliest(Optional<Instant> one, Optional<Instant> other) {
        return Stream.of(one, other).flatMap(Optional::stream).min(Comparator.naturalOrder());
    }

    private static List<PlacementEffect> offered(ClusterView cluster, PlacementSettings settings, Instant now) {
        if (!cluster.connected()) {
            return List.of();
        }
        if (cluster.avoidedAt(now)) {
            // An outside dispatcher may nominate it all the same.
            return Leftovers.removal(cluster);
        }
        if (cluster.job() instanceof RemoteJob.Ours) {
            // A job is only ever made for a winner: this one and its replica are left from an earlier life.
            return Leftovers.removal(cluster);
        }
        return switch (cluster.remote()) {
            case Remote.Unknown ignored -> List.of();
            case Remote.Foreign ignored -> List.of();
            case Remote.Absent ignored ->
                cluster.taken().isPresent()
                        ? List.of()
                        : List.of(new PlacementEffect.CreateReplica(cluster.name(), settings.orchestratedPreemption()));
            case Replica replica -> kept(cluster, replica);
        };
    }

    private static List<PlacementEffect> kept(ClusterView cluster, Replica replica) {
        boolean useless = replica.finished().isPresent()
                || replica.specMatch() == SpecMatch.DIFFERENT
                || cluster.taken().isPresent();
        if (useless) {
            return Leftovers.removal(cluster);
        }
        return replica.specMatch() == SpecMatch.OUTDATED
                ? List.of(new PlacementEffect.UpdateReplica(cluster.name(), replica.uid(), replica.version()))
                : List.of();
    }

    private static String words(Group group, CheckNotes notes) {
        if (group.local().nominated().isEmpty()) {
            return "no cluster is nominated yet";
        }
        String offer = "offered to " + group.local().nominated() + ", none has admitted it";
        return notes.isEmpty() ? offer : offer + "; " + notes.text();
    }
}
