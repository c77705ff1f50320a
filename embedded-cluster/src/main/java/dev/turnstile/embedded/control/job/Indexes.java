package dev.turnstile.embedded.control.job;

import java.util.BitSet;
import java.util.stream.Collectors;

/** A set of completion indexes, written as Kubernetes does: {@code 0,2-4,7}. */
final class Indexes {
    private final BitSet bits;

    private Indexes(BitSet bits) {
        this.bits = bits;
    }

    /** Reads the form that a Job's status has; indexes at or above {@code completions} are dropped. */
    static Indexes parse(String text, int completions) {
        var bits = new BitSet();
        for (var range : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            var dash = range.indexOf('-');
            var first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            var last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
            bits.set(first, last + 1);
        }
        bits.clear(Math.min(completions, bits.length()), bits.length());
        return new Indexes(bits);
    }

    Indexes with(int index) {
        var more = (BitSet) bits.clone();
        more.set(index);
        return new Indexes(more);
    }

    int count() {
        return bits.cardinality();
    }

    int firstAbsentFrom(int index) {
        return bits.nextClearBit(index);
    }

    @Override
    public String toString() {
        return bits.stream()
                .filter(index -> index == 0 || !bits.get(index - 1))
                .mapToObj(first -> range(first, bits.nextClearBit(first) - 1))
                .collect(Collectors.joining(","));
    }

    private static String range(int first, int last) {
        return switch (last - first) {
            case 0 -> Integer.toString(first);
            case 1 -> first + "," + last;
            default -> first + "-" + last;
        };
    }
}
