/**
 * Which optional behaviour is on. Decided once, at start, from the gates that a user names; applied by the code that
 * asks {@link dev.turnstile.model.feature.FeatureSwitches}.
 */
@NullMarked
package dev.turnstile.model.feature;

import org.jspecify.annotations.NullMarked;
