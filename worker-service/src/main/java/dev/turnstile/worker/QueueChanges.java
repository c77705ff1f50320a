package dev.turnstile.worker;

import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.LocalQueue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What changed about a queue. Its status changes often and concerns hardly anybody. */
final class QueueChanges {
    private QueueChanges() {}

    /** Whether it is there as before but for its status. */
    static boolean sameSpec(@Nullable ClusterQueue before, @Nullable ClusterQueue after) {
        return before != null
                && after != null
                && before.spec().equals(after.spec())
                && Objects.equals(
                        before.metadata().getDeletionTimestamp(),
                        after.metadata().getDeletionTimestamp());
    }

    /** Whether it is there as before but for its counts. */
    static boolean sameConditions(@Nullable ClusterQueue before, @Nullable ClusterQueue after) {
        return sameSpec(before, after)
                && before != null
                && after != null
                && before.status().conditions().equals(after.status().conditions());
    }

    /** Whether it is there as before but for its status. */
    static boolean sameSpec(@Nullable LocalQueue before, @Nullable LocalQueue after) {
        return before != null && after != null && before.spec().equals(after.spec());
    }
}
