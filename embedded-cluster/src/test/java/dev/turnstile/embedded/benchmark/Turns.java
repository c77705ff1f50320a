package dev.turnstile.embedded.benchmark;

import java.util.ArrayList;
import java.util.List;

/** Combines the figures of several turns. */
final class Turns {
    private Turns() {}

    static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    /** The median of the quotients of turns that followed each other at once. */
    static double ratio(List<Double> above, List<Double> below) {
        List<Double> quotients = new ArrayList<>();
        for (int turn = 0; turn < above.size(); turn++) {
            quotients.add(above.get(turn) / below.get(turn));
        }
        return median(quotients);
    }
}
