package dev.turnstile.core.cycle;

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Workloads that hold quota already first, then those that claim the room which they preempted for, then those that
 * borrow least, then by priority, queue-order time and name.
 */
final class ClassicOrder implements EntryOrder {
    private final Iterator<Entry> entries;

    ClassicOrder(List<Entry> entries, SchedulingOptions options) {
        Comparator<Entry> order = Comparator.comparing(
                        (Entry entry) -> !entry.workload().reserved())
                .thenComparing(entry -> !entry.goesFirst(options))
                .thenComparingInt(entry -> entry.assignment().borrowing())
                .thenComparing(Comparator.comparingInt(
                                (Entry entry) -> entry.workload().priority())
                        .reversed())
                .thenComparing(entry -> options.queueOrder().time(entry.workload()))
                .thenComparing(entry -> entry.workload().key());
        this.entries = entries.stream().sorted(order).iterator();
    }

    @Override
    public @Nullable Entry next() {
        return entries.hasNext() ? entries.next() : null;
    }
}
