package dev.turnstile.playground.endurance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Two schedulers side by side: of each figure the median of all runs, and what of upstream's ours is.
 *
 * @param upstream one for each run; none where upstream was left out
 * @param ours one for each run
 */
record Comparison(List<BenchmarkRun.Result> upstream, List<BenchmarkRun.Result> ours) {
    /** A ratio may be so much worse than the one that is kept: neither machines nor runs are alike. */
    private static final double WORSE = 4.0 / 3;

    /** Requests of a kind that are fewer are not worth a line. */
    private static final long FEW = 20;

    /** A figure of both, and ours as a part of upstream's, where that has any. */
    record Line(double upstream, double ours, @Nullable Double ratio) {}

    /** The table, by name. */
    Map<String, Line> lines() {
        Map<String, Line> lines = new LinkedHashMap<>();
        for (String name : ours.getFirst().figures().keySet()) {
            double their = median(upstream, name);
            double our = median(ours, name);
            lines.put(name, new Line(their, our, their == 0 ? null : (Double) (our / their)));
        }
        return lines;
    }

    private static double median(List<BenchmarkRun.Result> runs, String name) {
        if (runs.isEmpty()) {
            return 0;
        }
        double[] sorted = runs.stream()
                .mapToDouble(run -> run.figures().getOrDefault(name, 0.0))
                .sorted()
                .toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    /** Figures of ours that are above what they may be. */
    List<String> aboveBudget(Map<String, Double> budget) {
        List<String> above = new ArrayList<>();
        Map<String, Line> lines = lines();
        budget.forEach((name, most) -> {
            Line line = lines.get(name);
            if (line == null) {
                above.add("no figure of: " + name);
            } else if (line.ours() > most) {
                above.add(String.format(Locale.ROOT, "%s: %.2f, and at most %.2f", name, line.ours(), most));
            }
        });
        return above;
    }

    /** What is worse than it may be: a Workload that was not finished in any run, and ratios above those kept. */
    List<String> wrong(Map<String, Double> kept) {
        List<String> wrong = new ArrayList<>();
        unfinished(upstream, "upstream", wrong);
        unfinished(ours, "ours", wrong);
        Map<String, Line> lines = lines();
        kept.forEach((name, ratio) -> {
            Line line = lines.get(name);
            if (line == null || line.ratio() == null) {
                wrong.add("no ratio of: " + name);
            } else if (line.ratio() > ratio * WORSE) {
                wrong.add(String.format(
                        Locale.ROOT,
                        "%s: %.2f of upstream's, more than a third above %.2f",
                        name,
                        line.ratio(),
                        ratio));
            }
        });
        return wrong;
    }

    private static void unfinished(List<BenchmarkRun.Result> runs, String whose, List<String> wrong) {
        runs.forEach(run -> {
            double count = run.figures().getOrDefault("workloads not finished", 0.0);
            if (count > 0) {
                wrong.add(String.format(Locale.ROOT, "%s: %.0f workloads were not finished", whose, count));
            }
        });
    }

    /** Ratios or figures that are kept, one a line: a figure's name, a bar, a number. */
    static Map<String, Double> kept(List<String> lines) {
        Map<String, Double> kept = new LinkedHashMap<>();
        lines.stream().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(line -> {
            int bar = line.indexOf('|');
            kept.put(
                    line.substring(0, bar).strip(),
                    Double.valueOf(line.substring(bar + 1).strip()));
        });
        return kept;
    }

    @Override
    public String toString() {
        var text = new StringBuilder(String.format("%-36s %10s %10s %7s%n", "", "upstream", "ours", "ratio"));
        lines().forEach((name, line) -> text.append(String.format(
                Locale.ROOT,
                "%-36s %,10.1f %,10.1f %7s%n",
                name,
                line.upstream(),
                line.ours(),
                line.ratio() == null ? "" : String.format(Locale.ROOT, "%.2f", line.ratio()))));
        text.append(String.format("%nrequests of the last run, the runner's among them%n"));
        Map<String, Long> their =
                upstream.isEmpty() ? Map.of() : upstream.getLast().requests();
        Map<String, Long> our = ours.getLast().requests();
        var kinds = new TreeSet<>(their.keySet());
        kinds.addAll(our.keySet());
        for (String kind : kinds) {
            long mine = our.getOrDefault(kind, 0L);
            long yours = their.getOrDefault(kind, 0L);
            if (Math.max(mine, yours) >= FEW) {
                text.append(String.format(Locale.ROOT, "%-36s %,10d %,10d%n", kind, yours, mine));
            }
        }
        return text.toString();
    }
}
