/**
 * Orchestrated preemption (KEP-8303): applies what {@link dev.turnstile.core.ungating.Ungating} decides, the annotation
 * first and the gate once it is written, and keeps the trail of decisions for people.
 */
@NullMarked
package dev.turnstile.manager.orchestration;

import org.jspecify.annotations.NullMarked;
