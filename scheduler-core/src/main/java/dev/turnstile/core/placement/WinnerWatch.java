package dev.turnstile.core.placement;

import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Connection;
import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.JobReading;
import dev.turnstile.core.dispatch.Refusal;
import dev.turnstile.core.dispatch.Remote;
import dev.turnstile.core.dispatch.RemoteJob;
import dev.turnstile.core.dispatch.Replica;
import dev.turnstile.core.dispatch.SpecMatch;
import dev.turnstile.core.message.Message;
import dev.turnstile.vocabulary.CheckState;
import dev.turnstile.vocabulary.FinishedReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The workload is placed: what becomes of it there, and what is removed everywhere else. */
final class WinnerWatch {

    /** Upstream ends a sentence of its own before it and else puts a comma: people search for both. */
    private static final String PREVIOUSLY = "Previously: \"" + CheckState.READY.text() + "\"";

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
            case Connection.Connected ignored -> reachable(group, winner, now);
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

    private static PlacementDecision reachable(Group group, ClusterView winner, Instant now) {
        return switch (winner.remote()) {
            case Remote.Unknown ignored ->
                new PlacementDecision.Running(
                        winner.name(),
                        removalElsewhere(group, winner),
                        "waiting for a first view of cluster \"" + winner.name() + "\"",
                        Optional.empty());
            case Remote.Absent ignored -> gone(group, winner, "was removed");
            case Remote.Foreign foreign -> gone(group, winner, "gave way to " + foreign.description());
            case Replica replica -> present(group, winner, replica, now);
        };
    }

    /** A replica whose job came to its end may have been removed by its cluster: what has ended does not run again. */
    private static PlacementDecision gone(Group group, ClusterView winner, String why) {
        Optional<JobReading.State> read = reading(group, winner, "gone");
        if (read.isEmpty()) {
            return readFirst(group, winner, "gone", "the replica on \"" + winner.name() + "\" " + why);
        }
        return switch (read.get()) {
            case JobReading.State.Ended ended -> completed(group, winner, ended.finish());
            case JobReading.State.Unfinished ignored -> noLongerExists(winner, why);
            case JobReading.State.Gone ignored -> noLongerExists(winner, why);
        };
    }

    private static PlacementDecision present(Group group, ClusterView winner, Replica replica, Instant now) {
        if (replica.finished().isPresent()) {
            return finished(group, winner, replica.uid(), replica.finished().get());
        }
        if (replica.evicted()) {
            return evicted(winner, "cluster \"" + winner.name() + "\" evicted it");
        }
        if (!replica.runs() || replica.specMatch() == SpecMatch.DIFFERENT) {
            return noLongerExists(winner, "is not the one that was admitted");
        }
        if (winner.job() instanceof RemoteJob.Foreign foreign) {
            return startOver(
                    "the job's name is taken on \"" + winner.name() + "\"",
                    new CheckMessage.Notes(Message.of("Cluster \"" + winner.name() + "\" has a " + foreign.description()
                            + " that is not ours, " + PREVIOUSLY)));
        }
        if (winner.job() instanceof RemoteJob.Ours(RemoteJob.Run run) && run == RemoteJob.Run.LATER) {
            // The API refuses another start time in the local job: it has to be stopped first, as by any eviction.
            return evicted(winner, "cluster \"" + winner.name() + "\" evicted it and admitted it again unseen");
        }
        Optional<Refusal> refusal = winner.job() instanceof RemoteJob.Absent
                ? winner.refusal().filter(refused -> refused.countsForJob(now))
                : Optional.empty();
        if (refusal.filter(refused -> !now.isBefore(refused.givenUpAt())).isPresent()) {
            return startOver(
                    "its job is refused on \"" + winner.name() + "\"",
                    new CheckMessage.Notes(Message.of(
                            CheckMessage.Notes.of(winner.name(), refusal.get().message()) + ", " + PREVIOUSLY)));
        }
        return running(group, winner, replica, refusal);
    }

    private static PlacementDecision finished(Group group, ClusterView winner, String replica, Finish finish) {
        if (finish.reason().equals(FinishedReason.OUT_OF_SYNC.text())) {
            return startOver(
                    "its job on \"" + winner.name() + "\" is another one than its replica",
                    new CheckMessage.Other(Message.of("Workload is out of sync on worker cluster: \"" + winner.name()
                            + "\", resetting for re-admission. " + PREVIOUSLY)));
        }
        return reading(group, winner, replica).isPresent()
                ? completed(group, winner, finish)
                : readFirst(group, winner, replica, "it finished on \"" + winner.name() + "\"");
    }

    /** It may take a while until the local job can show its end. */
    private static PlacementDecision completed(Group group, ClusterView winner, Finish finish) {
        List<PlacementEffect> effects = new ArrayList<>();
        effects.add(new PlacementEffect.EndJob(winner.name(), finish));
        effects.add(new PlacementEffect.FinishLocal(finish));
        effects.addAll(removalElsewhere(group, winner));
        return new PlacementDecision.Completed(effects, "it finished on \"" + winner.name() + "\"");
    }

    private static PlacementDecision readFirst(Group group, ClusterView winner, String what, String words) {
        List<PlacementEffect> effects = new ArrayList<>();
        effects.add(new PlacementEffect.ReadJob(winner.name(), cause(group, what)));
        effects.addAll(removalElsewhere(group, winner));
        return new PlacementDecision.Ending(effects, words + ", its job is read");
    }

    private static Optional<JobReading.State> reading(Group group, ClusterView winner, String what) {
        return winner.reading()
                .filter(reading -> reading.cause().equals(cause(group, what)))
                .map(JobReading::state);
    }

    /** The life is in it: a reading of an earlier one says nothing of this one. */
    private static String cause(Group group, String what) {
        return what + " in "
                + group.local().reservedSince().map(Instant::toString).orElse("no life");
    }

    private static PlacementDecision running(
            Group group, ClusterView winner, Replica replica, Optional<Refusal> refusal) {
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
        if (refusal.isPresent()) {
            words = "cluster \"" + winner.name() + "\" " + refusal.get().message() + "; it is tried until "
                    + refusal.get().givenUpAt();
        }
        return new PlacementDecision.Running(winner.name(), effects, words, refusal.map(Refusal::givenUpAt));
    }

    private static List<PlacementEffect> removalElsewhere(Group group, ClusterView winner) {
        return Leftovers.removal(group, cluster -> !cluster.name().equals(winner.name()));
    }

    private static PlacementDecision evicted(ClusterView winner, String words) {
        return startOver(words, new CheckMessage.EvictedThere(winner.name()));
    }

    private static PlacementDecision noLongerExists(ClusterView winner, String why) {
        return startOver("the replica on \"" + winner.name() + "\" " + why, "Admitting remote no longer exists");
    }

    private static PlacementDecision startOver(String words, String message) {
        return startOver(words, new CheckMessage.Other(Message.of(message + ", " + PREVIOUSLY)));
    }

    private static PlacementDecision startOver(String words, CheckMessage message) {
        return new PlacementDecision.StartOver(
                List.of(new PlacementEffect.SetCheck(CheckState.RETRY, message)), words + ": it starts over");
    }
}
