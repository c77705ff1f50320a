package dev.turnstile.core.ungating.interleavings;

import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Connection;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.LocalWorkload;
import dev.turnstile.core.dispatch.Remote;
import dev.turnstile.core.dispatch.RemoteJob;
import dev.turnstile.core.ungating.GateOrder;
import dev.turnstile.core.ungating.GateStep;
import dev.turnstile.core.ungating.GateWork;
import dev.turnstile.core.ungating.OpeningAttempt.Outcome;
import dev.turnstile.core.ungating.UngatingDecision;
import dev.turnstile.core.ungating.UngatingSettings;
import dev.turnstile.vocabulary.CheckState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A manager's process: what it has seen, what it knows of its own writes, and the request that is under way. */
record Manager(Note note, List<Seen> seen, GateWork work, Request request) {

    static final int TIMEOUT = 2;
    private static final UngatingSettings SETTINGS =
            new UngatingSettings(true, Duration.ofMinutes(TIMEOUT), Optional.empty(), Duration.ofSeconds(5));

    Manager {
        seen = List.copyOf(seen);
    }

    /** What was seen of one cluster, if anything was. */
    record Seen(String name, Optional<Site> site, boolean connected) {

        Seen {
            site = site.map(seen -> seen.reachable(true));
        }

        boolean shows(Site truth) {
            return site.equals(Optional.of(truth.reachable(true)));
        }
    }

    /** The request of this process that is not answered yet. */
    sealed interface Request {

        /** There is none. */
        record None() implements Request {}

        /** The annotation. */
        record Remembering(GateStep.Remember step, Reply reply) implements Request {}

        /** A gate, and the answer that is on its way back. */
        record Writing(GateOrder order, int sentAt, Optional<Outcome> reply) implements Request {}
    }

    /** How far the write of the annotation is. */
    enum Reply {
        ON_ITS_WAY,
        WRITTEN,
        CONFLICT
    }

    /** A process that starts reads all that can be reached. */
    static Manager started(Note note, List<Site> sites, int now) {
        List<Seen> seen = sites.stream()
                .map(site -> new Seen(
                        site.name(), site.reachable() ? Optional.of(site) : Optional.empty(), site.reachable()))
                .toList();
        return new Manager(note, seen, GateWork.begins(Minutes.at(now)), new Request.None());
    }

    /** What the production code has it write next; empty where it waits. */
    Optional<GateStep.Remember> next(int now) {
        if (!(request instanceof Request.None)) {
            return Optional.empty();
        }
        Optional<UngatingDecision> decision = work.decide(group(), SETTINGS, Minutes.at(now));
        return decision.map(made -> GateStep.of(made, Minutes.at(now))).flatMap(step -> switch (step) {
            case GateStep.Remember remember -> Optional.of(remember);
            case GateStep.Nothing ignored -> Optional.empty();
            case GateStep.Close close -> throw new AssertionError("the feature is on all the time: " + close);
        });
    }

    private Group group() {
        LocalWorkload local = new LocalWorkload(
                "team/job-a",
                Integer.toString(note.version()),
                true,
                true,
                Optional.of(Minutes.at(0)),
                false,
                Optional.empty(),
                CheckState.PENDING,
                CheckMessage.NONE,
                Optional.empty(),
                seen.stream().map(Seen::name).toList(),
                Optional.of(Minutes.at(0)),
                note.remembered());
        List<ClusterView> clusters = seen.stream()
                .map(one -> new ClusterView(
                        one.name(),
                        true,
                        one.connected() ? new Connection.Connected() : new Connection.Disconnected(Minutes.at(0)),
                        one.site().map(Site::remote).orElseGet(Remote.Unknown::new),
                        new RemoteJob.Absent(),
                        Optional.empty(),
                        Optional.empty()))
                .toList();
        return new Group(local, clusters);
    }

    Manager reads(Note truth) {
        return new Manager(truth, seen, work, request);
    }

    Manager with(Request other) {
        return new Manager(note, seen, work, other);
    }

    Manager with(GateWork other) {
        return new Manager(note, seen, other, request);
    }

    Seen of(String name) {
        return seen.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    }

    /** Of a cluster that is not connected nothing new is seen. */
    Manager sees(Site site) {
        return of(site.name()).connected() ? connected(site) : this;
    }

    Manager connected(Site site) {
        return put(new Seen(site.name(), Optional.of(site), true));
    }

    Manager disconnected(String name) {
        return put(new Seen(name, of(name).site(), false));
    }

    private Manager put(Seen changed) {
        List<Seen> all = seen.stream()
                .map(one -> one.name().equals(changed.name()) ? changed : one)
                .toList();
        return new Manager(note, all, work, request);
    }
}
