package dev.turnstile.core.ungating.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.Random;

/** Simulated time: what happens when. Equal times happen in the order in which they were planned. */
final class Agenda {

    private record Planned(long at, long number, Runnable what) implements Comparable<Planned> {
        @Override
        public int compareTo(Planned other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    private static final Instant START = Instant.parse("2026-01-01T12:00:00.123Z");

    private final PriorityQueue<Planned> planned = new PriorityQueue<>();
    private final Random random;
    private long milliseconds;
    private long number;

    Agenda(Random random) {
        this.random = random;
    }

    Instant now() {
        return START.plusMillis(milliseconds);
    }

    void in(Duration delay, Runnable what) {
        number++;
        planned.add(new Planned(milliseconds + delay.toMillis(), number, what));
    }

    /** Some time between none and this long from now. */
    void within(Duration longest, Runnable what) {
        in(Duration.ofMillis(random.nextLong(longest.toMillis() + 1)), what);
    }

    /** Goes on for this long. */
    void run(Duration time) {
        long end = milliseconds + time.toMillis();
        while (!planned.isEmpty() && planned.peek().at() <= end) {
            Planned next = planned.remove();
            milliseconds = next.at();
            next.what().run();
        }
        milliseconds = end;
    }
}
