package dev.turnstile.core.dispatch;

import java.time.Instant;
import java.util.Optional;

/** Somebody else writes {@code status.nominatedClusterNames}; we only follow it. */
public record OutsideDispatcher(String name) implements Dispatcher {

    @Override
    public Nomination nominate(Group group, Instant now) {
        if (group.local().nominated().isEmpty()) {
            return new Nomination.Keep("waiting for " + name + " to write nominatedClusterNames", Optional.empty());
        }
        return new Nomination.Keep(name + " offers it to " + group.local().nominated(), Optional.empty());
    }
}
