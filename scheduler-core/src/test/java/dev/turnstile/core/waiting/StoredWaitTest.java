package dev.turnstile.core.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.message.Message;
import dev.turnstile.core.workload.RuledOut;
import dev.turnstile.vocabulary.WaitingReason;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoredWaitTest {

    private static Wait read(String reason, String message) {
        return StoredWait.parse(reason, Message.of(message));
    }

    @Test
    void a_missing_queue_is_read_as_it_was_written() {
        for (Wait wait : List.of(
                new Wait.NoLocalQueue("team"),
                new Wait.NoLocalQueue(""),
                new Wait.NoClusterQueue("team-cq"),
                new Wait.NoClusterQueue(""))) {
            assertThat(StoredWait.parse(wait.reason().text(), wait.message())).isEqualTo(wait);
        }
    }

    @Test
    void what_only_begins_or_ends_like_a_missing_queue_is_a_mistake_of_the_workload() {
        for (String message : List.of(
                "LocalQueue team doesn't exist, or so it seems",
                "LocalQueue",
                "ClusterQueue team-cq not found",
                "RuntimeClass kata doesn't exist")) {
            assertThat(read("Misconfigured", message)).isEqualTo(new Wait.Misconfigured(Message.of(message)));
        }
    }

    @Test
    void other_reasons_are_kept_with_their_message() {
        Wait wait = read("ExceedsMaxQuota", "8 of 4 cpu");

        assertThat(wait.reason()).isEqualTo(WaitingReason.EXCEEDS_MAX_QUOTA);
        assertThat(wait.message().text()).isEqualTo("8 of 4 cpu");
        assertThat(wait.hopeless()).isTrue();
        assertThat(wait.until().words()).isEqualTo("quota is raised");
        assertThat(read("WaitingForQuota", "1 more needed").hopeless()).isFalse();
    }

    @Test
    void what_the_constraints_rule_out_is_read_as_it_was_written() {
        for (RuledOut ruledOut : RuledOut.values()) {
            Wait wait = new Wait.Constrained(ruledOut, "1 more needed");
            assertThat(StoredWait.parse(wait.reason().text(), wait.message())).isEqualTo(wait);
        }
        assertThat(read("AdmissionConstrained", "some other text"))
                .isEqualTo(new Wait.Stored(WaitingReason.ADMISSION_CONSTRAINED, Message.of("some other text")));
    }

    @Test
    void a_reason_of_somebody_else_counts_as_a_wait_for_quota() {
        Wait wait = read("Pending", "couldn't assign flavors");

        assertThat(wait.reason()).isEqualTo(WaitingReason.WAITING_FOR_QUOTA);
        assertThat(wait.hopeless()).isFalse();
    }

    @Test
    void queues_that_are_missing_or_closed_are_in_the_way() {
        assertThat(QueueAccess.OPEN.ofLocalQueue("lq")).isEmpty();
        assertThat(QueueAccess.OPEN.ofClusterQueue("cq")).isEmpty();
        assertThat(told(QueueAccess.MISSING.ofLocalQueue("lq")))
                .isEqualTo("Misconfigured: LocalQueue lq doesn't exist");
        assertThat(told(QueueAccess.CLOSED.ofLocalQueue("lq"))).isEqualTo("Suspended: LocalQueue lq is inactive");
        assertThat(told(QueueAccess.MISSING.ofClusterQueue("cq")))
                .isEqualTo("Misconfigured: ClusterQueue cq doesn't exist");
        assertThat(told(QueueAccess.CLOSED.ofClusterQueue("cq"))).isEqualTo("Suspended: ClusterQueue cq is inactive");
    }

    private static String told(Optional<Wait> wait) {
        return wait.map(why -> why.reason().text() + ": " + why.message()).orElse("");
    }
}
