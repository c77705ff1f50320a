/** Classes that break rules on purpose; {@code ManagerRulesTest} expects the violations. */
@NullMarked
package dev.turnstile.manager.rules.violation.write;

import org.jspecify.annotations.NullMarked;
