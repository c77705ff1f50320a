package dev.turnstile.worker.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlotsTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    private final Slots slots = new Slots(Duration.ofMillis(100), 3);

    private List<Long> millis(int count, Instant now) {
        return IntStream.range(0, count)
                .mapToObj(number -> slots.take(now).toMillis())
                .toList();
    }

    @Test
    void someAtOnceTheRestEvenly() {
        assertThat(millis(6, START)).containsExactly(0L, 0L, 0L, 100L, 200L, 300L);
    }

    @Test
    void timeThatPassesGivesSlotsBack() {
        millis(6, START);

        assertThat(millis(3, START.plusMillis(400))).containsExactly(0L, 100L, 200L);
        assertThat(millis(4, START.plusSeconds(60))).containsExactly(0L, 0L, 0L, 100L);
    }
}
