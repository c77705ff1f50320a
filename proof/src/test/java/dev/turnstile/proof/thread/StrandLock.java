package dev.turnstile.proof.thread;

import java.util.ArrayDeque;
import java.util.Date;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** A reentrant lock between simulated threads. It goes to the thread that has waited for longest. */
final class StrandLock implements Lock {
    private final Baton baton;
    private final Deque<Wait> queue = new ArrayDeque<>();
    private @Nullable Strand owner;
    private int holds;

    StrandLock(Baton baton) {
        this.baton = baton;
    }

    @Override
    public void lock() {
        Strand self = baton.running();
        self.process().check();
        if (!taken(self)) {
            queueFor(self, false);
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        Strand self = baton.running();
        self.process().check();
        if (self.takeInterrupt()) {
            throw new InterruptedException();
        }
        if (!taken(self)) {
            queueFor(self, true);
            if (owner != self) {
                self.takeInterrupt();
                throw new InterruptedException();
            }
        }
    }

    private boolean taken(Strand self) {
        if (owner == null || owner == self) {
            owner = self;
            holds++;
            return true;
        }
        return false;
    }

    private void queueFor(Strand self, boolean interruptible) {
        Wait wait = new Wait(baton, self, interruptible);
        queue.add(wait);
        self.await(wait);
    }

    @Override
    public boolean tryLock() {
        return taken(baton.running());
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) {
        throw new UnsupportedOperationException("nobody waits for a lock for some time only");
    }

    @Override
    public void unlock() {
        Strand self = baton.running();
        if (!self.process().alive()) {
            return;
        }
        if (owner != self) {
            throw new IllegalMonitorStateException(self + " does not hold this lock");
        }
        if (--holds == 0) {
            handOver();
        }
    }

    private void handOver() {
        owner = null;
        for (Wait next = queue.poll(); next != null; next = queue.poll()) {
            if (next.wake()) {
                owner = next.strand();
                holds = 1;
                return;
            }
        }
    }

    @Override
    public Condition newCondition() {
        return new StrandCondition();
    }

    private final class StrandCondition implements Condition {
        private final Deque<Wait> waiting = new ArrayDeque<>();

        @Override
        public void await() throws InterruptedException {
            var _ = waitFor(Long.MAX_VALUE);
        }

        @Override
        public long awaitNanos(long nanos) throws InterruptedException {
            return leftAfterWaiting(nanos);
        }

        @Override
        public boolean await(long time, TimeUnit unit) throws InterruptedException {
            return leftAfterWaiting(unit.toNanos(time)) > 0;
        }

        private long leftAfterWaiting(long nanos) throws InterruptedException {
            if (nanos <= 0) {
                return nanos;
            }
            long until = baton.now() + nanos;
            var _ = waitFor(nanos);
            return until - baton.now();
        }

        private boolean waitFor(long nanos) throws InterruptedException {
            Strand self = baton.running();
            if (owner != self) {
                throw new IllegalMonitorStateException(self + " does not hold this lock");
            }
            if (self.takeInterrupt()) {
                throw new InterruptedException();
            }
            int held = holds;
            Wait wait = new Wait(baton, self, true);
            waiting.add(wait);
            if (nanos != Long.MAX_VALUE) {
                baton.at(baton.now() + nanos, wait::wake);
            }
            holds = 0;
            handOver();
            self.await(wait);
            waiting.remove(wait);
            if (!taken(self)) {
                queueFor(self, false);
            }
            holds = held;
            if (self.takeInterrupt()) {
                throw new InterruptedException();
            }
            return true;
        }

        @Override
        public void signal() {
            for (Wait next = waiting.poll(); next != null; next = waiting.poll()) {
                if (next.wake()) {
                    return;
                }
            }
        }

        @Override
        public void signalAll() {
            for (Wait next = waiting.poll(); next != null; next = waiting.poll()) {
                next.wake();
            }
        }

        @Override
        public void awaitUninterruptibly() {
            throw new UnsupportedOperationException("nobody waits without being interruptible");
        }

        @Override
        public boolean awaitUntil(Date deadline) {
            throw new UnsupportedOperationException("nobody waits for a time of day");
        }
    }
}
