package dev.turnstile.model.quantity;

/** A text is no quantity. Carries the text and what is wrong with it, so that a caller can say where it stands. */
public final class QuantityFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** What is wrong with the text. The words are those that Kubernetes uses for the same mistake. */
    public enum Problem {
        /** Not a number followed by a suffix: empty, two signs, a character that belongs nowhere. */
        FORMAT("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
        /** The part before the suffix has no digit, or more than one decimal point. */
        NUMBER("unable to parse numeric part of quantity"),
        /** The number is followed by something that is neither a known suffix nor an exponent. */
        SUFFIX("unable to parse quantity's suffix");

        private final String explanation;

        Problem(String explanation) {
            this.explanation = explanation;
        }

        /** The problem as Kubernetes says it. */
        public String explanation() {
            return explanation;
        }
    }

    private final Problem problem;
    private final String text;

    QuantityFormatException(Problem problem, String text) {
        super("\"" + text + "\" is no quantity: " + problem.explanation()
                + "; write a number with one of the suffixes n u m k M G T P E Ki Mi Gi Ti Pi Ei, or an exponent");
        this.problem = problem;
        this.text = text;
    }

    /** What is wrong. */
    public Problem problem() {
        return problem;
    }

    /** The text that is no quantity. */
    public String text() {
        return text;
    }
}
