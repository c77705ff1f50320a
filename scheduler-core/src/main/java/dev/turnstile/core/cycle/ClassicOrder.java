package dev.turnstile.core.cycle;

import dev.turnstile.core.workload.QueueOrder;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Those who hold quota already first, then those who borrow least, then by priority, queue-order time and name. */
final class ClassicOrder implements EntryOrder {
    private final Iterator<Entry> entries;

    ClassicOrder(List<Entry> entries, QueueOrder queueOrder) {
        Comparator<Entry> order = Comparator.comparing(
                        (Entry entry) -> !entry.workload().reserved())
                .thenComparingInt(entry -> entry.assignment().borrowing())
                .thenComparing(Comparator.comparingInt(
                                (Entry entry) -> entry.workload().priority())
                        .reversed())
                .thenComparing(entry -> queueOrder.time(entry.workload()))
                .thenComparing(entry -> entry.workload().key());
        this.entries = entries.stream().sorted(order).iterator();
    }

    @Override
    public @Nullable Entry next() {
        return entries.hasNext() ? entries.next() : null;
    }
}
