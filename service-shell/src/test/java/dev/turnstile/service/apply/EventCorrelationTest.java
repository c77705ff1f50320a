package dev.turnstile.service.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.apply.EventCorrelation.Fact;
import dev.turnstile.service.apply.EventCorrelation.Fate;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventCorrelationTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    private final EventCorrelation correlation = new EventCorrelation();

    private static Fact fact(String uid, String message) {
        return new Fact(new EventTarget("v1", "Pod", "team", "one", uid), "test", "Warning", "Reason", message);
    }

    @Test
    void anEqualEventIsCountedUp() {
        assertThat(correlation.of(fact("a", "text"), "one.1", START)).isEqualTo(new Fate.Created("one.1"));
        assertThat(correlation.of(fact("a", "text"), "one.2", START.plusSeconds(60)))
                .isEqualTo(new Fate.Counted("one.1", 2, START));
        assertThat(correlation.of(fact("a", "text"), "one.3", START.plusSeconds(70)))
                .isEqualTo(new Fate.Counted("one.1", 3, START));
    }

    @Test
    void anotherMessageOrObjectIsAnotherEvent() {
        correlation.of(fact("a", "text"), "one.1", START);
        assertThat(correlation.of(fact("a", "other text"), "one.2", START)).isEqualTo(new Fate.Created("one.2"));
        assertThat(correlation.of(fact("b", "text"), "one.3", START)).isEqualTo(new Fate.Created("one.3"));
    }

    @Test
    void oneThatWasNotSentIsCreatedTheNextTime() {
        correlation.of(fact("a", "text"), "one.1", START);
        correlation.forget(fact("a", "text"));
        assertThat(correlation.of(fact("a", "text"), "one.2", START)).isEqualTo(new Fate.Created("one.2"));
    }

    @Test
    void anObjectThatGetsTooManyGetsOneInFiveMinutes() {
        IntStream.range(0, EventCorrelation.BURST)
                .forEach(number -> assertThat(correlation.of(fact("a", "text " + number), "one." + number, START))
                        .isInstanceOf(Fate.Created.class));

        assertThat(correlation.of(fact("a", "next"), "one.x", START)).isEqualTo(new Fate.Dropped());
        assertThat(correlation.of(fact("b", "next"), "two.x", START)).isEqualTo(new Fate.Created("two.x"));
        assertThat(correlation.of(fact("a", "next"), "one.x", START.plusSeconds(299)))
                .isEqualTo(new Fate.Dropped());
        assertThat(correlation.of(fact("a", "next"), "one.x", START.plusSeconds(301)))
                .isEqualTo(new Fate.Created("one.x"));
        assertThat(correlation.of(fact("a", "last"), "one.y", START.plusSeconds(302)))
                .isEqualTo(new Fate.Dropped());
    }

    @Test
    void whatWasUsedLongestAgoIsForgotten() {
        correlation.of(fact("first", "text"), "first.1", START);
        IntStream.range(0, EventCorrelation.REMEMBERED)
                .forEach(number -> correlation.of(fact("uid " + number, "text"), "one." + number, START));

        assertThat(correlation.of(fact("first", "text"), "first.2", START)).isEqualTo(new Fate.Created("first.2"));
    }
}
