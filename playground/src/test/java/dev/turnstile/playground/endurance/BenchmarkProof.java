package dev.turnstile.playground.endurance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code BenchmarkProof PEER ASSETS FOLDER SIZE RUNS both|ours [BUDGET RATIOS]}: upstream's scheduler and ours under
 * the same load, one after the other, and what ours takes of what upstream takes. Fails where a Workload was not
 * finished, or a ratio is a third above that of the file RATIOS, or a figure of ours above that of the file BUDGET.
 * Without upstream there are only figures, and no ratio.
 */
final class BenchmarkProof {
    private BenchmarkProof() {}

    private static Map<String, Double> kept(String file) throws IOException {
        return Comparison.kept(Files.readAllLines(Path.of(file)));
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path peer = Path.of(arguments[0]);
        Path assets = Path.of(arguments[1]);
        LoadSize size = LoadSize.of(arguments[3]);
        boolean both = arguments[5].equals("both");
        List<BenchmarkRun.Candidate> candidates =
                both ? List.of(BenchmarkRun.Candidate.values()) : List.of(BenchmarkRun.Candidate.OURS);
        List<BenchmarkRun.Result> upstream = new ArrayList<>();
        List<BenchmarkRun.Result> ours = new ArrayList<>();
        for (int run = 1; run <= Integer.parseInt(arguments[4]); run++) {
            for (BenchmarkRun.Candidate candidate : candidates) {
                String name = candidate.name().toLowerCase(Locale.ROOT) + "-" + run;
                Path folder = Files.createDirectories(Path.of(arguments[2], name));
                BenchmarkRun.Result result = new BenchmarkRun(peer, assets, size, folder).run(candidate);
                System.out.println(name + ": " + result.figures());
                (candidate == BenchmarkRun.Candidate.OURS ? ours : upstream).add(result);
            }
        }
        var comparison = new Comparison(upstream, ours);
        System.out.println();
        System.out.println(comparison);
        boolean judged = arguments.length > 6;
        List<String> wrong = new ArrayList<>(comparison.wrong(judged && both ? kept(arguments[7]) : Map.of()));
        wrong.addAll(comparison.aboveBudget(judged ? kept(arguments[6]) : Map.of()));
        wrong.forEach(each -> System.out.println("FAILED: " + each));
        if (!wrong.isEmpty()) {
            System.exit(1);
        }
    }
}
