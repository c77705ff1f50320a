package dev.turnstile.core.ungating;

import static dev.turnstile.core.dispatch.ClusterBuilder.cluster;
import static dev.turnstile.core.dispatch.GroupBuilder.offeredTo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.GroupBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What users read in the check's message while a workload waits behind gates. */
class GateNotesTest extends UngatingScenarios {

    private List<String> notes(GroupBuilder story, String time) {
        return GateNotes.of(story.group(), decide(story, time));
    }

    @Test
    void say_who_may_preempt_who_is_gated_since_when_and_who_is_next_and_when() {
        GroupBuilder story = offeredTo(
                cluster("a").closed().asks("12:00:03"),
                cluster("b").open("12:00:04"),
                cluster("c").closed().asks("12:00:02"),
                cluster("d").closed());

        assertThat(notes(story, "12:01:00"))
                .containsExactly(
                        "Cluster \"a\": gated since 2026-01-01T12:00:03Z",
                        "Cluster \"b\": may preempt since 2026-01-01T12:00:04Z",
                        "Cluster \"c\": gated since 2026-01-01T12:00:02Z, next at 2026-01-01T12:05:04Z");
        assertThat(notes(story, "12:02:00")).as("time alone changes nothing").isEqualTo(notes(story, "12:01:00"));
    }

    @Test
    void are_empty_where_nobody_asks_or_the_opened_one_has_its_quota() {
        assertThat(notes(offeredTo(cluster("a").closed()), "12:01:00")).isEmpty();
        assertThat(notes(offeredTo(cluster("a").open("12:00:04").reserved("12:00:05")), "12:01:00"))
                .isEmpty();
    }
}
