/** How the words are read, and that nobody else spells them. */
@NullMarked
package dev.turnstile.vocabulary;

import org.jspecify.annotations.NullMarked;
