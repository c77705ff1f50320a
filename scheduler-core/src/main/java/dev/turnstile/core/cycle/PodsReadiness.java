package dev.turnstile.core.cycle;

/** Whether what was admitted runs by now, where admission depends on that ({@code waitForPodsReady.blockAdmission}). */
public enum PodsReadiness {
    /** Admission does not depend on it. */
    NOT_ASKED,
    /** Everything that was admitted has all its pods: one more may be admitted. */
    ALL_READY,
    /** Somebody still waits for pods: nobody is admitted. */
    SOME_NOT_READY
}
