package dev.turnstile.vocabulary;

import java.util.LinkedHashMap;
import java.util.Map;

/** The words of each enum by their text. */
final class Spellings extends ClassValue<Map<String, Word>> {
    static final Spellings OF = new Spellings();

    private Spellings() {}

    @Override
    protected Map<String, Word> computeValue(Class<?> words) {
        Map<String, Word> byText = new LinkedHashMap<>();
        for (Object constant : words.getEnumConstants()) {
            Word word = (Word) constant;
            byText.put(word.text(), word);
        }
        return Map.copyOf(byText);
    }
}
