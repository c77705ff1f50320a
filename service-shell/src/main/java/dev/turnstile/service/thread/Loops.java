package dev.turnstile.service.thread;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The running loops of one service, for its probes and metrics. */
public final class Loops {
    private final Set<Loop> running = ConcurrentHashMap.newKeySet();
    private final Map<String, LongAdder> failures = new ConcurrentSkipListMap<>();
    private final List<Consumer<String>> observers = new CopyOnWriteArrayList<>();
    private final List<BiConsumer<String, Throwable>> witnesses = new CopyOnWriteArrayList<>();

    void add(Loop loop) {
        running.add(loop);
        if (failures.putIfAbsent(loop.name(), new LongAdder()) == null) {
            observers.forEach(observer -> observer.accept(loop.name()));
        }
    }

    void remove(Loop loop) {
        running.remove(loop);
    }

    void failed(String name, Throwable cause) {
        failures.computeIfAbsent(name, _ -> new LongAdder()).increment();
        witnesses.forEach(witness -> witness.accept(name, cause));
    }

    /** Calls that with each failure from now on, and the name of the loop, on the thread that failed. */
    public void whenFailed(BiConsumer<String, Throwable> witness) {
        witnesses.add(witness);
    }

    /** Calls that for each name under which loops run or will run; perhaps more than once. */
    public void forEachName(Consumer<String> observer) {
        observers.add(observer);
        failures.keySet().forEach(observer);
    }

    /** How many rounds of loops of that name have failed. */
    public long failures(String name) {
        LongAdder count = failures.get(name);
        return count == null ? 0 : count.sum();
    }

    /** The longest that a loop of that name has been in its round without a sign of life. */
    public Duration busy(String name) {
        return running.stream()
                .filter(loop -> loop.name().equals(name))
                .map(Loop::busy)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Loops that no longer come round, in words; empty where all is well. */
    public List<String> stuck() {
        return running.stream()
                .filter(Loop::isStuck)
                .map(loop -> loop + " has not come round for " + loop.busy().toSeconds() + " s")
                .sorted()
                .toList();
    }
}
