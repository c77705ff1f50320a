/**
 * Serves the API inside the process, by the same operations as HTTP and without faults. Decides nothing of its own; the
 * controllers of the embedded cluster call it.
 */
@NullMarked
package dev.turnstile.embedded.api.local;

import org.jspecify.annotations.NullMarked;
