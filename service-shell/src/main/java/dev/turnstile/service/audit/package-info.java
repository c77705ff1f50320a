/**
 * Compares what a service keeps in memory with what it was made of, while it runs.
 *
 * <p>Decides when a difference is a fault and not a change under way: when two passes in a row find the same one. Every
 * service brings its own {@link dev.turnstile.service.audit.AuditCheck checks};
 * {@link dev.turnstile.service.audit.StoreCheck} compares stores with the API.
 * {@link dev.turnstile.service.audit.Auditor} runs them, logs and counts what it found, and has it repaired by reading
 * the object again.
 */
@NullMarked
package dev.turnstile.service.audit;

import org.jspecify.annotations.NullMarked;
