/**
 * What objects of a namespace take of its ResourceQuotas: what a pod, a service or any other object uses, which quotas
 * that counts against, and whether it still fits.
 */
@NullMarked
package dev.turnstile.embedded.quota;

import org.jspecify.annotations.NullMarked;
