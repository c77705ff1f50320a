/** What the controllers write with: requests, the events about them, and the time that both carry. */
@NullMarked
package dev.turnstile.worker.write;

import org.jspecify.annotations.NullMarked;
