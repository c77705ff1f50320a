package dev.turnstile.worker.workload;

import dev.turnstile.model.kueue.PriorityClassRef;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadPriorityClass;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.ObjectWriter.Part;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.service.informer.Store;
import java.util.Objects;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gives the Workloads of a priority class its value once that is another one. Is to be asked only then: a priority that
 * somebody has set by hand stays until its class changes.
 */
public final class PriorityClassReconciler implements Reconciler<ObjectKey> {
    private final Store<WorkloadPriorityClass> classes;
    private final Store<Workload> workloads;
    private final ObjectWriter writer;

    /** A reconciler. */
    public PriorityClassReconciler(
            Store<WorkloadPriorityClass> classes, Store<Workload> workloads, ObjectWriter writer) {
        this.classes = classes;
        this.workloads = workloads;
        this.writer = writer;
    }

    @Override
    public Outcome reconcile(ObjectKey key) throws InterruptedException {
        WorkloadPriorityClass changed = classes.get(key);
        if (changed == null) {
            return Outcome.done();
        }
        PriorityClassRef reference = PriorityClassRef.workloadPriorityClass(key.name());
        for (Workload workload : workloads.all()) {
            if (follows(workload, reference, changed.value())) {
                writer.update(
                        workloads,
                        WorkloadFacts.key(workload),
                        Part.MAIN,
                        fresh -> follows(fresh, reference, changed.value()) ? priority(changed.value()) : null);
            }
        }
        return Outcome.done();
    }

    private static boolean follows(Workload workload, PriorityClassRef reference, int value) {
        return reference.equals(workload.spec().priorityClassRef())
                && !Objects.equals(workload.spec().priority(), value)
                && !WorkloadFacts.finished(workload);
    }

    private static ObjectNode priority(int value) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("spec").put("priority", value);
        return patch;
    }
}
