package dev.turnstile.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.message.Message;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckMessageTest {

    @Test
    void a_message_is_read_as_it_was_written() {
        for (CheckMessage message : List.of(
                CheckMessage.NONE,
                new CheckMessage.Placed("worker1"),
                new CheckMessage.EvictedThere("worker1"),
                new CheckMessage.Notes(Message.of(CheckMessage.Notes.of("worker1", Message.of("8 of 4 cpu")))),
                new CheckMessage.Other(Message.of("Reset to Pending after eviction. Previously: Retry")))) {
            assertThat(CheckMessage.parse(message.message().text())).isEqualTo(message);
        }
    }

    @Test
    void the_sentences_are_those_that_users_search_for() {
        assertThat(new CheckMessage.Placed("worker1").message().text())
                .isEqualTo("The workload was admitted on \"worker1\"");
        assertThat(new CheckMessage.EvictedThere("worker1").message().text())
                .isEqualTo("Workload evicted on worker cluster: \"worker1\", resetting for re-admission. "
                        + "Previously: \"Ready\"");
    }

    @Test
    void half_a_sentence_tells_nothing() {
        for (String text : List.of("The workload was admitted on \"", "Workload evicted on worker cluster: \"a\"")) {
            assertThat(CheckMessage.parse(text)).isEqualTo(new CheckMessage.Other(Message.of(text)));
        }
    }
}
