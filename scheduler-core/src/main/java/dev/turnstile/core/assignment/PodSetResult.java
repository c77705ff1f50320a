package dev.turnstile.core.assignment;

import dev.turnstile.core.resource.Requests;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What one pod set gets. No choices, and obstacles: nothing fits. No obstacles: it fits as things are. */
public record PodSetResult(
        String name,
        int count,
        Requests requests,
        SortedMap<String, FlavorChoice> choices,
        List<Obstacle> obstacles,
        List<FlavorAttempt> attempts) {

    public PodSetResult {
        choices = Collections.unmodifiableSortedMap(new TreeMap<>(choices));
        obstacles = List.copyOf(obstacles);
        attempts = List.copyOf(attempts);
    }

    public Mode mode() {
        if (obstacles.isEmpty()) {
            return Mode.FIT;
        }
        if (choices.isEmpty()) {
            return Mode.NO_FIT;
        }
        return choices.values().stream()
                .map(FlavorChoice::mode)
                .min(Mode::compareTo)
                .orElse(Mode.FIT);
    }
}
