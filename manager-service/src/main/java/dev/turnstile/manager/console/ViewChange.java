package dev.turnstile.manager.console;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.turnstile.manager.console.ConsoleView.ClusterCard;
import dev.turnstile.manager.console.ConsoleView.ClusterQueues;
import dev.turnstile.manager.console.ConsoleView.Decision;
import dev.turnstile.manager.console.ConsoleView.GroupRow;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is sent to a page so that it shows the next picture instead of the one before.
 *
 * @param whole whether what it knew is to be forgotten first
 * @param time of the picture
 * @param clusters all of them; null where none changed
 * @param groups those that changed; null stands for one that is gone
 * @param queues those that changed; null stands for one that is gone
 * @param decisions those that are new
 */
@JsonInclude(value = JsonInclude.Include.NON_NULL, content = JsonInclude.Include.ALWAYS)
record ViewChange(
        boolean whole,
        Instant time,
        @Nullable List<ClusterCard> clusters,
        Map<String, @Nullable GroupRow> groups,
        Map<String, @Nullable ClusterQueues> queues,
        List<Decision> decisions) {

    /** From nothing, or from one picture, to the next. */
    static ViewChange between(@Nullable ConsoleView before, ConsoleView after, Instant time) {
        if (before == null) {
            return new ViewChange(
                    true,
                    time,
                    after.clusters(),
                    new TreeMap<>(after.groups()),
                    new TreeMap<>(after.queues()),
                    after.decisions());
        }
        return new ViewChange(
                false,
                time,
                before.clusters().equals(after.clusters()) ? null : after.clusters(),
                changed(before.groups(), after.groups()),
                changed(before.queues(), after.queues()),
                added(before.decisions(), after.decisions()));
    }

    private static List<Decision> added(List<Decision> before, List<Decision> after) {
        var known = new HashSet<>(before);
        return after.stream().filter(decision -> !known.contains(decision)).toList();
    }

    private static <T> Map<String, @Nullable T> changed(Map<String, T> before, Map<String, T> after) {
        var keys = new TreeSet<>(before.keySet());
        keys.addAll(after.keySet());
        var changed = new TreeMap<String, @Nullable T>();
        for (var key : keys) {
            if (!Objects.equals(before.get(key), after.get(key))) {
                changed.put(key, after.get(key));
            }
        }
        return changed;
    }

    boolean isEmpty() {
        return !whole && clusters == null && groups.isEmpty() && queues.isEmpty() && decisions.isEmpty();
    }
}
