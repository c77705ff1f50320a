/** Classes that break rules on purpose; {@code PackageRulesTest} expects the violations. */
@NullMarked
package dev.turnstile.rules.violation.below;

import org.jspecify.annotations.NullMarked;
