package dev.turnstile.proof.thread;

import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** A process: threads that end together, with a clock of its own. */
public final class ServiceProcess {
    private final Baton baton;
    private final String name;
    private final ProcessThreads threads;
    private final WallClock clock;
    private final Set<Strand> strands = new LinkedHashSet<>();
    private boolean alive = true;
    private long frozenUntil;

    /** One that does nothing yet. */
    public ServiceProcess(Baton baton, String name, RandomGenerator random) {
        this.baton = baton;
        this.name = name;
        this.threads = new ProcessThreads(baton, this, random);
        this.clock = new WallClock(baton);
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** What its loops run on. */
    public ProcessThreads threads() {
        return threads;
    }

    /** Its clock. */
    public WallClock clock() {
        return clock;
    }

    /** The same, for those who need a Clock. */
    public Clock asClock() {
        return clock.asClock();
    }

    /** Whether it was not killed. */
    public boolean alive() {
        return alive;
    }

    /** Starts a thread in it. */
    public void run(String what, Runnable work) {
        var _ = threads.start(what, work);
    }

    Strand start(String what, Runnable work) {
        check();
        Strand strand = new Strand(baton, this, what, work);
        strands.add(strand);
        strand.start();
        return strand;
    }

    void ended(Strand strand) {
        strands.remove(strand);
    }

    /** Lets none of its threads run for that time. Its requests that are under way go on. */
    public void freeze(Duration time) {
        frozenUntil = Math.max(frozenUntil, baton.now() + time.toNanos());
    }

    /** Until when none of its threads runs. */
    long frozenUntil() {
        return alive ? frozenUntil : 0;
    }

    /** Ends the thread that asks, where its process was killed. */
    public void check() {
        if (!alive) {
            throw new CrashError(name);
        }
    }

    /** Ends it at once: none of its threads does anything any more. May be called by one of its own threads. */
    public void kill() {
        alive = false;
        baton.thaw(this);
        List.copyOf(strands).forEach(Strand::killed);
    }

    /** As {@link #kill}, for the thread that runs and belongs to it. */
    public CrashError crash() {
        kill();
        return new CrashError(name);
    }
}
