package dev.turnstile.service.cluster;

import dev.turnstile.model.config.ClientConnection;
import dev.turnstile.service.informer.RateLimit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import okhttp3.Response;

/**
 * Asks the API server no faster than {@code clientConnection} allows. The lease and the watches, each of which comes at
 * a pace of its own, are not held back: a busy worker would lose the lead, and learn late of what it waits for.
 *
 * <p>Goal: at most {@code burst} requests at once and {@code qps} a second on average; no limit by default. Constraint:
 * no thread of its own, and a changed limit holds at once. So a bucket is kept as one number, the tokens at the time of
 * the last request: each request adds what has accrued since, takes one, and sleeps off what is owed. Example: 2 a
 * second, burst 1: the first goes at once and leaves 0; the second, at the same moment, leaves -1 and waits 500 ms.
 */
final class RequestLimit implements RateLimit {

    private final Supplier<ClientConnection> limits;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private ClientConnection known = new ClientConnection(null, null);
    private double tokens;
    private long last;

    RequestLimit(Supplier<ClientConnection> limits, LongSupplier nanoTime) {
        this.limits = limits;
        this.nanoTime = nanoTime;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        var nanoseconds = nanosecondsToWait();
        if (nanoseconds > 0) {
            try {
                Thread.sleep(nanoseconds / 1_000_000, (int) (nanoseconds % 1_000_000));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("stopped while waiting for clientConnection.qps");
            }
        }
        return chain.proceed(chain.request());
    }

    /** Takes a token; how long to wait until it is there. */
    long nanosecondsToWait() {
        var limit = limits.get();
        if (!limit.limited()) {
            return 0;
        }
        lock.lock();
        try {
            var now = nanoTime.getAsLong();
            if (!limit.equals(known)) {
                known = limit;
                tokens = limit.requestsAtOnce();
                last = now;
            }
            var accrued = (now - last) * limit.requestsPerSecond() / 1e9;
            tokens = Math.min(limit.requestsAtOnce(), tokens + accrued) - 1;
            last = now;
            return tokens >= 0 ? 0 : (long) Math.ceil(-tokens / limit.requestsPerSecond() * 1e9);
        } finally {
            lock.unlock();
        }
    }
}
