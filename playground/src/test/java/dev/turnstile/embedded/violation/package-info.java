/** Classes that break rules on purpose; {@code ArchitectureViolationsTest} expects the violations. */
@NullMarked
package dev.turnstile.embedded.violation;

import org.jspecify.annotations.NullMarked;
