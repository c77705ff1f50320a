package dev.turnstile.embedded.control.loop;

/** Type, reason and message of an Event to be written. */
public record Notice(EventType type, String reason, String message) {
    public enum EventType {
        NORMAL("Normal"),
        WARNING("Warning");

        private final String word;

        EventType(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    public static Notice normal(String reason, String message) {
        return new Notice(EventType.NORMAL, reason, message);
    }

    public static Notice warning(String reason, String message) {
        return new Notice(EventType.WARNING, reason, message);
    }
}
