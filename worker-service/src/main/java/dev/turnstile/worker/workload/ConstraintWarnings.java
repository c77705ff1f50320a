package dev.turnstile.worker.workload;

import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.Component;
import dev.turnstile.vocabulary.EventReason;
import dev.turnstile.worker.inbound.WorkloadFacts;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Warns of admission constraints that hold nothing back because of their value: where the policy of the feature is not
 * installed, {@code "True"} or {@code "yes"} is stored like any other value.
 */
public final class ConstraintWarnings {
    private static final List<Annotation> CONSTRAINTS = List.of(Annotation.CANNOT_PREEMPT, Annotation.CANNOT_BORROW);

    private final boolean on;
    private final EventRecorder events;

    /** @param on whether the feature is on; where it is off, annotations are ignored whatever they say */
    public ConstraintWarnings(boolean on, EventRecorder events) {
        this.on = on;
        this.events = events;
    }

    /** Warns of what has changed. */
    public void changed(@Nullable Workload before, @Nullable Workload after) {
        if (after != null && (before == null || !annotations(before).equals(annotations(after)))) {
            check(after);
        }
    }

    /** Warns of what is so; an event that is there already is not sent twice. */
    public void check(Workload workload) {
        if (!on) {
            return;
        }
        for (Annotation constraint : CONSTRAINTS) {
            String value = annotations(workload).getOrDefault(constraint.text(), Annotation.NO_CONSTRAINT_VALUE);
            if (!value.equals(Annotation.CONSTRAINT_VALUE) && !value.equals(Annotation.NO_CONSTRAINT_VALUE)) {
                events.warnOnce(
                        WorkloadFacts.target(workload),
                        Component.WORKLOAD_CONTROLLER.text(),
                        EventReason.INVALID_ADMISSION_CONSTRAINT.text(),
                        "metadata.annotations[%s]: Unsupported value: \"%s\": supported values: \"true\", \"false\"; the constraint is ignored"
                                .formatted(constraint.text(), value));
            }
        }
    }

    private static Map<String, String> annotations(Workload workload) {
        return Objects.requireNonNullElse(workload.metadata().getAnnotations(), Map.of());
    }
}
