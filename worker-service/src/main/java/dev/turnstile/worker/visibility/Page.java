package dev.turnstile.worker.visibility;

import dev.turnstile.service.extension.StatusException;

/** Which part of a queue was asked for, within what Kueue allows. */
record Page(int offset, int limit) {
    private static final long USUAL_LIMIT = 1_000;
    private static final long HIGHEST_LIMIT = 100_000;

    /** From query parameters; empty ones take their defaults. */
    static Page of(String offset, String limit) {
        long most = number(limit);
        return new Page(Math.clamp(number(offset), 0, Integer.MAX_VALUE), (int)
                Math.clamp(most == 0 ? USUAL_LIMIT : most, 0, HIGHEST_LIMIT));
    }

    private static long number(String text) {
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw StatusException.badRequest("strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
        }
    }

    /** Whether that many entries were counted before this page begins. */
    boolean begins(int before) {
        return before >= offset;
    }
}
