/**
 * Whole processes under load and under faults: what decides whether anything was lost, from the objects that the API
 * servers hold in the end. Run by {@code ci/load} and {@code ci/endurance}, not by {@code verify}.
 */
@NullMarked
package dev.turnstile.playground.endurance;

import org.jspecify.annotations.NullMarked;
