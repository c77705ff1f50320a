package dev.turnstile.service.audit;

import dev.turnstile.service.informer.ObjectKey;

/**
 * One difference that should not be there.
 *
 * @param kind what differs, as the label of the metric
 * @param subject the object that differs
 * @param state what was found; the same difference in the next pass has the same one
 * @param history what is known of how it came to be, for the log
 */
public record Finding(String kind, ObjectKey subject, String state, String history) {
    /** What two passes have to agree in. */
    record Identity(String kind, ObjectKey subject, String state) {}

    Identity identity() {
        return new Identity(kind, subject, state);
    }
}
