package dev.turnstile.service.transcript;

/** Controllers of one cluster that run. */
@FunctionalInterface
public interface RunningControllers extends AutoCloseable {
    /** Stops them as a process is stopped that is asked to; returns once they write nothing more. */
    @Override
    void close();
}
