package dev.turnstile.worker.outbound;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.WriteTask;
import dev.turnstile.core.queue.PassedOver;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.inbound.Surroundings;
import dev.turnstile.worker.state.Decisions;
import dev.turnstile.worker.write.Published;
import dev.turnstile.worker.write.WriteQueue;
import dev.turnstile.worker.write.WriteQueue.Kind;
import dev.turnstile.worker.write.WriteQueue.Task;
import dev.turnstile.worker.write.WriteResults;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Makes requests of decisions, and has them sent ({@link WriteQueue}). It decides nothing. Safe for any thread. */
public final class DecisionWriter implements Decisions, AutoCloseable {
    private final OutcomeWriter outcomes;
    private final WriteQueue<Assumption> queue;

    /** A writer that does not run yet. */
    public DecisionWriter(OutcomeWriter outcomes, InstantSource clock, Threads threads) {
        this.outcomes = outcomes;
        this.queue = new WriteQueue<>(clock, threads);
    }

    /** Begins to write; results go there, on that thread. */
    public void start(WriteResults<Assumption> listener, Executor thread) {
        queue.start(listener, thread);
    }

    @Override
    public @Nullable Instant pausedUntil() {
        return queue.pausedUntil();
    }

    @Override
    public boolean inHand(Assumption assumption) {
        return queue.inHand(assumption);
    }

    @Override
    public void carryOut(WriteTask task) {
        ObjectKey key = key(task.assumption().key());
        Kind kind = task instanceof WriteTask.Read ? Kind.READ : Kind.WRITE;
        queue.carryOut(key, new Task<>(task.assumption(), kind, () -> outcomes.carryOut(key, task)));
    }

    @Override
    public void publish(Outcome.Waiting outcome) {
        ObjectKey key = key(outcome.workload().key());
        queue.publish(key, turn -> outcomes.publish(key, outcome, turn));
    }

    /** What is known of one of the workloads itself goes before what another one brings it. */
    @Override
    public void passOver(List<PassedOver> workloads) {
        for (PassedOver one : workloads) {
            ObjectKey key = key(one.workload().key());
            queue.publishIfIdle(key, turn -> outcomes.passOver(key, one, turn));
        }
    }

    /** Publishes that a workload makes no sense, and why. */
    public void refuse(ObjectKey key, Surroundings.Problem problem) {
        queue.publish(key, _ -> new Published.Done(outcomes.refuse(key, problem)));
    }

    private static ObjectKey key(WorkloadKey key) {
        return new ObjectKey(key.namespace(), key.name());
    }

    /** How many workloads wait for a decision to be written. */
    public int depth() {
        return queue.depth();
    }

    /** How many workloads have a message that could not be published and will be tried again. */
    int failing() {
        return queue.failing();
    }

    /** Writes nothing more. */
    @Override
    public void close() {
        queue.close();
    }
}
