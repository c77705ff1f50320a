package dev.turnstile.rules.violation.source;

/** Breaks the rules about signatures, lengths, names and booleans. */
public final class BadlyShaped {
    private BadlyShaped() {}

    /** Has the same simple name as {@link OtherHome.Twin}. */
    record Twin(boolean first, boolean second) {}

    static int eightParameters(int a, int b, int c, int d, int e, int f, int g, int h) {
        return a + b + c + d + e + f + g + h;
    }

    static Twin unclear() {
        return new Twin(true, isFirst());
    }

    private static boolean isFirst() {
        int one = 1;
        int two = 2;
        int three = one + two;
        return three > two;
    }
}
