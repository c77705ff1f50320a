package dev.turnstile.manager.write;

import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.cluster.RemoteObject;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.group.GroupMemory;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.manager.group.JobRead;
import dev.turnstile.manager.group.KnownGroups;
import dev.turnstile.manager.plan.GroupPlan;
import dev.turnstile.manager.plan.GroupStep;
import dev.turnstile.model.kueue.Workload;
import java.util.Map;
import java.util.Optional;

/** Applies the steps of a plan in their order; the only place that does. */
public final class GroupWriter {
    private final KnownGroups known;
    private final RemoteClusters remotes;
    private final WorkloadWriter workload;
    private final CopyWriters copies;
    private final GateWriter gates;
    private final Lanes lanes;

    /** A writer; {@code known} has what was read of remote jobs. */
    public GroupWriter(
            KnownGroups known,
            RemoteClusters remotes,
            WorkloadWriter workload,
            CopyWriters copies,
            GateWriter gates,
            Lanes lanes) {
        this.known = known;
        this.remotes = remotes;
        this.workload = workload;
        this.copies = copies;
        this.gates = gates;
        this.lanes = lanes;
    }

    /** Writes in our own cluster, and hands to each lane what is to be written in its cluster. */
    public void apply(GroupView view, GroupPlan plan) throws InterruptedException {
        for (GroupStep step : plan.steps()) {
            apply(view, step);
        }
        if (plan.steps().stream().noneMatch(GroupStep.WriteClusters.class::isInstance)) {
            lanes.replace(view, Map.of());
        }
    }

    private void apply(GroupView view, GroupStep step) throws InterruptedException {
        switch (step) {
            case GroupStep.PatchWorkload patch -> workload.apply(view, patch.effect());
            case GroupStep.Nominate nominate -> workload.nominate(view, nominate.clusters());
            case GroupStep.Finish finish -> finish(view, finish);
            case GroupStep.CopyJobStatus copy -> copyJobStatus(view, copy.cluster());
            case GroupStep.ShowJobStopped stopped -> copies.stopped(view);
            case GroupStep.WriteGates decided -> gates.apply(view, decided);
            case GroupStep.WriteClusters clusters -> lanes.replace(view, clusters.effects());
        }
    }

    private void finish(GroupView view, GroupStep.Finish finish) throws InterruptedException {
        Optional<JobRead> read = known.of(view.key())
                .flatMap((GroupMemory memory) -> memory.jobRead(finish.job().cluster()));
        if (read.isPresent() && copies.end(view, read.get(), finish.job().finish())) {
            workload.apply(view, finish.workload());
        }
    }

    private void copyJobStatus(GroupView view, String cluster) throws InterruptedException {
        RemoteCluster remote = remotes.get(cluster);
        RemoteSession session = remote == null ? null : remote.session();
        if (session != null
                && copies.follow(session, view)
                && session.workloads().get(view.key()) instanceof RemoteObject.Ours<Workload> replica) {
            workload.copyPodsReady(view, replica.object());
        }
    }
}
