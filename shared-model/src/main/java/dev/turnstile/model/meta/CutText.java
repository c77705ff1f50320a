package dev.turnstile.model.meta;

/** Texts that are longer than what is kept of them. */
public final class CutText {
    private CutText() {}

    /**
     * At most that many characters of it, the last of them an ellipsis where something was cut; never half a character.
     */
    public static String of(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = longest - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}
