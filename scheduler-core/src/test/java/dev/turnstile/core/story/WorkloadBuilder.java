package dev.turnstile.core.story;

import dev.turnstile.core.resource.Requests;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.AdmissionConstraints;
import dev.turnstile.core.workload.NodeDemands;
import dev.turnstile.core.workload.PodSet;
import dev.turnstile.core.workload.PreemptionGate;
import dev.turnstile.core.workload.Requeue;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code aWorkload("a").in("team").priority(100).requests(2)}: one pod set {@code main} unless said otherwise. */
public final class WorkloadBuilder {
    private final String name;
    private String queue = "cq";
    private int priority;
    private Instant createdAt = Instant.EPOCH;
    private boolean failedChecks;
    private final List<PodSet> podSets = new ArrayList<>();
    private final List<PreemptionGate> gates = new ArrayList<>();
    private AdmissionConstraints constraints = AdmissionConstraints.NONE;
    private Requeue requeue = Requeue.NOW;

    private WorkloadBuilder(String name) {
        this.name = name;
    }

    public static WorkloadBuilder aWorkload(String name) {
        return new WorkloadBuilder(name);
    }

    public WorkloadBuilder in(String clusterQueue) {
        queue = clusterQueue;
        return this;
    }

    public WorkloadBuilder priority(int value) {
        priority = value;
        return this;
    }

    public WorkloadBuilder createdAt(Instant time) {
        createdAt = time;
        return this;
    }

    public WorkloadBuilder failedChecks() {
        failedChecks = true;
        return this;
    }

    /** One pod that asks for that many cpu. */
    public WorkloadBuilder requests(long cpu) {
        return podSet("main", 1, null, cpu);
    }

    public WorkloadBuilder podSet(String podSet, int count, @Nullable Integer minCount, long cpu) {
        return podSet(podSet, count, minCount, Map.of("cpu", cpu * 1000));
    }

    public WorkloadBuilder podSet(String podSet, int count, @Nullable Integer minCount, Map<String, Long> requests) {
        podSets.add(new PodSet(podSet, count, minCount, Requests.of(requests), NodeDemands.NONE));
        return this;
    }

    public WorkloadBuilder gate(String gate, boolean open) {
        gates.add(new PreemptionGate(gate, open));
        return this;
    }

    public WorkloadBuilder cannotPreempt() {
        constraints = new AdmissionConstraints(true, constraints.cannotBorrow());
        return this;
    }

    public WorkloadBuilder cannotBorrow() {
        constraints = new AdmissionConstraints(constraints.cannotPreempt(), true);
        return this;
    }

    public WorkloadBuilder requeueAt(Instant time) {
        requeue = new Requeue(false, time);
        return this;
    }

    public Workload build() {
        return build(null);
    }

    public Workload build(@Nullable Admission admission) {
        return new Workload(
                new WorkloadKey("default", name),
                "uid-" + name,
                queue,
                priority,
                createdAt,
                true,
                failedChecks,
                podSets,
                gates,
                constraints,
                requeue,
                null,
                admission);
    }
}
