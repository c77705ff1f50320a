package dev.turnstile.core.ungating;

import static dev.turnstile.core.dispatch.ClusterBuilder.cluster;
import static dev.turnstile.core.dispatch.Times.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.GroupBuilder;
import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.core.ungating.UngatingDecision.Deferred;
import dev.turnstile.core.ungating.UngatingDecision.OpenGate;
import java.time.Duration;
import java.util.Optional;

/** What tests of openings share: settings, decisions, and what is remembered. */
abstract class UngatingScenarios {

    static final UngatingSettings ON = UngatingSettings.defaults();
    static final UngatingSettings OFF = new UngatingSettings(
            false, UngatingSettings.DEFAULT_TIMEOUT, Optional.empty(), UngatingSettings.DEFAULT_RETRY_INTERVAL);
    static final UngatingSettings PATIENT = new UngatingSettings(
            true,
            UngatingSettings.DEFAULT_TIMEOUT,
            Optional.of(Duration.ofSeconds(30)),
            UngatingSettings.DEFAULT_RETRY_INTERVAL);

    static UngatingDecision decide(GroupBuilder story, String time) {
        return Ungating.decide(story.group(), ON, Optional.empty(), at(time));
    }

    static UngatingDecision decide(GroupBuilder story, OpeningAttempt attempt, String time) {
        return Ungating.decide(story.group(), ON, Optional.of(attempt), at(time));
    }

    static OpenGate opened(UngatingDecision decision) {
        assertThat(decision).as(decision.trail().words()).isInstanceOf(OpenGate.class);
        return (OpenGate) decision;
    }

    static Deferred deferred(UngatingDecision decision) {
        assertThat(decision).as(decision.trail().words()).isInstanceOf(Deferred.class);
        return (Deferred) decision;
    }

    /** The annotation as it is after {@code cluster} was chosen at that time. */
    static String remembered(String cluster, String time) {
        return new RememberedUngating.OneGate(
                        at("12:00:00"), at(time), cluster, "uid-" + cluster, Optional.of(at("11:59:00")), at(time))
                .text();
    }

    static OpeningAttempt attempt(String cluster, String time, OpeningAttempt.Outcome outcome, boolean certain) {
        return new OpeningAttempt(cluster, "uid-" + cluster, at(time), outcome, certain);
    }
}
