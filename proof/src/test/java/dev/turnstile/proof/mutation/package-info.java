/** Programs that ci/mutations runs with a safeguard taken out of the production code. */
@NullMarked
package dev.turnstile.proof.mutation;

import org.jspecify.annotations.NullMarked;
