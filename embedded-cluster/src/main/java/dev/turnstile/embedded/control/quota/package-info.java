/** Counts what there is in a namespace against its ResourceQuotas. */
@NullMarked
package dev.turnstile.embedded.control.quota;

import org.jspecify.annotations.NullMarked;
