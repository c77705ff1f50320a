package dev.turnstile.worker.outbound;

import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.PodSetAssignment;
import dev.turnstile.model.kueue.PodSetRequest;
import dev.turnstile.worker.inbound.Amounts;
import java.util.List;

/** The core's admissions and requests, as the API writes them. */
public final class Admissions {
    private Admissions() {}

    /** An admission as the API writes it. */
    static Admission of(dev.turnstile.core.workload.Admission admission) {
        return new Admission(
                admission.clusterQueue(),
                admission.podSets().stream()
                        .map(podSet -> new PodSetAssignment(
                                podSet.name(), podSet.flavors(), Amounts.quantities(podSet.usage()), podSet.count()))
                        .toList());
    }

    /** What each pod set asks for in all, as the API writes it while a Workload waits. */
    public static List<PodSetRequest> requests(dev.turnstile.core.workload.Workload workload) {
        return workload.podSets().stream()
                .map(podSet -> new PodSetRequest(podSet.name(), Amounts.quantities(podSet.requests(podSet.count()))))
                .toList();
    }
}
