package dev.turnstile.vocabulary;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WordTest {
    @Test
    void aTextIsReadAsTheWordOfItsKind() {
        assertThat(Word.parse(WaitingReason.class, "OnHold")).contains(WaitingReason.ON_HOLD);
        assertThat(Word.parse(EvictionReason.class, "Preempted")).contains(EvictionReason.PREEMPTED);
        assertThat(Word.parse(ConditionType.class, "Preempted")).contains(ConditionType.PREEMPTED);
    }

    @Test
    void aTextOfSomebodyElseIsNoWord() {
        assertThat(Word.parse(WaitingReason.class, "Preempted")).isEmpty();
        assertThat(Word.parse(WaitingReason.class, "onhold")).isEmpty();
        assertThat(Word.parse(WaitingReason.class, "")).isEmpty();
    }

    @Test
    void deactivationIsRecognisedByItsReason() {
        assertThat(EvictionReason.deactivatedDueTo(DeactivationReason.REQUEUING_LIMIT_EXCEEDED.text()))
                .isEqualTo("DeactivatedDueToRequeuingLimitExceeded");
        assertThat(EvictionReason.isDeactivation("Deactivated")).isTrue();
        assertThat(EvictionReason.isDeactivation("DeactivatedDueToAdmissionCheck"))
                .isTrue();
        assertThat(EvictionReason.isDeactivation("Preempted")).isFalse();
        assertThat(EvictionReason.isDeactivationForCause("Deactivated")).isFalse();
        assertThat(EvictionReason.isDeactivationForCause("DeactivatedDueToAdmissionCheck"))
                .isTrue();
    }
}
