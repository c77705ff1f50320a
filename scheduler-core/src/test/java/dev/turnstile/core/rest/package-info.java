/** Worlds in which nobody finishes have to come to rest, and nobody may wait there who would fit. */
@NullMarked
package dev.turnstile.core.rest;

import org.jspecify.annotations.NullMarked;
