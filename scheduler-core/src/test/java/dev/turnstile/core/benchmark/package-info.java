/** How long single decisions take in big worlds, and what they allocate. docs/scheduler-core.md says how to run it. */
@NullMarked
package dev.turnstile.core.benchmark;

import org.jspecify.annotations.NullMarked;
