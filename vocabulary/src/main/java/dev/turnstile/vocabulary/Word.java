package dev.turnstile.vocabulary;

import java.util.Optional;

/** A word of the API: programs compare it and people search for it, so it is spelled once. */
public interface Word {
    /** The word as the API spells it. */
    String text();

    /** The word that is spelled so; empty for a word of somebody else. */
    static <W extends Enum<W> & Word> Optional<W> parse(Class<W> words, String text) {
        return Optional.ofNullable(words.cast(Spellings.OF.get(words).get(text)));
    }
}
