package dev.turnstile.model.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** The configuration that holds now. Ask each time; what can change while running is taken over at once. */
public final class ReloadableConfiguration {

    /** What became of a changed configuration. */
    public sealed interface Outcome {

        /** It was refused as a whole; what held before still holds. */
        record Refused(List<Problem> problems) implements Outcome {}

        /**
         * It holds, as far as it can without a restart.
         *
         * @param changed settings that were taken over
         * @param needingRestart settings that differ and keep their old values until then
         */
        record Applied(SortedSet<String> changed, SortedSet<String> needingRestart) implements Outcome {}
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Consumer<Configuration>> listeners = new CopyOnWriteArrayList<>();
    private volatile Configuration current;

    public ReloadableConfiguration(Configuration initial) {
        this.current = initial;
    }

    /** What holds now. */
    public Configuration current() {
        return current;
    }

    /** Calls the listener with each configuration that holds from now on. */
    public void onChange(Consumer<Configuration> listener) {
        listeners.add(listener);
    }

    /** Takes over what can be taken over of a changed configuration. */
    public Outcome offer(Reading reading) {
        if (!reading.problems().isEmpty()) {
            return new Outcome.Refused(reading.problems());
        }
        lock.lock();
        try {
            var old = EffectiveProperties.plain(current);
            var offered = EffectiveProperties.plain(reading.configuration());
            var names = new TreeSet<>(old.keySet());
            names.addAll(offered.keySet());
            names.removeIf(name -> Objects.equals(old.get(name), offered.get(name)));
            var changed = new TreeSet<String>();
            var needingRestart = new TreeSet<String>();
            names.forEach(name -> (Settings.reloadable(name) ? changed : needingRestart).add(name));
            if (!changed.isEmpty()) {
                current = Reading.bind(mixed(old, offered));
            }
            var applied = new Outcome.Applied(changed, needingRestart);
            if (!changed.isEmpty()) {
                new ArrayList<>(listeners).forEach(listener -> listener.accept(current));
            }
            return applied;
        } finally {
            lock.unlock();
        }
    }

    private static Map<String, String> mixed(Map<String, String> old, Map<String, String> offered) {
        var mixed = new LinkedHashMap<String, String>();
        old.forEach((name, value) -> {
            if (!Settings.reloadable(name)) {
                mixed.put(name, value);
            }
        });
        offered.forEach((name, value) -> {
            if (Settings.reloadable(name)) {
                mixed.put(name, value);
            }
        });
        return mixed;
    }
}
