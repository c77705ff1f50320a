package dev.turnstile.core.resource;

/**
 * Arithmetic on amounts of one resource, in the smallest unit that quota is counted in: thousandths for {@code cpu},
 * whole units (bytes, pods, devices) for everything else.
 *
 * <p>An amount is a plain {@code long}, because the scheduler adds up millions of them. Results saturate at
 * {@link #MAX} and {@link #MIN} instead of wrapping round: the sum of two absurd requests is absurdly large, never
 * negative.
 */
public final class Amount {
    public static final long MAX = Long.MAX_VALUE;
    public static final long MIN = Long.MIN_VALUE;

    private Amount() {}

    public static long add(long left, long right) {
        long sum = left + right;
        if (((left ^ sum) & (right ^ sum)) < 0) {
            return left < 0 ? MIN : MAX;
        }
        return sum;
    }

    public static long subtract(long left, long right) {
        long difference = left - right;
        if (((left ^ right) & (left ^ difference)) < 0) {
            return left < 0 ? MIN : MAX;
        }
        return difference;
    }

    public static long multiply(long amount, long times) {
        long high = Math.multiplyHigh(amount, times);
        long low = amount * times;
        if ((high == 0 && low >= 0) || (high == -1 && low < 0)) {
            return low;
        }
        return (amount < 0) == (times < 0) ? MAX : MIN;
    }

    /** Whether a sum ran into the end of the scale, so that taking something away again would not lead back. */
    public static boolean saturated(long amount) {
        return amount == MAX || amount == MIN;
    }
}
