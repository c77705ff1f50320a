package dev.turnstile.embedded.control.loop;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A cluster's time. Time stamps are the wall clock's, since clients compare them with their own; durations (a
 * container's run, a back-off) are divided by the speed, which may change at any time.
 */
public final class ClusterClock implements InstantSource {
    private final InstantSource wall;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile double speed;

    public ClusterClock(InstantSource wall, double speed) {
        this.wall = wall;
        this.speed = positive(speed);
    }

    @Override
    public Instant instant() {
        return wall.instant();
    }

    public double speed() {
        return speed;
    }

    /** Changes the speed from now on; runs and back-offs in progress continue from where they are. */
    public void changeSpeed(double newSpeed) {
        speed = positive(newSpeed);
        listeners.forEach(Runnable::run);
    }

    /** Calls the listener after each change, on the thread that makes the change. */
    public void whenSpeedChanges(Runnable listener) {
        listeners.add(listener);
    }

    private static double positive(double speed) {
        if (!(speed > 0) || Double.isInfinite(speed)) {
            throw new IllegalArgumentException("clock speed " + speed + ": give a positive number, 1 for real time");
        }
        return speed;
    }
}
