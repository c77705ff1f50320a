package dev.turnstile.manager.write;

import dev.turnstile.core.ungating.OpeningAttempt;
import dev.turnstile.service.apply.Resting;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.thread.Threads;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The queue of writes to one worker cluster: what another cluster does, or how slow it is, makes no difference here. Of
 * each group only the newest steps are kept; those that fail are tried again until newer ones replace them.
 */
final class Lane implements AutoCloseable {
    private static final int WORKERS = 32;

    private final String cluster;
    private final ClusterWriter writer;

    /** Gates to be written; a gate is put in by the group's loop and taken out by one worker of this lane. */
    private final Map<ObjectKey, GateWrite> gates = new ConcurrentHashMap<>();

    /** The newest steps of each group, replaced by the group's loop, removed by the worker that has applied them. */
    private final Map<ObjectKey, ClusterSteps> steps = new ConcurrentHashMap<>();

    private final ControlLoop<ObjectKey> loop;

    /** Set once, by the thread that closes the lane; read by a thread that adds a gate. */
    private volatile boolean closed;

    /** A lane that works from now on. */
    Lane(String cluster, ClusterWriter writer, Threads threads) {
        this.cluster = cluster;
        this.writer = writer;
        this.loop = new ControlLoop<>(threads, "lane-" + cluster, WORKERS, Resting.onceLost(key -> {
            work(key);
            return Outcome.done();
        }));
        loop.start();
    }

    /** Whether work on a group is under way. */
    boolean attends(ObjectKey key) {
        return loop.attends(key);
    }

    /** These are the steps of a group from now on. */
    void replace(ObjectKey key, ClusterSteps newest) {
        steps.put(key, newest);
        loop.add(key);
    }

    /** The newest plan has no steps here. */
    void drop(ObjectKey key) {
        steps.remove(key);
    }

    /** Writes a gate of a group. */
    void add(ObjectKey key, GateWrite write) {
        gates.put(key, write);
        if (closed) {
            refuse(key);
        } else {
            loop.add(key);
        }
    }

    private void refuse(ObjectKey key) {
        GateWrite write = gates.remove(key);
        if (write != null) {
            write.answered().accept(OpeningAttempt.Outcome.REFUSED);
        }
    }

    private void work(ObjectKey key) throws InterruptedException {
        GateWrite write = gates.remove(key);
        if (write != null) {
            writer.writeGate(cluster, key, write);
        }
        ClusterSteps newest = steps.get(key);
        if (newest != null) {
            writer.apply(cluster, newest);
            steps.remove(key, newest);
        }
    }

    /** Writes nothing more; what was not begun counts as refused. */
    @Override
    public void close() {
        // In this order: a thread that adds a gate sees that it is closed, or is seen here.
        closed = true;
        loop.close();
        gates.keySet().forEach(this::refuse);
    }
}
