package dev.turnstile.worker;

import dev.turnstile.service.apply.NotLeaderException;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.worker.job.JobEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All control loops of a worker. Before it may write their keys are dropped: everything is looked at once it may. */
final class Loops implements JobEnvironment.Loops, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Loops.class);

    private final BooleanSupplier active;
    private final List<ControlLoop<ObjectKey>> loops = new ArrayList<>();

    Loops(BooleanSupplier active) {
        this.active = active;
    }

    @Override
    public ControlLoop<ObjectKey> loop(String name, int workers, Reconciler<ObjectKey> reconciler) {
        ControlLoop<ObjectKey> loop = new ControlLoop<>(name, workers, resting(active, reconciler));
        loops.add(loop);
        return loop;
    }

    /** A reconciler that does nothing while it may not write, nor when it loses that right meanwhile. */
    static Reconciler<ObjectKey> resting(BooleanSupplier active, Reconciler<ObjectKey> reconciler) {
        return key -> {
            if (!active.getAsBoolean()) {
                return Outcome.done();
            }
            try {
                return reconciler.reconcile(key);
            } catch (NotLeaderException e) {
                LOG.debug("{} is left to whoever leads: {}", key, e.getMessage());
                return Outcome.done();
            }
        };
    }

    void start() {
        loops.forEach(ControlLoop::start);
    }

    @Override
    public void close() {
        loops.forEach(ControlLoop::close);
    }
}
