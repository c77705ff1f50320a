package dev.turnstile.core.assignment;

import java.util.List;

/** A flavor that was tried for the resources of one group: how it turned out and what stood in the way. */
public record FlavorAttempt(int group, String flavor, FlavorMode mode, int borrowing, List<Obstacle> obstacles) {
    public FlavorAttempt {
        obstacles = List.copyOf(obstacles);
    }
}
