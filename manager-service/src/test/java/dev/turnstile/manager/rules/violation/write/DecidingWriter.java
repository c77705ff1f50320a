package dev.turnstile.manager.rules.violation.write;

import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.placement.Placement;
import dev.turnstile.core.placement.PlacementDecision;
import dev.turnstile.core.placement.PlacementSettings;
import java.time.Instant;

/** A writer that decides what it writes. */
public final class DecidingWriter {
    private DecidingWriter() {}

    public static PlacementDecision decide(Group group, Instant now) {
        return Placement.decide(group, PlacementSettings.defaults(), now);
    }
}
