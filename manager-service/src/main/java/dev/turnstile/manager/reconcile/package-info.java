/**
 * One turn of a group: it is read ({@link dev.turnstile.manager.group}), its next steps are decided
 * ({@link dev.turnstile.manager.plan}) and written ({@link dev.turnstile.manager.write}), and what a later turn needs
 * to know of that is remembered. One event of a group causes work for that group only.
 */
@NullMarked
package dev.turnstile.manager.reconcile;

import org.jspecify.annotations.NullMarked;
