/** Classes that break rules on purpose; {@code ModuleRulesTest} and {@code SourceRulesTest} expect the violations. */
@NullMarked
package dev.turnstile.embedded.rules.violation.control;

import org.jspecify.annotations.NullMarked;
