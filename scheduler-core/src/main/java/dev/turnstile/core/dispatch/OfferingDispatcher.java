package dev.turnstile.core.dispatch;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A dispatcher that is built in: asked only where a workload is on offer, and a cluster could be added. */
interface OfferingDispatcher extends Dispatcher {

    /**
     * Chooses.
     *
     * @param addable clusters that may be added to the nomination, at least one, in the order of the config
     */
    Nomination offer(Group group, List<String> addable, Instant now);

    @Override
    default Nomination nominate(Group group, Instant now) {
        Optional<String> closed = Offer.closedBecause(group);
        if (closed.isPresent()) {
            return new Nomination.Keep(closed.get(), Optional.empty());
        }
        List<String> addable = Offer.addable(group, now);
        if (addable.isEmpty()) {
            return new Nomination.Keep("no further cluster can be offered now", Optional.empty());
        }
        return offer(group, addable, now);
    }
}
