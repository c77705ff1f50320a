package dev.turnstile.playground.endurance;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** Whether what one service holds has grown. */
final class Growth {
    private static final double MEMORY_GROWTH = 1.25;
    private static final double MEMORY_SLACK = 20;
    private static final double LIVE_GROWTH = 1.25;
    private static final double LIVE_SLACK = 8;
    private static final double THREAD_GROWTH = 1.2;
    private static final double THREAD_SLACK = 8;

    /** Fewer tell nothing. */
    private static final int FEWEST = 6;

    /** In words, and what is too much. */
    record Report(String figures, List<String> violations) {}

    private final double liveBefore;
    private final List<ServiceProcess.Figures> samples = new ArrayList<>();

    /** @param liveBefore megabytes on the heap after a collection */
    Growth(double liveBefore) {
        this.liveBefore = liveBefore;
    }

    synchronized void sample(ServiceProcess.Figures figures) {
        samples.add(figures);
    }

    /** @param liveAfter megabytes on the heap after a collection */
    synchronized Report report(double liveAfter) {
        List<String> found = new ArrayList<>();
        String memory = compared("memory", "MB", ServiceProcess.Figures::megabytes, MEMORY_GROWTH, MEMORY_SLACK, found);
        String threads = compared("threads", "", ServiceProcess.Figures::threads, THREAD_GROWTH, THREAD_SLACK, found);
        String live = String.format(Locale.ROOT, "live heap %.0f then %.0f MB", liveBefore, liveAfter);
        if (liveAfter > liveBefore * LIVE_GROWTH + LIVE_SLACK) {
            found.add("grows: " + live);
        }
        return new Report(memory + ", " + live + ", " + threads, found);
    }

    private String compared(
            String what,
            String unit,
            ToDoubleFunction<ServiceProcess.Figures> figure,
            double factor,
            double slack,
            List<String> found) {
        OptionalDouble first = median(0, figure);
        OptionalDouble last = median(2, figure);
        String text = what + " " + rounded(first) + " then " + rounded(last) + (unit.isEmpty() ? "" : " " + unit);
        if (first.isEmpty() || last.isEmpty()) {
            found.add("no figures to compare: " + text);
        } else if (last.getAsDouble() > first.getAsDouble() * factor + slack) {
            found.add("grows: " + text);
        }
        return text;
    }

    private static String rounded(OptionalDouble figure) {
        return figure.isPresent() ? Long.toString(Math.round(figure.getAsDouble())) : "?";
    }

    /** Of one third of the samples, in the order in which they were taken. */
    private OptionalDouble median(int third, ToDoubleFunction<ServiceProcess.Figures> figure) {
        int size = samples.size();
        if (size < FEWEST) {
            return OptionalDouble.empty();
        }
        double[] values = samples.subList(third * size / 3, (third + 1) * size / 3).stream()
                .mapToDouble(figure)
                .sorted()
                .toArray();
        return OptionalDouble.of(values[values.length / 2]);
    }
}
