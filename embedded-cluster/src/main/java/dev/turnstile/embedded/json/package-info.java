/**
 * Reads and writes JSON trees. Decides how a document becomes a tree (numbers, repeated fields, depth) from its tokens
 * alone; every other package of the module applies it.
 */
@NullMarked
package dev.turnstile.embedded.json;

import org.jspecify.annotations.NullMarked;
