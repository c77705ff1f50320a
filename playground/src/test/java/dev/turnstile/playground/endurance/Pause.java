package dev.turnstile.playground.endurance;

import java.time.Duration;

/** Real time that passes. Here, processes run on the machine's clock, and nobody else moves it. */
final class Pause {
    private Pause() {}

    static void ofMillis(long millis) {
        of(Duration.ofMillis(millis));
    }

    static void of(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the run was broken off", e);
        }
    }
}
