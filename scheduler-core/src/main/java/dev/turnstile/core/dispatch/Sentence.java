package dev.turnstile.core.dispatch;

import dev.turnstile.core.message.Message;
import java.util.Optional;

/** A message that names a cluster in its middle. */
record Sentence(String before, String after) {

    Message about(String cluster) {
        return Message.of(before + cluster + after);
    }

    /** The cluster that a message of this form names. */
    Optional<String> parse(String text) {
        boolean fits =
                text.startsWith(before) && text.endsWith(after) && text.length() >= before.length() + after.length();
        return fits ? Optional.of(text.substring(before.length(), text.length() - after.length())) : Optional.empty();
    }
}
