package dev.turnstile.worker.write;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** How long nothing is decided while the API does not answer. */
class OutageTest {
    private static final Logger LOG = (Logger) LoggerFactory.getLogger(Outage.class);

    private final Outage outage = new Outage(new Random(1));
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private Instant now = Instant.parse("2026-11-01T12:00:00Z");

    @BeforeEach
    void listen() {
        log.start();
        LOG.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        LOG.detachAppender(log);
    }

    private List<String> logged() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

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

    /** One request in ten that is answered with 500 would otherwise be a warning several times a second. */
    @Test
    void failuresAmongAnswersAreNotReportedAsAnOutage() {
        for (int i = 0; i < 10; i++) {
            pause();
            outage.answered();
        }
        assertThat(logged()).isEmpty();

        pause();
        pause();
        pause();
        outage.answered();
        assertThat(logged())
                .containsExactly(
                        "the API does not answer, so nothing is decided until it does: nobody there",
                        "the API answers again");
    }
}
