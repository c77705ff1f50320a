package dev.turnstile.core.dispatch;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What a {@link Dispatcher} answers. */
public sealed interface Nomination {

    /** For the decision trail: what was decided and why. */
    String words();

    /** When time alone can change the answer; empty where only an event can. */
    Optional<Instant> lookAgainAt();

    /**
     * Write this list to {@code status.nominatedClusterNames}.
     *
     * @param clusters all names, in the order of the config, those nominated before included
     */
    record Nominate(List<String> clusters, String words, Optional<Instant> lookAgainAt) implements Nomination {

        public Nominate {
            clusters = List.copyOf(clusters);
        }
    }

    /** Leave the field as it is. */
    record Keep(String words, Optional<Instant> lookAgainAt) implements Nomination {}
}
