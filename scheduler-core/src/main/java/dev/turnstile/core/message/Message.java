package dev.turnstile.core.message;

/**
 * A text for people. It is not a {@code String}, so that no branch can ask how it begins or ends: what a decision needs
 * to know is a value of its own. Where the API stores the text alone, one parser turns it into such a value.
 */
public record Message(String text) {
    /** Nothing is to be said. */
    public static final Message NONE = new Message("");

    public static Message of(String text) {
        return text.isEmpty() ? NONE : new Message(text);
    }

    /** As it is composed into another message, or logged. */
    @Override
    public String toString() {
        return text;
    }
}
