/**
 * Admission checks whose controller we are, and the configs that they name.
 *
 * <p>Decides which clusters a workload may be offered to, and what the condition {@code Active} of a check says. From:
 * AdmissionChecks, MultiKueueConfigs and the conditions of MultiKueueClusters. Written by
 * {@link dev.turnstile.manager.check.CheckReconciler}.
 */
@NullMarked
package dev.turnstile.manager.check;

import org.jspecify.annotations.NullMarked;
