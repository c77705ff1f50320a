package dev.turnstile.service.transcript;

/** Controllers of one cluster that run. */
public interface RunningControllers extends AutoCloseable {
    /** What they measure, as a scrape would read it. */
    String metrics();

    /** Stops them as a process is stopped that is asked to; returns once they write nothing more. */
    @Override
    void close();
}
