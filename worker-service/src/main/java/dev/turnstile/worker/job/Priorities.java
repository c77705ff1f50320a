package dev.turnstile.worker.job;

import dev.turnstile.model.kueue.PriorityClassRef;
import dev.turnstile.model.kueue.WorkloadPriorityClass;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.Label;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Which priority a job's Workload gets. */
final class Priorities {
    /** A priority and where it comes from. */
    record Priority(int value, @Nullable PriorityClassRef reference) {}

    private final Store<WorkloadPriorityClass> classes;
    private final Store<ObjectNode> podClasses;

    Priorities(Store<WorkloadPriorityClass> classes, Store<ObjectNode> podClasses) {
        this.classes = classes;
        this.podClasses = podClasses;
    }

    /**
     * The priority by label, by the pods' class, or by the class that serves those that name none; null where the label
     * names a class that does not exist.
     */
    @Nullable
    Priority of(JobMetadata metadata, String podClass) {
        String label = metadata.labels().get(Label.PRIORITY_CLASS.text());
        if (label != null) {
            WorkloadPriorityClass named = classes.get(ObjectKey.of(label));
            return named == null ? null : new Priority(named.value(), PriorityClassRef.workloadPriorityClass(label));
        }
        if (!podClass.isEmpty()) {
            ObjectNode named = podClasses.get(ObjectKey.of(podClass));
            return new Priority(
                    named == null ? 0 : named.path("value").asInt(0), PriorityClassRef.podPriorityClass(podClass));
        }
        WorkloadPriorityClass byDefault = classes.get(ObjectKey.of(WorkloadMaker.DEFAULT));
        if (byDefault != null) {
            return new Priority(byDefault.value(), PriorityClassRef.workloadPriorityClass(WorkloadMaker.DEFAULT));
        }
        for (ObjectNode podDefault : podClasses.all()) {
            if (podDefault.path("globalDefault").asBoolean(false)) {
                return new Priority(
                        podDefault.path("value").asInt(0),
                        PriorityClassRef.podPriorityClass(
                                podDefault.path("metadata").path("name").asString("")));
            }
        }
        return new Priority(0, null);
    }
}
