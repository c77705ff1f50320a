package dev.turnstile.worker;

import dev.turnstile.model.kueue.Workload;
import dev.turnstile.worker.job.JobController;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The controllers of all kinds of jobs that are managed. Filled before anything runs; safe for any thread. */
final class JobControllers {
    private final List<JobController> controllers = new CopyOnWriteArrayList<>();

    void add(JobController controller) {
        controllers.add(controller);
    }

    /** Whether this is the Workload of a job of a known kind that does not exist any more. */
    boolean ownerGone(Workload workload) {
        return controllers.stream().anyMatch(kind -> kind.ownerGone(workload));
    }

    /** When the job was created for which this Workload was made, if its kind is known. */
    Optional<Instant> ownerCreated(Workload workload) {
        return controllers.stream()
                .flatMap(kind -> kind.ownerCreated(workload).stream())
                .findFirst();
    }

    void enqueueEverything() {
        controllers.forEach(JobController::enqueueEverything);
    }
}
