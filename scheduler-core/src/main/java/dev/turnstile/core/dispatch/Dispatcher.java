package dev.turnstile.core.dispatch;

import java.time.Instant;

/**
 * Chooses the clusters to which a waiting workload is offered.
 *
 * <p>Implementations are pure: equal groups and times give equal answers. They are asked again on every event of the
 * group and at {@link Nomination#lookAgainAt()}; what they need to remember is in the group.
 */
public interface Dispatcher {

    /** The name by which the configuration selects it. */
    String name();

    Nomination nominate(Group group, Instant now);
}
