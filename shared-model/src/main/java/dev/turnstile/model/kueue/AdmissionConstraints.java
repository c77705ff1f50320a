package dev.turnstile.model.kueue;

import org.jspecify.annotations.Nullable;

/**
 * What a Workload may not do to be admitted. The annotations of KEP-8729 say the same; where both do, the stricter
 * holds.
 *
 * @param preemption {@code Never}: it preempts nobody
 * @param borrowing {@code Never}: it takes only its queue's own quota
 */
public record AdmissionConstraints(
        @Nullable AdmissionConstraint preemption, @Nullable AdmissionConstraint borrowing) {}
