package dev.turnstile.worker.job;

import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What runs for one kind of job. It listens to what it reads by itself; the worker starts and ends its loops. */
public interface JobController {
    /** What it reads besides what every worker reads. */
    List<Store<?>> stores();

    /** What it does. */
    List<ControlLoop<ObjectKey>> loops();

    /** Everything was read, or this instance leads now: enqueues every job. */
    void enqueueEverything();

    /** Whether this is the Workload of a job of this kind that does not exist any more. */
    boolean ownerGone(Workload workload);

    /** When the job was created for which this Workload was made, if it is one of this kind. */
    default Optional<Instant> ownerCreated(Workload workload) {
        return Optional.empty();
    }
}
