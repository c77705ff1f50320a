package dev.turnstile.model.condition;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionsTest {
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");
    private static final Instant LATER = NOON.plusSeconds(60);

    private static Condition condition(String type, boolean holds, String reason, Instant time) {
        return new Condition(type, ConditionStatus.of(holds), 1L, time, reason, "because");
    }

    @Test
    void aNewConditionGoesToTheEnd() {
        List<Condition> one = Conditions.set(List.of(), condition("A", true, "R", NOON));
        List<Condition> two = Conditions.set(one, condition("B", false, "R", LATER));

        assertThat(two).extracting(Condition::type).containsExactly("A", "B");
        assertThat(Conditions.isTrue(two, "A")).isTrue();
        assertThat(Conditions.isFalse(two, "A")).isFalse();
        assertThat(Conditions.isTrue(two, "B")).isFalse();
        assertThat(Conditions.isFalse(two, "B")).isTrue();
        assertThat(Conditions.isTrue(two, "C")).isFalse();
        assertThat(Conditions.isFalse(two, "C")).isFalse();
    }

    @Test
    void theTimeChangesOnlyWithTheStatus() {
        List<Condition> start = List.of(condition("A", true, "Old", NOON), condition("B", true, "R", NOON));

        List<Condition> otherReason = Conditions.set(start, condition("A", true, "New", LATER));
        assertThat(otherReason).containsExactly(condition("A", true, "New", NOON), condition("B", true, "R", NOON));

        List<Condition> otherStatus = Conditions.set(otherReason, condition("A", false, "New", LATER));
        assertThat(otherStatus).containsExactly(condition("A", false, "New", LATER), condition("B", true, "R", NOON));
    }

    @Test
    void whatChangesNothingGivesTheVerySameList() {
        List<Condition> start = List.of(condition("A", true, "R", NOON));

        assertThat(Conditions.set(start, condition("A", true, "R", LATER))).isSameAs(start);
        assertThat(Conditions.remove(start, "B")).isSameAs(start);
        assertThat(Conditions.remove(start, "A")).isEmpty();
    }

    @Test
    void unknownIsNeitherTrueNorFalse() {
        List<Condition> conditions = List.of(new Condition("A", ConditionStatus.UNKNOWN, null, NOON, "R", ""));

        assertThat(Conditions.isTrue(conditions, "A")).isFalse();
        assertThat(Conditions.isFalse(conditions, "A")).isFalse();
        assertThat(Conditions.reasonIfTrue(conditions, "A")).isEmpty();
    }

    @Test
    void timesAreInWholeSecondsAndMessagesAsLongAsTheApiTakes() {
        String clef = "\uD834\uDD1E";
        Condition long1 = new Condition(
                "A", ConditionStatus.TRUE, null, NOON.plusMillis(999), "R", "x".repeat(32_766) + clef + "y");

        assertThat(long1.lastTransitionTime()).isEqualTo(NOON);
        assertThat(long1.message()).isEqualTo("x".repeat(32_766) + "…");
        assertThat(new Condition("A", ConditionStatus.TRUE, null, NOON, "R", "x".repeat(32_768)).message())
                .hasSize(32_768);
    }

    @Test
    void sayingTheSameIsAQuestionOfStatusReasonAndMessage() {
        Condition condition = condition("A", true, "R", NOON);

        assertThat(condition.saysTheSameAs(new Condition("A", ConditionStatus.TRUE, 9L, LATER, "R", "because")))
                .isTrue();
        assertThat(condition.saysTheSameAs(condition("A", false, "R", NOON))).isFalse();
        assertThat(condition.saysTheSameAs(condition("A", true, "S", NOON))).isFalse();
    }

    @Test
    void deactivationIsRecognisedByItsReason() {
        assertThat(EvictionReasons.deactivatedDueTo(DeactivationReasons.REQUEUING_LIMIT_EXCEEDED))
                .isEqualTo("DeactivatedDueToRequeuingLimitExceeded");
        assertThat(EvictionReasons.isDeactivation("Deactivated")).isTrue();
        assertThat(EvictionReasons.isDeactivation("DeactivatedDueToAdmissionCheck"))
                .isTrue();
        assertThat(EvictionReasons.isDeactivation("Preempted")).isFalse();
    }
}
