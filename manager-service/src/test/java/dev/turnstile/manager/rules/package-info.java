/**
 * The rules of this module: which package may see which, who may write, and who may decide. Each is proved once by the
 * classes in {@code violation}, which break it.
 */
@NullMarked
package dev.turnstile.manager.rules;

import org.jspecify.annotations.NullMarked;
