package dev.turnstile.worker.job;

import dev.turnstile.vocabulary.Annotation;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What holds a job back before it has a Workload (KEP-6915), for the kinds of jobs to ask. Whoever set it removes it.
 *
 * @param annotation the annotation that says so
 * @param name its value: whose gate it is
 */
public record SchedulingGate(String annotation, String name) {

    /** The gate of an object, or null where it has none. It is there as long as the annotation is, whatever it says. */
    public static @Nullable SchedulingGate of(Map<String, String> annotations) {
        String name = annotations.get(Annotation.SCHEDULING_GATED_BY.text());
        if (name != null) {
            return new SchedulingGate(Annotation.SCHEDULING_GATED_BY.text(), name);
        }
        String later = annotations.get(Annotation.ADMISSION_GATED_BY.text());
        return later == null ? null : new SchedulingGate(Annotation.ADMISSION_GATED_BY.text(), later);
    }

    /** For the event on a job that is held. */
    public String inWords() {
        return "Held by scheduling gate \"%s\": no Workload until annotation %s is removed".formatted(name, annotation);
    }
}
