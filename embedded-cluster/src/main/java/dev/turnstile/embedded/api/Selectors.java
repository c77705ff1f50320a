package dev.turnstile.embedded.api;

/** The label and field selectors of a list or watch. */
public record Selectors(LabelSelector labels, FieldSelector fields) {
    public static final Selectors EVERYTHING = new Selectors(LabelSelector.EVERYTHING, FieldSelector.EVERYTHING);

    public static Selectors fields(String selector) {
        return new Selectors(LabelSelector.EVERYTHING, FieldSelector.parse(selector));
    }

    public boolean everything() {
        return labels.everything() && fields.everything();
    }
}
