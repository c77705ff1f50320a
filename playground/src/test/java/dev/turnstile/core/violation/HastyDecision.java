package dev.turnstile.core.violation;

import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.message.Message;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Reads a clock, iterates in the order of hashes, branches on the text of a message, and parses one. */
public final class HastyDecision {
    private HastyDecision() {}

    public static Instant now() {
        return Instant.now();
    }

    public static Map<String, String> inNoOrder() {
        return new HashMap<>();
    }

    public static boolean isUrgent(Message message) {
        return message.text().equals("urgent");
    }

    public static CheckMessage parsed(String text) {
        return CheckMessage.parse(text);
    }
}
