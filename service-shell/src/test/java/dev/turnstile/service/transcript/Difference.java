package dev.turnstile.service.transcript;

/**
 * Something that is not as it was recorded.
 *
 * @param step number and words of the step
 * @param object the object, with its cluster in front where there are several; or event, answer
 * @param field the path of the field; empty for the object as a whole
 */
record Difference(String step, String object, String field, String expected, String got) {
    Difference atStep(String newStep) {
        return new Difference(newStep, object, field, expected, got);
    }

    @Override
    public String toString() {
        String where = field.isEmpty() ? object : object + ", " + field;
        return step + ", " + where + "\n      expected " + expected + "\n      got      " + got;
    }
}
