package dev.turnstile.worker.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.kueue.PodSetRequest;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextPaceTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final TextPace PACE = new TextPace(Duration.ofSeconds(10));

    /**
     * Seconds since something is to be published, and since the last writing, empty where that is longer ago than the
     * interval; milliseconds that are left.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        shown                          | wanted                         | since | written | left
        nothing                        | WaitingForQuota/1              | 0     |         | 1000
        nothing                        | WaitingForQuota/1              | 1     |         | 0
        nothing                        | ExceedsMaxQuota/1              | 0     |         | 0
        nothing                        | PreemptionGated/1              | 0     |         | 0
        WaitingForQuota/1              | WaitingForQuota/2              | 0     |         | 1000
        WaitingForQuota/1              | WaitingForQuota/2              | 1     |         | 0
        WaitingForQuota/1              | WaitingForQuota/2              | 0     | 0       | 10000
        WaitingForQuota/1              | WaitingForQuota/2              | 3     | 3       | 7000
        WaitingForQuota/1              | WaitingForQuota/2              | 7     | 10      | 0
        WaitingForQuota/1              | WaitingForPreemptedWorkloads/1 | 0     | 3       | 0
        WaitingForPreemptedWorkloads/1 | WaitingForPreemptedWorkloads/2 | 0     | 3       | 7000
        WaitingForPreemptedWorkloads/1 | WaitingForQuota/2              | 0     | 3       | 1000
        PreemptionGated/1              | WaitingForQuota/2              | 2     | 3       | 0
        QuotaReserved/1                | WaitingForQuota/2              | 0     | 3       | 0
        WaitingForQuota/1              | WaitingForQuota/2+signal       | 0     | 3       | 0
        """, useHeadersInDisplayName = true)
    void whatIsReadByPeopleOnlyWaitsForItsTurn(
            String shown, String wanted, int since, @Nullable Integer written, int left) {
        var history =
                new TextPace.History(START.minusSeconds(since), written == null ? null : START.minusSeconds(written));
        assertThat(PACE.left(status(shown), status(wanted), history, START)).isEqualTo(Duration.ofMillis(left));
    }

    @Test
    void withoutAnIntervalEveryMessageIsDue() {
        var everything = new TextPace(Duration.ZERO);
        var history = new TextPace.History(START, START);
        assertThat(everything.left(status("nothing"), status("WaitingForQuota/1"), history, START))
                .isZero();
        assertThat(everything.left(status("WaitingForQuota/1"), status("WaitingForQuota/2"), history, START))
                .isZero();
    }

    private static WorkloadStatus status(String text) {
        String[] words = text.split("[/+]", -1);
        List<Condition> conditions = new ArrayList<>();
        conditions.add(condition(ConditionType.PREEMPTION_BLOCKED, words.length > 2, "PreemptionGated", ""));
        if (words.length == 1) {
            return WorkloadStatus.EMPTY.toBuilder().conditions(conditions).build();
        }
        conditions.add(condition(
                ConditionType.QUOTA_RESERVED,
                words[0].equals("QuotaReserved"),
                words[0],
                "insufficient quota: " + words[1] + " more needed"));
        conditions.add(condition(
                ConditionType.ADMITTED, words[0].equals("QuotaReserved"), "NoReservation", "it has no reservation"));
        return WorkloadStatus.EMPTY.toBuilder()
                .conditions(conditions)
                .resourceRequests(List.of(new PodSetRequest("main", Map.of())))
                .build();
    }

    private static Condition condition(ConditionType type, boolean holds, String reason, String message) {
        return new Condition(type, ConditionStatus.of(holds), 1L, START, reason, message);
    }

    @Test
    void whatIsOlderThanTheIntervalIsForgotten() {
        RecentTexts texts = new RecentTexts(Duration.ofSeconds(10));
        ObjectKey one = new ObjectKey("team", "one");
        ObjectKey other = new ObjectKey("team", "other");
        texts.wrote(one, START);
        texts.wrote(other, START.plusSeconds(1));
        texts.wrote(other, START.plusSeconds(5));
        assertThat(texts.writtenAt(one)).isEqualTo(START);

        texts.wrote(new ObjectKey("team", "third"), START.plusSeconds(12));

        assertThat(texts.writtenAt(one)).isNull();
        assertThat(texts.writtenAt(other)).isEqualTo(START.plusSeconds(5));
        assertThat(texts.size()).isEqualTo(2);
    }
}
