package dev.turnstile.manager;

import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.group.GroupMemories;
import dev.turnstile.manager.group.GroupReader;
import dev.turnstile.manager.group.GroupsNow;
import dev.turnstile.manager.inbound.CopyReaders;
import dev.turnstile.manager.inbound.JobCopyReader;
import dev.turnstile.manager.inbound.PodCopyReader;
import dev.turnstile.manager.observe.ManagerMetrics;
import dev.turnstile.manager.plan.GroupSettings;
import dev.turnstile.manager.reconcile.GroupFeedback;
import dev.turnstile.manager.reconcile.GroupReconciler;
import dev.turnstile.manager.trail.DecisionTrail;
import dev.turnstile.manager.write.ClusterWriter;
import dev.turnstile.manager.write.CopyWriters;
import dev.turnstile.manager.write.GateReports;
import dev.turnstile.manager.write.GateWriter;
import dev.turnstile.manager.write.GroupWriter;
import dev.turnstile.manager.write.Lanes;
import dev.turnstile.manager.write.ReplicaWriter;
import dev.turnstile.manager.write.WorkloadWriter;
import dev.turnstile.service.apply.Resting;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Threads;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * The loop of groups, built in the direction of its data: inbound → group → plan → write. A group's key comes in by
 * {@link #enqueue}; everything that may change its plan puts it there.
 */
final class DispatchLoop implements AutoCloseable {
    private static final int WORKERS = 32;

    private final GroupMemories memories;
    private final GroupsNow groups;
    private final DecisionTrail trail = new DecisionTrail();
    private final Lanes lanes;
    private final ControlLoop<ObjectKey> loop;

    /** One that does not run yet; keys may be put in already. */
    DispatchLoop(
            OwnCluster own,
            RemoteClusters remotes,
            Supplier<GroupSettings> settings,
            ManagerMetrics metrics,
            Clock clock,
            Threads threads) {
        ManagerStores stores = own.stores();
        memories = new GroupMemories(clock);
        GroupFeedback feedback = new GroupFeedback(memories, this::enqueue);

        CopyReaders inbound = new CopyReaders(new JobCopyReader(stores.jobs()), new PodCopyReader(stores.pods()));
        GroupReader reader = new GroupReader(stores.workloads(), own.fleet(), remotes, inbound);
        groups = new GroupsNow(reader, memories, clock);

        CopyWriters copies = new CopyWriters(inbound, own.writer(), clock);
        ReplicaWriter replicas = new ReplicaWriter(clock, metrics);
        lanes = new Lanes(
                new ClusterWriter(stores.workloads(), remotes, replicas, copies, feedback, own.events()), threads);
        WorkloadWriter workload = new WorkloadWriter(stores.workloads(), own.writer(), own.events(), clock, metrics);
        GateReports reports = new GateReports(own.events(), trail, clock, metrics);
        GateWriter gates = new GateWriter(workload, lanes, feedback, reports);
        GroupWriter writer = new GroupWriter(memories, remotes, workload, copies, gates, lanes);

        GroupReconciler turns = new GroupReconciler(reader, memories, writer, lanes, settings, clock, metrics);
        loop = new ControlLoop<>(threads, "group", WORKERS, Resting.unless(own::active, key -> {
            metrics.lookedAt();
            return turns.reconcile(key);
        }));
    }

    void start() {
        loop.start();
    }

    /** Has a group decided on. */
    void enqueue(ObjectKey group) {
        loop.add(group);
    }

    /** Whether work on a group is under way, here or in a lane. */
    boolean attends(ObjectKey group) {
        return loop.attends(group) || lanes.attend(group);
    }

    /** Ends the lane of a cluster that was removed. */
    void clusterRemoved(String cluster) {
        lanes.remove(cluster);
    }

    GroupMemories memories() {
        return memories;
    }

    GroupsNow groups() {
        return groups;
    }

    DecisionTrail trail() {
        return trail;
    }

    /** Decides nothing more; what the lanes have not begun counts as refused. */
    @Override
    public void close() {
        loop.close();
        lanes.close();
    }
}
