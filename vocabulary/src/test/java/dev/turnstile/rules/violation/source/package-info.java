/** Classes that break rules on purpose; {@code SourceRulesTest} expects the violations. */
@NullMarked
package dev.turnstile.rules.violation.source;

import org.jspecify.annotations.NullMarked;
