/** What is read back of a wait that was stored, and which queues are in the way. */
@NullMarked
package dev.turnstile.core.waiting;

import org.jspecify.annotations.NullMarked;
