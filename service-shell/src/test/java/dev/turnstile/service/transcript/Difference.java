package dev.turnstile.service.transcript;

/**
 * Something that is not as it was recorded.
 *
 * @param step number and words of the step
 * @param object the object, with its cluster in front where there are several; or event, answer
 * @param field the path of the field; empty for the object as a whole
 */
record Difference(String step, String object, String field, String expected, String got) {
    private static final String NOTHING = "no such object";

    static Difference missing(String object, String expected) {
        return new Difference("", object, "", expected, NOTHING);
    }

    static Difference left(String object, String got) {
        return new Difference("", object, "", NOTHING, got);
    }

    /** Whether an object is still there that should be gone. */
    boolean isLeft() {
        return expected.equals(NOTHING);
    }

    Difference atStep(String newStep) {
        return new Difference(newStep, object, field, expected, got);
    }

    @Override
    public String toString() {
        String where = field.isEmpty() ? object : object + ", " + field;
        return step + ", " + where + "\n      expected " + expected + "\n      got      " + got;
    }
}
