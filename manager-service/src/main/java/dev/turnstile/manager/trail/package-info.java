/**
 * What was decided about gates, for people: the last decisions of each workload, and of all. Takes no part in deciding.
 */
@NullMarked
package dev.turnstile.manager.trail;

import org.jspecify.annotations.NullMarked;
