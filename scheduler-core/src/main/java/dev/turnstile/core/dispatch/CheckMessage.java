package dev.turnstile.core.dispatch;

import dev.turnstile.core.message.Message;
import java.util.Optional;

/** The message of our admission check. The API stores the sentence alone: only {@link #parse} reads it. */
public sealed interface CheckMessage {

    /** No message. */
    CheckMessage NONE = new Other(Message.NONE);

    /** The sentence, as upstream's users search for it. */
    Message message();

    /** The workload was placed in that cluster. */
    record Placed(String cluster) implements CheckMessage {
        private static final Sentence SENTENCE = new Sentence("The workload was admitted on \"", "\"");

        @Override
        public Message message() {
            return SENTENCE.about(cluster);
        }
    }

    /** The cluster evicted it: it is dispatched once more. */
    record EvictedThere(String cluster) implements CheckMessage {
        private static final Sentence SENTENCE = new Sentence(
                "Workload evicted on worker cluster: \"", "\", resetting for re-admission. Previously: \"Ready\"");

        @Override
        public Message message() {
            return SENTENCE.about(cluster);
        }
    }

    /** Why clusters cannot run it, one note for each. */
    record Notes(Message message) implements CheckMessage {
        private static final String BEFORE = "Cluster \"";

        /** What there is to note of a cluster. */
        public static String of(String cluster, Message what) {
            return BEFORE + cluster + "\": " + what;
        }
    }

    /** What decides nothing. */
    record Other(Message message) implements CheckMessage {}

    /** The value of a stored message. */
    static CheckMessage parse(String text) {
        Optional<CheckMessage> placed = Placed.SENTENCE.parse(text).map(Placed::new);
        Optional<CheckMessage> evicted = EvictedThere.SENTENCE.parse(text).map(EvictedThere::new);
        return placed.or(() -> evicted)
                .orElseGet(() ->
                        text.startsWith(Notes.BEFORE) ? new Notes(Message.of(text)) : new Other(Message.of(text)));
    }
}
