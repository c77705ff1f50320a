/** Classes that break rules on purpose; {@code ArchitectureViolationsTest} expects the violations. */
@NullMarked
package dev.turnstile.core.violation;

import org.jspecify.annotations.NullMarked;
