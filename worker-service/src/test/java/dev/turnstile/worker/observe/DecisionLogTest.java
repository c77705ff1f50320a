package dev.turnstile.worker.observe;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.model.config.Resources;
import dev.turnstile.model.kueue.WorkloadSpec;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.WaitingReason;
import dev.turnstile.worker.inbound.ResourceRules;
import dev.turnstile.worker.inbound.Stores;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class DecisionLogTest {
    private static final Logger LOG = (Logger) LoggerFactory.getLogger(DecisionLog.class);
    private static final Workload WORKLOAD = Stores.empty()
            .surroundings(new ResourceRules(new Resources(List.of(), List.of())))
            .view(new dev.turnstile.model.kueue.Workload(
                    new V1ObjectMeta()
                            .namespace("team")
                            .name("one")
                            .uid("uid")
                            .creationTimestamp(Instant.EPOCH.atOffset(ZoneOffset.UTC)),
                    WorkloadSpec.EMPTY));

    private final DecisionLog decisions = new DecisionLog();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        LOG.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        LOG.detachAppender(log);
    }

    private void decided(WaitingReason reason, String message) {
        Wait why = new Wait.Stored(reason, Message.of(message));
        decisions.decided(
                new CycleDecision(1, Instant.EPOCH, List.of(new Outcome.NotNominated(WORKLOAD, "cq", why))),
                Duration.ZERO);
    }

    private List<String> news() {
        return log.list.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.INFO))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Test
    void aReasonIsNewsAndWhatChangesInItsMessageIsNot() {
        decided(WaitingReason.WAITING_FOR_QUOTA, "2 more needed");
        decided(WaitingReason.WAITING_FOR_QUOTA, "1 more needed");
        decided(WaitingReason.EXCEEDS_MAX_QUOTA, "never");
        decided(WaitingReason.WAITING_FOR_QUOTA, "1 more needed");

        assertThat(news())
                .containsExactly(
                        "WaitingForQuota: 2 more needed", "ExceedsMaxQuota: never", "WaitingForQuota: 1 more needed");
    }

    @Test
    void ofAWorkloadThatHasLeftNothingIsRemembered() {
        decided(WaitingReason.WAITING_FOR_QUOTA, "2 more needed");
        assertThat(decisions.remembered()).isEqualTo(1);

        decisions.left(new ObjectKey("team", "one"));

        assertThat(decisions.remembered()).isZero();
    }
}
