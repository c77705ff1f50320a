/** Classes that break rules on purpose; {@code PackageRulesTest} expects the violations. */
@NullMarked
package dev.turnstile.rules.violation.above;

import org.jspecify.annotations.NullMarked;
