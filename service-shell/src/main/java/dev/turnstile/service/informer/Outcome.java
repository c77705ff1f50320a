package dev.turnstile.service.informer;

import java.time.Duration;

/** What became of a key. */
public sealed interface Outcome {
    /** Nothing more to do until something changes. */
    record Done() implements Outcome {}

    /** Look again after that time, even if nothing changes. */
    record LookAgain(Duration after) implements Outcome {}

    /** Nothing more to do until something changes. */
    static Outcome done() {
        return new Done();
    }

    /** Look again after that time. */
    static Outcome after(Duration time) {
        return new LookAgain(time);
    }
}
