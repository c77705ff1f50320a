package dev.turnstile.proof.thread;

/** One wait of one thread: whatever comes first ends it, and what comes later finds it over. */
final class Wait {
    private final Baton baton;
    private final Strand strand;
    private final boolean interruptible;
    private boolean over;

    Wait(Baton baton, Strand strand, boolean interruptible) {
        this.baton = baton;
        this.strand = strand;
        this.interruptible = interruptible;
    }

    Strand strand() {
        return strand;
    }

    boolean interruptible() {
        return interruptible;
    }

    boolean over() {
        return over;
    }

    /** Has its thread run again; whether this call did that. */
    boolean wake() {
        // One that was killed on its way into this wait has ended without it.
        if (over || strand.ended()) {
            return false;
        }
        over = true;
        baton.ready(strand);
        return true;
    }
}
