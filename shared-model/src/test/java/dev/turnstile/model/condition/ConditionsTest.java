package dev.turnstile.model.condition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.vocabulary.ConditionType;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionsTest {
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");
    private static final Instant LATER = NOON.plusSeconds(60);

    private static Condition condition(ConditionType type, boolean holds, String reason, Instant time) {
        return new Condition(type, ConditionStatus.of(holds), 1L, time, reason, "because");
    }

    @Test
    void aNewConditionGoesToTheEnd() {
        List<Condition> one = Conditions.set(List.of(), condition(ConditionType.ADMITTED, true, "R", NOON));
        List<Condition> two = Conditions.set(one, condition(ConditionType.EVICTED, false, "R", LATER));

        assertThat(two).extracting(Condition::type).containsExactly("Admitted", "Evicted");
        assertThat(Conditions.isTrue(two, ConditionType.ADMITTED)).isTrue();
        assertThat(Conditions.isTrue(two, ConditionType.EVICTED)).isFalse();
        assertThat(Conditions.isTrue(two, ConditionType.FINISHED)).isFalse();
    }

    @Test
    void theTimeChangesOnlyWithTheStatus() {
        List<Condition> start = List.of(
                condition(ConditionType.ADMITTED, true, "Old", NOON),
                condition(ConditionType.EVICTED, true, "R", NOON));

        List<Condition> otherReason = Conditions.set(start, condition(ConditionType.ADMITTED, true, "New", LATER));
        assertThat(otherReason)
                .containsExactly(
                        condition(ConditionType.ADMITTED, true, "New", NOON),
                        condition(ConditionType.EVICTED, true, "R", NOON));

        List<Condition> otherStatus =
                Conditions.set(otherReason, condition(ConditionType.ADMITTED, false, "New", LATER));
        assertThat(otherStatus)
                .containsExactly(
                        condition(ConditionType.ADMITTED, false, "New", LATER),
                        condition(ConditionType.EVICTED, true, "R", NOON));
    }

    @Test
    void whatChangesNothingGivesTheVerySameList() {
        List<Condition> start = List.of(condition(ConditionType.ADMITTED, true, "R", NOON));

        assertThat(Conditions.set(start, condition(ConditionType.ADMITTED, true, "R", LATER)))
                .isSameAs(start);
        assertThat(Conditions.remove(start, ConditionType.EVICTED)).isSameAs(start);
        assertThat(Conditions.remove(start, ConditionType.ADMITTED)).isEmpty();
    }

    @Test
    void unknownIsNotTrue() {
        List<Condition> conditions =
                List.of(new Condition(ConditionType.ADMITTED, ConditionStatus.UNKNOWN, null, NOON, "R", ""));

        assertThat(Conditions.isTrue(conditions, ConditionType.ADMITTED)).isFalse();
    }

    @Test
    void timesAreInWholeSecondsAndMessagesAsLongAsTheApiTakes() {
        String clef = "\uD834\uDD1E";
        Condition long1 = new Condition(
                ConditionType.ADMITTED,
                ConditionStatus.TRUE,
                null,
                NOON.plusMillis(999),
                "R",
                "x".repeat(32_766) + clef + "y");

        assertThat(long1.lastTransitionTime()).isEqualTo(NOON);
        assertThat(long1.message()).isEqualTo("x".repeat(32_766) + "…");
        assertThat(new Condition(ConditionType.ADMITTED, ConditionStatus.TRUE, null, NOON, "R", "x".repeat(32_768))
                        .message())
                .hasSize(32_768);
    }

    @Test
    void sayingTheSameIsAQuestionOfStatusReasonAndMessage() {
        Condition condition = condition(ConditionType.ADMITTED, true, "R", NOON);

        assertThat(condition.saysTheSameAs(
                        new Condition(ConditionType.ADMITTED, ConditionStatus.TRUE, 9L, LATER, "R", "because")))
                .isTrue();
        assertThat(condition.saysTheSameAs(condition(ConditionType.ADMITTED, false, "R", NOON)))
                .isFalse();
        assertThat(condition.saysTheSameAs(condition(ConditionType.ADMITTED, true, "S", NOON)))
                .isFalse();
    }
}
