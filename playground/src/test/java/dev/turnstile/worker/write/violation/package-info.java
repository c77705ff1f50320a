/** Classes that break rules on purpose; {@code ArchitectureViolationsTest} expects the violations. */
@NullMarked
package dev.turnstile.worker.write.violation;

import org.jspecify.annotations.NullMarked;
