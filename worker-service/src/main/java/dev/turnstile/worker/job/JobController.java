package dev.turnstile.worker.job;

import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.util.List;

/** What runs for one kind of job. It listens to what it reads by itself; the worker starts and ends its loops. */
public interface JobController {
    /** What it reads besides what every worker reads. */
    List<Store<?>> stores();

    /** What it does. */
    List<ControlLoop<ObjectKey>> loops();

    /** Everything was read, or this instance leads now: looks at every job. */
    void lookAtEverything();

    /** Whether this is the Workload of a job of this kind that does not exist any more. */
    boolean ownerGone(Workload workload);
}
