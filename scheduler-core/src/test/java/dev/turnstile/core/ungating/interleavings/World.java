package dev.turnstile.core.ungating.interleavings;

import dev.turnstile.core.ungating.GateOrder;
import dev.turnstile.core.ungating.GateStep;
import dev.turnstile.core.ungating.OpeningAttempt.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All that the opening of gates depends on, as a value.
 *
 * @param late requests that nobody waits for any more, and that may arrive yet
 * @param openings the gates that were opened, as far as they still matter
 * @param left what may go wrong yet
 */
record World(
        int now, Note note, List<Site> sites, Manager manager, List<Late> late, List<Opening> openings, Budget left) {

    World {
        sites = List.copyOf(sites);
        late = thatMayMatter(late, note, sites);
        openings = List.copyOf(openings);
    }

    /** A request without a sender: of the annotation, or of a gate. */
    record Late(int sentAt, Optional<GateStep.Remember> note, Optional<GateOrder> gate) {}

    /** Versions only grow: a guard that does not hold now never will. */
    private static List<Late> thatMayMatter(List<Late> late, Note note, List<Site> sites) {
        return late.stream().filter(request -> mayMatter(request, note, sites)).toList();
    }

    private static boolean mayMatter(Late request, Note note, List<Site> sites) {
        return request.note().map(note::takes).orElse(true)
                && request.gate()
                        .map(gate -> sites.stream()
                                .anyMatch(site ->
                                        site.name().equals(gate.cluster()) && site.outcome(gate) == Outcome.WRITTEN))
                        .orElse(true);
    }

    /** A gate that was opened. */
    record Opening(int sentAt, String replica) {}

    /**
     * How often things may go wrong.
     *
     * @param crashes of the manager
     * @param cuts of the connection to a cluster
     * @param losses of a request, its answer, or the server's good will
     * @param whims of workers and strangers: a signal raised or withdrawn, an eviction, a deletion
     */
    record Budget(int crashes, int cuts, int losses, int whims) {

        Budget crash() {
            return new Budget(crashes - 1, cuts, losses, whims);
        }

        Budget cut() {
            return new Budget(crashes, cuts - 1, losses, whims);
        }

        Budget loss() {
            return new Budget(crashes, cuts, losses - 1, whims);
        }

        Budget whim() {
            return new Budget(crashes, cuts, losses, whims - 1);
        }
    }

    /** Two clusters whose replicas wait, and ask; of one gate the worker has written no state yet. */
    static World start(Budget budget) {
        List<Site> sites = List.of(
                new Site("a", true, 1, true, 1, Site.NEVER, 0, 0, Site.NEVER),
                new Site("b", true, 1, true, 1, Site.NEVER, Site.NEVER, 0, Site.NEVER));
        Note note = new Note(1, Optional.empty());
        return new World(0, note, sites, Manager.started(note, sites, 0), List.of(), List.of(), budget);
    }

    Site site(String name) {
        return sites.stream()
                .filter(site -> site.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    World with(Manager other) {
        return new World(now, note, sites, other, late, openings, left);
    }

    World with(Note other) {
        return new World(now, other, sites, manager, late, openings, left);
    }

    World with(Budget other) {
        return new World(now, note, sites, manager, late, openings, other);
    }

    World with(Site changed) {
        List<Site> all = sites.stream()
                .map(site -> site.name().equals(changed.name()) ? changed : site)
                .toList();
        return new World(now, note, all, manager, late, openings, left);
    }

    /** What was opened there is evicted and closed, or gone: the next one may be opened. */
    World over(Site site) {
        List<Opening> rest = openings.stream()
                .filter(opening -> !opening.replica().equals(site.uid()))
                .toList();
        return new World(now, note, sites, manager, late, rest, left);
    }

    World plus(Late request) {
        List<Late> all = new ArrayList<>(late);
        all.add(request);
        return new World(now, note, sites, manager, all, openings, left);
    }

    World without(Late request) {
        List<Late> all = new ArrayList<>(late);
        all.remove(request);
        return new World(now, note, sites, manager, all, openings, left);
    }

    /** A minute passes: what was late before it began does not arrive any more. */
    World later() {
        return new World(
                now + 1,
                note,
                sites,
                manager,
                late.stream().filter(request -> request.sentAt() == now).toList(),
                openings.stream()
                        .filter(opening -> opening.sentAt() + Manager.TIMEOUT > now)
                        .toList(),
                left);
    }

    private boolean closedAgain(Opening opening) {
        return sites.stream().anyMatch(site -> site.uid().equals(opening.replica()) && site.there() && !site.open());
    }

    /**
     * The lane's write takes effect, if the server takes it. Invariants A and C are about this moment.
     *
     * @param sentAt when it was sent
     */
    World carriedOut(GateOrder order, int sentAt) {
        Site site = site(order.cluster());
        return switch (site.outcome(order)) {
            case WRITTEN -> {
                Opening opening = new Opening(sentAt, site.uid());
                for (Opening before : openings) {
                    if (Math.abs(sentAt - before.sentAt()) < Manager.TIMEOUT
                            && !before.replica().equals(site.uid())
                            && !closedAgain(before)) {
                        throw new AssertionError("A: " + opening + " after " + before);
                    }
                }
                if (Integer.parseInt(order.target().version()) < site.evictedAs()) {
                    throw new AssertionError("C: " + opening + " was decided before its eviction");
                }
                List<Opening> all = new ArrayList<>(openings);
                all.add(opening);
                World opened = with(site.opened(sentAt));
                yield new World(now, note, opened.sites(), manager, late, all, left);
            }
            case CONFLICT, REFUSED, UNANSWERED -> this;
        };
    }
}
