package dev.turnstile.service.informer;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** How many writes were sent, and what the API made of them. Safe for any thread. */
public final class WriteCounts {
    /**
     * Writes that are counted together.
     *
     * @param resource as in {@code workloads/status}
     * @param verb as in the rules of RBAC
     * @param result {@code written}, {@code conflict}, {@code throttled}, {@code refused}, {@code error} or
     *     {@code unanswered}
     */
    public record Kind(String resource, String verb, String result) {}

    private final Map<Kind, LongAdder> counts = new ConcurrentHashMap<>();
    private final CopyOnWriteArrayList<Consumer<Kind>> listeners = new CopyOnWriteArrayList<>();

    void count(Kind kind) {
        LongAdder adder = counts.get(kind);
        if (adder == null) {
            LongAdder first = new LongAdder();
            LongAdder known = counts.putIfAbsent(kind, first);
            adder = known == null ? first : known;
            if (known == null) {
                listeners.forEach(listener -> listener.accept(kind));
            }
        }
        adder.increment();
    }

    /** How many there were of a kind. */
    public long of(Kind kind) {
        LongAdder adder = counts.get(kind);
        return adder == null ? 0 : adder.sum();
    }

    /** Notifies that listener of every kind that there is, and of each that comes; of some perhaps twice. */
    public void forEachKind(Consumer<Kind> listener) {
        listeners.add(listener);
        counts.keySet().forEach(listener);
    }
}
