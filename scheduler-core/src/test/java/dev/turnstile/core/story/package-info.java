/** Builders and a small world, so that tests of the scheduler read as stories. */
@NullMarked
package dev.turnstile.core.story;

import org.jspecify.annotations.NullMarked;
