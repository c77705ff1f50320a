package dev.turnstile.proof.thread;

/** Ends a thread of a process that was killed, wherever it waits. An error, so that no loop survives it. */
public final class CrashError extends Error {
    private static final long serialVersionUID = 1L;

    CrashError(String process) {
        super(process + " was killed", null, false, false);
    }
}
