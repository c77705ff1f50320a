/**
 * The rules of the house for this module: which package may see which, what a source file may look like, and which
 * methods have a reason to exist. {@link dev.turnstile.embedded.rules.ModuleRules} decides from bytecode,
 * {@link dev.turnstile.embedded.rules.SourceRules} from sources; the tests beside them apply both to the module, and to
 * the classes in {@code violation}, which break every rule once.
 */
@NullMarked
package dev.turnstile.embedded.rules;

import org.jspecify.annotations.NullMarked;
