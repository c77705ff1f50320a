package dev.turnstile.service.port;

import dev.turnstile.service.port.OpenConnection.Phase;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Who has to leave a port.
 *
 * <p>Goal: nobody who connects and says nothing, or says it slowly, keeps others out. Constraint: a connection whose
 * request is being answered is not cut, since somebody's Job would be refused for it. So those that never asked leave
 * first, then those that take long to ask, then those that are idle, in each case those that have been so for longest;
 * where all are being served, the newcomer is refused.
 */
final class PortRules {
    private static final Comparator<OpenConnection> MISSED_LEAST = Comparator.comparing(OpenConnection::phase)
            .thenComparing(OpenConnection::lasting, Comparator.reverseOrder())
            .thenComparing(OpenConnection::id);

    /** What becomes of one more connection. */
    sealed interface Newcomer {
        /** There is room. */
        record Welcome() implements Newcomer {}

        /** There is room once that one has left. */
        record InPlaceOf(String id) implements Newcomer {}

        /** All others are being served. */
        record Refused() implements Newcomer {}
    }

    private PortRules() {}

    static Newcomer newcomer(String peer, Collection<OpenConnection> open, PortLimits limits) {
        Predicate<OpenConnection> its = connection -> connection.peer().equals(peer);
        if (open.stream().filter(its).count() >= limits.ofOnePeer()) {
            return inPlaceOf(open, its);
        }
        return open.size() >= limits.connections() ? inPlaceOf(open, connection -> true) : new Newcomer.Welcome();
    }

    private static Newcomer inPlaceOf(Collection<OpenConnection> open, Predicate<OpenConnection> among) {
        Optional<OpenConnection> leaving = open.stream()
                .filter(among)
                .filter(connection -> connection.phase() != Phase.SERVED)
                .min(MISSED_LEAST);
        return leaving.<Newcomer>map(connection -> new Newcomer.InPlaceOf(connection.id()))
                .orElseGet(Newcomer.Refused::new);
    }

    /** Who has taken too long. */
    static List<String> overdue(Collection<OpenConnection> open, PortLimits limits) {
        return open.stream()
                .filter(connection -> switch (connection.phase()) {
                    case NEW, ASKING -> connection.lasting().compareTo(limits.toAsk()) >= 0;
                    case IDLE -> connection.lasting().compareTo(limits.idle()) >= 0;
                    case SERVED -> false;
                })
                .map(OpenConnection::id)
                .toList();
    }
}
