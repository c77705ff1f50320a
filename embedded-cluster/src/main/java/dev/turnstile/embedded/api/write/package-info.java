/**
 * Decides what a write stores: precondition, defaults, field owners, admission, validation, generation, deletion marks.
 * Decided from the request, the stored object and the kind's rules; applied to the store by the same package.
 */
@NullMarked
package dev.turnstile.embedded.api.write;

import org.jspecify.annotations.NullMarked;
