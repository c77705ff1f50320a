package dev.turnstile.core.ungating;

import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Gate;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.Replica;
import dev.turnstile.core.message.Message;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the check's message says of gates while nobody has won: which replicas are gated and since when, which may
 * preempt, and who is next. Only times at which something happens are named, so that time alone does not change it.
 *
 * <p>Example: {@code Cluster "a": may preempt since 12:00:03}, {@code Cluster "b": gated since 12:00:02, next at
 * 12:05:03}.
 */
public final class GateNotes {

    private GateNotes() {}

    /** One note for each cluster in the order of the config, out of what was decided about its group. */
    public static List<String> of(Group group, UngatingDecision decision) {
        List<String> notes = new ArrayList<>();
        for (ClusterView cluster : group.nominatedClusters()) {
            cluster.replica()
                    .flatMap(replica -> words(cluster, replica, decision))
                    .map(words -> CheckMessage.Notes.of(cluster.name(), Message.of(words)))
                    .ifPresent(notes::add);
        }
        return notes;
    }

    private static Optional<String> words(ClusterView cluster, Replica replica, UngatingDecision decision) {
        if (replica.gate() instanceof Gate.Open open
                && !replica.holdsQuota()
                && replica.finished().isEmpty()) {
            return Optional.of("may preempt since " + open.since());
        }
        if (!replica.asksForPreemption()) {
            return Optional.empty();
        }
        String since = "gated since " + replica.signal().orElseThrow().writtenAt();
        return Optional.of(
                decision instanceof UngatingDecision.Deferred deferred
                                && deferred.next().equals(cluster.name())
                        ? since + ", next at " + second(deferred.until())
                        : since);
    }

    /** The API has no parts of seconds: what is read again is the same. */
    private static Instant second(Instant time) {
        Instant begun = time.truncatedTo(ChronoUnit.SECONDS);
        return begun.equals(time) ? time : begun.plusSeconds(1);
    }
}
