/**
 * The rules of the house that a machine can keep, for the tests of all modules. Each is proved once by the classes in
 * {@code violation}, which break it.
 */
@NullMarked
package dev.turnstile.rules;

import org.jspecify.annotations.NullMarked;
