package dev.turnstile.cel.cost;

/**
 * Lower and upper bound of a size or a cost. Sums and products stop at {@link Long#MAX_VALUE}, which means "no known
 * bound".
 */
public record Estimate(long least, long most) {

    static final Estimate UNKNOWN = new Estimate(0, Long.MAX_VALUE);
    static final Estimate NOTHING = exactly(0);
    static final Estimate ONE = exactly(1);

    static Estimate exactly(long amount) {
        return new Estimate(amount, amount);
    }

    public static Estimate atMost(long amount) {
        return new Estimate(0, amount);
    }

    Estimate plus(Estimate other) {
        return new Estimate(sum(least, other.least), sum(most, other.most));
    }

    Estimate times(Estimate other) {
        return new Estimate(product(least, other.least), product(most, other.most));
    }

    Estimate times(double factor) {
        return new Estimate(product(least, factor), product(most, factor));
    }

    /** The bounds of a value that is one of the two. */
    Estimate or(Estimate other) {
        return new Estimate(Math.min(least, other.least), Math.max(most, other.most));
    }

    public static long sum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    public static long product(long a, long b) {
        return b != 0 && a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
    }

    private static long product(long amount, double factor) {
        double product = Math.ceil(amount * factor);
        return amount == Long.MAX_VALUE || product >= Long.MAX_VALUE ? Long.MAX_VALUE : (long) product;
    }
}
