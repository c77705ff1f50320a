package dev.turnstile.proof.world;

/** What was thrown, in words. */
final class Failures {
    private static final int FRAMES = 8;

    private Failures() {}

    /** The failure and its causes, each with the first lines of where it comes from. */
    static String words(Throwable failure) {
        StringBuilder words = new StringBuilder();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            words.append(words.isEmpty() ? "" : " <- ").append(cause);
            for (int i = 0; i < Math.min(FRAMES, cause.getStackTrace().length); i++) {
                words.append("\n    at ").append(cause.getStackTrace()[i]);
            }
        }
        return words.toString();
    }
}
