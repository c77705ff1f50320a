package dev.turnstile.worker.workload;

import dev.turnstile.model.kueue.PriorityClassRef;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadPriorityClass;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.ObjectWriter.Part;
import dev.turnstile.service.informer.Index;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.service.informer.Store;
import dev.turnstile.worker.inbound.WorkloadFacts;
import java.util.Objects;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gives the Workloads of a priority class its value. Called when the class appears or its value changes, when a
 * Workload appears that was made with an earlier value, and for every class when this instance begins to write: what
 * changed meanwhile nobody saw. So a priority that was set by hand lasts until then, as in upstream Kueue. A Workload
 * that a manager dispatched keeps the priority that the manager gave it: a class of the same name may have another
 * value here.
 */
public final class PriorityClassReconciler implements Reconciler<ObjectKey> {
    private final Store<WorkloadPriorityClass> classes;
    private final Store<Workload> workloads;
    private final Index<String, Workload> byClass;
    private final ObjectWriter writer;

    /** A reconciler; {@code byClass} has the unfinished Workloads of each class. */
    public PriorityClassReconciler(
            Store<WorkloadPriorityClass> classes,
            Store<Workload> workloads,
            Index<String, Workload> byClass,
            ObjectWriter writer) {
        this.classes = classes;
        this.workloads = workloads;
        this.byClass = byClass;
        this.writer = writer;
    }

    @Override
    public Outcome reconcile(ObjectKey key) throws InterruptedException {
        WorkloadPriorityClass changed = classes.get(key);
        if (changed == null) {
            return Outcome.done();
        }
        for (Workload workload : byClass.of(key.name())) {
            if (isOutdated(workload, changed)) {
                writer.update(
                        workloads,
                        WorkloadFacts.key(workload),
                        Part.MAIN,
                        fresh -> isOutdated(fresh, changed) ? priority(changed.value()) : null);
            }
        }
        return Outcome.done();
    }

    /** Whether a Workload follows that class and has another value. */
    public static boolean isOutdated(Workload workload, WorkloadPriorityClass known) {
        return PriorityClassRef.workloadPriorityClass(
                                String.valueOf(known.metadata().getName()))
                        .equals(workload.spec().priorityClassRef())
                && !Objects.equals(workload.spec().priority(), known.value())
                && !WorkloadFacts.finished(workload)
                && !WorkloadFacts.dispatched(workload);
    }

    private static ObjectNode priority(int value) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("spec").put("priority", value);
        return patch;
    }
}
