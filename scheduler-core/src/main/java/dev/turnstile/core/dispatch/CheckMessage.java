package dev.turnstile.core.dispatch;

import dev.turnstile.core.message.Message;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the message of our check tells. The API stores the sentence alone: {@link #parse} is the only place that looks
 * into it.
 */
public sealed interface CheckMessage {

    /** Nothing is to be said. */
    CheckMessage NONE = new Other(Message.NONE);

    /** The sentence, as upstream's users search for it. */
    Message message();

    /** It was placed there. */
    record Placed(String cluster) implements CheckMessage {
        private static final String BEFORE = "The workload was admitted on \"";
        private static final String AFTER = "\"";

        @Override
        public Message message() {
            return Message.of(BEFORE + cluster + AFTER);
        }
    }

    /** Its cluster evicted it: it starts over. */
    record EvictedThere(String cluster) implements CheckMessage {
        private static final String BEFORE = "Workload evicted on worker cluster: \"";
        private static final String AFTER = "\", resetting for re-admission. Previously: \"Ready\"";

        @Override
        public Message message() {
            return Message.of(BEFORE + cluster + AFTER);
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

    /** What a stored message tells. */
    static CheckMessage parse(String text) {
        return quoted(text, Placed.BEFORE, Placed.AFTER, Placed::new)
                .or(() -> quoted(text, EvictedThere.BEFORE, EvictedThere.AFTER, EvictedThere::new))
                .orElseGet(() ->
                        text.startsWith(Notes.BEFORE) ? new Notes(Message.of(text)) : new Other(Message.of(text)));
    }

    private static Optional<CheckMessage> quoted(
            String text, String before, String after, Function<String, CheckMessage> name) {
        return text.startsWith(before) && text.endsWith(after) && text.length() >= before.length() + after.length()
                ? Optional.of(name.apply(text.substring(before.length(), text.length() - after.length())))
                : Optional.empty();
    }
}
