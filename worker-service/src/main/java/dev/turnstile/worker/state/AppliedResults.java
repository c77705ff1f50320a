package dev.turnstile.worker.state;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.WritePause;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.write.WriteResults;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries what became of decisions into the scheduler, and warns of requests that fail. Belongs to the state's thread.
 */
final class AppliedResults implements WriteResults<Assumption> {
    private static final Logger LOG = LoggerFactory.getLogger(AppliedResults.class);

    private final Scheduler scheduler;
    private final InstantSource clock;
    private final Consumer<ObjectKey> reread;

    /**
     * @param reread has a Workload put as it is in the store: a result may come before the change that it made is noted
     */
    AppliedResults(Scheduler scheduler, InstantSource clock, Consumer<ObjectKey> reread) {
        this.scheduler = scheduler;
        this.clock = clock;
        this.reread = reread;
    }

    @Override
    public void written(Assumption assumption) {
        scheduler.written(assumption, clock.instant());
        reread(assumption);
    }

    @Override
    public void refused(Assumption assumption, String why) {
        String before = problem(assumption);
        scheduler.refused(assumption, why, clock.instant());
        report(assumption, before);
        reread(assumption);
    }

    /** No warning: what other people write at the same time is no failure. */
    @Override
    public void outdated(Assumption assumption, String why) {
        scheduler.refused(assumption, why, clock.instant());
        LOG.debug("what was decided on {} was not written: {}", assumption.key(), why);
        reread(assumption);
    }

    @Override
    public void unanswered(Assumption assumption, String why) {
        String before = problem(assumption);
        scheduler.unanswered(assumption, why, clock.instant());
        report(assumption, before);
        reread(assumption);
    }

    private void reread(Assumption assumption) {
        reread.accept(
                new ObjectKey(assumption.key().namespace(), assumption.key().name()));
    }

    private String problem(Assumption assumption) {
        WritePause pause = scheduler.pause(assumption.key());
        return pause == null ? "" : pause.problem();
    }

    /** Warns where a request failed for the first time, or for another reason than before. */
    private void report(Assumption assumption, String before) {
        String now = problem(assumption);
        if (assumption.begun() && !now.equals(before)) {
            LOG.warn("what was decided on {} could not be written and will be tried again: {}", assumption.key(), now);
        } else {
            LOG.debug("what was decided on {} was not written: {}", assumption.key(), now);
        }
    }
}
