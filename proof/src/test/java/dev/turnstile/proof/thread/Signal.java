package dev.turnstile.proof.thread;

import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What one thread waits for, and anybody may raise, also from outside of its process. */
public final class Signal {
    private final Baton baton;
    private @Nullable Wait waiting;

    /** One that was not raised. */
    public Signal(Baton baton) {
        this.baton = baton;
    }

    /** Waits until it is raised, but not longer than that. */
    public void await(Duration atMost) throws InterruptedException {
        Strand self = baton.running();
        if (self.takeInterrupt()) {
            throw new InterruptedException();
        }
        Wait wait = new Wait(baton, self, true);
        if (atMost.compareTo(Threads.FOREVER) < 0) {
            baton.after(atMost, wait::wake);
        }
        waiting = wait;
        self.await(wait);
        waiting = null;
        if (self.takeInterrupt()) {
            throw new InterruptedException();
        }
    }

    /** Wakes the threads that wait for it now. */
    public void raise() {
        Wait wait = waiting;
        if (wait != null) {
            wait.wake();
        }
    }
}
