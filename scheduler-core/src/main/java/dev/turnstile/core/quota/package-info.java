/**
 * Quota arithmetic up a cohort tree: what is there, what is used, what is free, and how far a request has to reach.
 *
 * <p>{@link dev.turnstile.core.quota.QuotaTree} is what the specifications say and never changes; what is used comes
 * from a {@link dev.turnstile.core.quota.UsageView}, so that the same arithmetic serves the truth and a what-if.
 */
@NullMarked
package dev.turnstile.core.quota;

import org.jspecify.annotations.NullMarked;
