package dev.turnstile.worker.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How long nothing is decided while the API does not answer. */
class OutageTest {
    private final Outage outage = new Outage(new Random(1));
    private Instant now = Instant.parse("2026-11-01T12:00:00Z");

    private Duration pause() {
        outage.unanswered(now, "nobody there");
        Instant until = Objects.requireNonNull(outage.until());
        Duration pause = Duration.between(now, until);
        now = until;
        return pause;
    }

    @Test
    void aPauseGrowsWithEachThatPassedWithoutAnAnswer() {
        Duration first = pause();
        Duration longest = first;
        for (int i = 0; i < 12; i++) {
            longest = pause();
        }
        assertThat(first).isBetween(Duration.ofMillis(50), Duration.ofMillis(100));
        assertThat(longest).isBetween(Duration.ofSeconds(15), Duration.ofSeconds(30));
    }

    @Test
    void requestsThatFailTogetherMakeOnePause() {
        for (int i = 0; i < 64; i++) {
            outage.unanswered(now, "nobody there");
        }
        assertThat(outage.until()).isBefore(now.plusMillis(101));
    }

    @Test
    void onlyAnAnswerEndsIt() {
        pause();
        pause();
        assertThat(outage.until()).isNotNull();

        outage.answered();

        assertThat(outage.until()).isNull();
        assertThat(pause()).isLessThanOrEqualTo(Duration.ofMillis(100));
    }
}
