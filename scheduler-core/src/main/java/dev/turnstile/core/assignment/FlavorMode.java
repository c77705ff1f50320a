package dev.turnstile.core.assignment;

/** How a flavor could be had, worst first. */
public enum FlavorMode {
    /** Not at all. */
    NO_FIT("NoFit", Mode.NO_FIT),
    /** By preemption, but nobody can be preempted now. */
    NO_CANDIDATES("NoCandidates", Mode.PREEMPT),
    /** By preemption that hits the own queue. */
    PREEMPT("Preempt", Mode.PREEMPT),
    /** By preemption in other queues alone. */
    RECLAIM("Reclaim", Mode.PREEMPT),
    /** As things are. */
    FIT("Fit", Mode.FIT);

    private final String text;
    private final Mode mode;

    FlavorMode(String text, Mode mode) {
        this.text = text;
        this.mode = mode;
    }

    public String text() {
        return text;
    }

    public Mode mode() {
        return mode;
    }

    boolean hasVictims() {
        return this == PREEMPT || this == RECLAIM;
    }
}
