package dev.turnstile.embedded;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A cluster's time. Time stamps are the wall clock's, since clients compare them with their own; how long things
 * <em>take</em> (a container's run, a back-off) is divided by the speed, which may change while others sleep.
 */
public final class ClusterClock implements InstantSource {
    private final InstantSource wall;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition speedChanged = lock.newCondition();
    private double speed;

    public ClusterClock(InstantSource wall, double speed) {
        this.wall = wall;
        this.speed = positive(speed);
    }

    @Override
    public Instant instant() {
        return wall.instant();
    }

    public double speed() {
        lock.lock();
        try {
            return speed;
        } finally {
            lock.unlock();
        }
    }

    public void changeSpeed(double newSpeed) {
        lock.lock();
        try {
            speed = positive(newSpeed);
            speedChanged.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns when the cluster's time has gone on by the duration, at whatever speed. */
    public void sleep(Duration duration) throws InterruptedException {
        double left = duration.toNanos();
        lock.lockInterruptibly();
        try {
            while (left > 0) {
                double speedNow = speed;
                long before = System.nanoTime();
                speedChanged.await((long) Math.ceil(left / speedNow), TimeUnit.NANOSECONDS);
                left -= (System.nanoTime() - before) * speedNow;
            }
        } finally {
            lock.unlock();
        }
    }

    private static double positive(double speed) {
        if (!(speed > 0) || Double.isInfinite(speed)) {
            throw new IllegalArgumentException("clock speed " + speed + ": give a positive number, 1 for real time");
        }
        return speed;
    }
}
