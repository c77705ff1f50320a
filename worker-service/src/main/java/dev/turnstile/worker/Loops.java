package dev.turnstile.worker;

import dev.turnstile.service.apply.Resting;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.job.JobEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** All control loops of a worker. Before it may write their keys are dropped: everything is looked at once it may. */
final class Loops implements JobEnvironment.Loops, AutoCloseable {
    private final Threads threads;
    private final BooleanSupplier active;
    private final List<ControlLoop<ObjectKey>> loops = new ArrayList<>();

    Loops(Threads threads, BooleanSupplier active) {
        this.threads = threads;
        this.active = active;
    }

    @Override
    public ControlLoop<ObjectKey> loop(String name, int workers, Reconciler<ObjectKey> reconciler) {
        ControlLoop<ObjectKey> loop = new ControlLoop<>(threads, name, workers, Resting.unless(active, reconciler));
        loops.add(loop);
        return loop;
    }

    void start() {
        loops.forEach(ControlLoop::start);
    }

    @Override
    public void close() {
        loops.forEach(ControlLoop::close);
    }
}
