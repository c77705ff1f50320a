package dev.turnstile.service.apply;

import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reconcilers that leave the writing to the leader; an instance that begins to lead enqueues everything. */
public final class Resting {
    private static final Logger LOG = LoggerFactory.getLogger(Resting.class);

    private Resting() {}

    /** One that does nothing while it may not write, nor when it loses that right meanwhile. */
    public static <K> Reconciler<K> unless(BooleanSupplier active, Reconciler<K> reconciler) {
        Reconciler<K> willing = onceLost(reconciler);
        return key -> active.getAsBoolean() ? willing.reconcile(key) : Outcome.done();
    }

    /** One that works without the right to write, too, but gives up what it loses that right over. */
    public static <K> Reconciler<K> onceLost(Reconciler<K> reconciler) {
        return key -> {
            try {
                return reconciler.reconcile(key);
            } catch (NotLeaderException e) {
                LOG.debug("{} is left to the leader: {}", key, e.getMessage());
                return Outcome.done();
            }
        };
    }
}
