package dev.turnstile.core.placement;

import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.LocalWorkload;
import dev.turnstile.core.dispatch.Refusal;
import dev.turnstile.core.dispatch.Remote;
import dev.turnstile.core.dispatch.Replica;
import dev.turnstile.core.message.Message;
import dev.turnstile.vocabulary.CheckState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the check's message has to say, per cluster, while the workload waits: what its API server refuses, names that
 * are taken, clusters nobody knows, and, where it fits nowhere, why not.
 *
 * @param everywhere whether no cluster of the config can run it
 * @param since when the last of the reasons came up
 * @param offeredAgainAt when the first of the clusters that refused the job may be tried again
 */
record CheckNotes(List<String> notes, boolean everywhere, Optional<Instant> since, Optional<Instant> offeredAgainAt) {

    CheckNotes {
        notes = List.copyOf(notes);
    }

    static CheckNotes of(Group group, Instant now) {
        List<String> blocked = new ArrayList<>();
        List<String> hopeless = new ArrayList<>();
        boolean hope = group.clusters().stream()
                .anyMatch(cluster -> cluster.configured() && !group.nominated(cluster) && !cluster.avoidedAt(now));
        Optional<Instant> again = Optional.empty();
        for (ClusterView cluster : group.clusters()) {
            if (cluster.configured() && refuses(cluster, now)) {
                Refusal refusal = cluster.refusal().orElseThrow();
                blocked.add(CheckMessage.Notes.of(cluster.name(), refusal.message()));
                again = refusal.avoidedAt(now) ? earlier(again, refusal.avoidedUntil()) : again;
            }
        }
        Optional<Instant> since = group.local().nominatedAt();
        for (ClusterView cluster : group.nominatedClusters()) {
            Optional<Replica.WaitReason> reason = cluster.replica()
                    .filter(replica -> replica.signal().isEmpty() && !replica.holdsQuota())
                    .flatMap(Replica::waitsFor)
                    .filter(waits -> waits.why().hopeless());
            if (refuses(cluster, now)) {
                continue;
            }
            if (cluster.taken().isPresent()) {
                blocked.add(CheckMessage.Notes.of(
                        cluster.name(),
                        Message.of(cluster.taken().get() + " exists and is not ours, so it is not touched")));
            } else if (reason.isPresent()) {
                hopeless.add(
                        CheckMessage.Notes.of(cluster.name(), reason.get().why().message()));
                since = later(since, reason.get().since());
            } else {
                hope = true;
            }
        }
        group.unknownNominations()
                .forEach(name ->
                        blocked.add(CheckMessage.Notes.of(name, Message.of("the MultiKueueConfig does not name it"))));
        boolean everywhere = !hope && !(blocked.isEmpty() && hopeless.isEmpty());
        List<String> notes = new ArrayList<>(blocked);
        if (everywhere) {
            notes.addAll(hopeless);
        }
        return new CheckNotes(notes, everywhere, since, again);
    }

    /** Whether it refused the job a short while ago, or refuses the replica now. */
    private static boolean refuses(ClusterView cluster, Instant now) {
        return cluster.avoidedAt(now)
                || (cluster.remote() instanceof Remote.Absent
                        && cluster.refusal()
                                .filter(refusal -> refusal.what() == Refusal.What.REPLICA)
                                .isPresent());
    }

    private static Optional<Instant> earlier(Optional<Instant> one, Instant other) {
        return Optional.of(one.filter(time -> time.isBefore(other)).orElse(other));
    }

    private static Optional<Instant> later(Optional<Instant> one, Instant other) {
        return Optional.of(one.filter(time -> time.isAfter(other)).orElse(other));
    }

    boolean isEmpty() {
        return notes.isEmpty();
    }

    String text() {
        return text(notes);
    }

    private static String text(List<String> notes) {
        return String.join("; ", notes);
    }

    /** The patch of the message, if it has to change. A message that is not ours stays. */
    static List<PlacementEffect> effect(List<String> notes, LocalWorkload local) {
        boolean ours = local.checkMessage() instanceof CheckMessage.Notes;
        CheckMessage wanted = notes.isEmpty() ? CheckMessage.NONE : new CheckMessage.Notes(Message.of(text(notes)));
        if (wanted.equals(local.checkMessage()) || (notes.isEmpty() && !ours)) {
            return List.of();
        }
        return List.of(new PlacementEffect.SetCheck(CheckState.PENDING, wanted));
    }

    /** When the quota is given back, where the configuration says so and nowhere is hope. */
    Optional<Instant> giveBackAt(Group group, PlacementSettings settings) {
        if (!everywhere || group.local().nominated().isEmpty()) {
            return Optional.empty();
        }
        return settings.giveBackAfter().flatMap(wait -> since.map(time -> time.plus(wait)));
    }
}
