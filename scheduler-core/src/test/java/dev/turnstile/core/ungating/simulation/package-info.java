/**
 * A fleet in memory that goes through seeded storms: writes that fail or come late, clusters that are lost, managers
 * that restart. Decides nothing of its own; it applies what the core decides and looks at what must hold throughout.
 */
@NullMarked
package dev.turnstile.core.ungating.simulation;

import org.jspecify.annotations.NullMarked;
