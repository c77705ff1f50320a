package dev.turnstile.core.lifecycle;

import java.time.Duration;
import java.util.Optional;

/**
 * {@code waitForPodsReady.requeuingStrategy}: the n-th wait is base × 2ⁿ⁻¹, at most {@code longest}.
 *
 * <p>Example: base 4 s, longest 10 s: 4 s, 8 s, 10 s, 10 s, …
 *
 * @param limit how often it is requeued before it is deactivated; empty: always
 */
public record RequeuingBackoff(Duration base, Duration longest, Optional<Integer> limit) {

    Duration wait(int count) {
        Duration wait = base;
        for (int doubled = 1; doubled < count && wait.compareTo(longest) < 0; doubled++) {
            wait = wait.multipliedBy(2);
        }
        return wait.compareTo(longest) < 0 ? wait : longest;
    }

    boolean exhausted(int count) {
        return limit.filter(most -> count >= most).isPresent();
    }
}
