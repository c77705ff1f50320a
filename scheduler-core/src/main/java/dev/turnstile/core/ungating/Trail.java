package dev.turnstile.core.ungating;

import java.time.Instant;
import java.util.List;

/**
 * One entry of the decision trail.
 *
 * @param asking who had signalled, first come first
 * @param words who was opened, or what we wait for, and why
 * @param situation equal for entries that say the same: events are published, and entries kept, once per situation
 */
public record Trail(List<Asking> asking, String words, String situation) {

    public Trail {
        asking = List.copyOf(asking);
    }

    /** A replica that asks to be let through. */
    public record Asking(String cluster, Instant since) {}
}
