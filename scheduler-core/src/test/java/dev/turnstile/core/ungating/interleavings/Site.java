package dev.turnstile.core.ungating.interleavings;

import dev.turnstile.core.dispatch.Gate;
import dev.turnstile.core.dispatch.Remote;
import dev.turnstile.core.dispatch.Replica;
import dev.turnstile.core.dispatch.Sighting;
import dev.turnstile.core.dispatch.SpecMatch;
import dev.turnstile.core.ungating.GateOrder;
import dev.turnstile.core.ungating.OpeningAttempt.Outcome;
import java.util.Optional;

/**
 * One worker cluster with its replica. Times are minutes; {@link #NEVER} where something is not so.
 *
 * @param made how many replicas there were, the present one included
 * @param there whether there is one now
 * @param version the version of the replica's state
 * @param openSince since when its gate is open
 * @param closedSince since when its status has it closed
 * @param signal since when it asks to preempt
 * @param evictedAs the version that its last eviction made
 */
record Site(
        String name,
        boolean reachable,
        int made,
        boolean there,
        int version,
        int openSince,
        int closedSince,
        int signal,
        int evictedAs) {

    static final int NEVER = -1;

    String uid() {
        return name + "-" + made;
    }

    boolean open() {
        return openSince != NEVER;
    }

    boolean asks() {
        return there && signal != NEVER && !open();
    }

    Remote remote() {
        if (!there) {
            return new Remote.Absent();
        }
        Gate gate = open() ? new Gate.Open(Minutes.at(openSince)) : new Gate.Closed(Minutes.since(closedSince));
        return new Replica(
                uid(),
                Integer.toString(version),
                SpecMatch.SAME,
                gate,
                Minutes.since(signal).map(at -> new Sighting(at, at)),
                Optional.empty(),
                Optional.empty(),
                evictedAs != NEVER,
                Optional.empty(),
                Optional.empty());
    }

    Site reachable(boolean now) {
        return new Site(name, now, made, there, version, openSince, closedSince, signal, evictedAs);
    }

    Site signals(int since) {
        return new Site(name, reachable, made, there, version + 1, openSince, closedSince, since, evictedAs);
    }

    /** The worker writes the state of a gate that was only in the spec. */
    Site declares(int now) {
        return new Site(name, reachable, made, there, version + 1, openSince, now, signal, evictedAs);
    }

    /** Closed, no signal, evicted: one patch, as the contract has it. */
    Site evicted(int now) {
        return new Site(name, reachable, made, there, version + 1, NEVER, now, NEVER, version + 1);
    }

    Site deleted() {
        return new Site(name, reachable, made, false, version + 1, NEVER, NEVER, NEVER, NEVER);
    }

    /** A new replica, behind its gate from its first moment. */
    Site madeAnew() {
        return new Site(name, reachable, made + 1, true, version + 1, NEVER, NEVER, NEVER, NEVER);
    }

    /** What the API server makes of a lane's write, which is guarded by uid and version. */
    Outcome outcome(GateOrder order) {
        if (!there || !uid().equals(order.target().replica())) {
            return Outcome.REFUSED;
        }
        return Integer.toString(version).equals(order.target().version()) ? Outcome.WRITTEN : Outcome.CONFLICT;
    }

    Site opened(int at) {
        return new Site(name, reachable, made, there, version + 1, at, NEVER, signal, evictedAs);
    }
}
