package dev.turnstile.worker.job;

/**
 * A kind of job that can be managed. Register one as a Spring bean; {@code integrations.frameworks} of the
 * configuration says which of those that are registered are on.
 *
 * <p>Most kinds are objects that can be suspended: they implement {@link Integration} and need nothing else. A kind
 * that starts and stops otherwise brings a {@link JobController} of its own.
 */
public interface JobKind {
    /** The name in {@code integrations.frameworks}. */
    String framework();

    /** What the worker is to run for it. Called once, before anything is read. */
    JobController controller(JobEnvironment environment);
}
