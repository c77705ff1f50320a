package dev.turnstile.worker.webhook;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;

/** The bytes of a question as they arrive: so many at most, in time, and each of them paid for. */
final class ReviewBody extends FilterInputStream {
    /** The API server's own limit of 3 MiB an object, twice, and what is around them. */
    static final int LARGEST = 7 * 1024 * 1024;

    static final long SECONDS = 5;
    /** Of a byte: the parser keeps a text as characters until it makes a string of it. */
    private static final int COST = 3;

    private final ReviewMemory.Share share;
    private final long deadline;
    private long arrived;

    ReviewBody(InputStream bytes, ReviewMemory.Share share, long deadline) {
        super(bytes);
        this.share = share;
        this.deadline = deadline;
    }

    static long deadline() {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
        if (deadline - System.nanoTime() <= 0) {
            throw TurnedAwayException.tooSlow(SECONDS);
        }
        int read;
        try {
            read = super.read(into, from, most);
        } catch (SocketTimeoutException e) {
            throw TurnedAwayException.tooSlow(SECONDS);
        }
        if (read > 0) {
            arrived += read;
            if (arrived > LARGEST) {
                throw TurnedAwayException.tooLong(LARGEST);
            }
            share.take((long) read * COST);
        }
        return read;
    }
}
