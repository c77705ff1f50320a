package dev.turnstile.playground.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final Map<String, Double> KEPT =
            Comparison.kept(List.of("# what is kept", "", "wall, s | 0.6", "events created | 1.2"));

    private static List<BenchmarkRun.Result> runs(double... walls) {
        return Arrays.stream(walls)
                .mapToObj(wall -> new BenchmarkRun.Result(
                        Map.of("wall, s", wall, "events created", 12.0, "workloads not finished", 0.0),
                        Map.of("PATCH workloads/status", 3_000L)))
                .toList();
    }

    @Test
    void ratiosAreThoseOfTheMedians() {
        Comparison comparison = new Comparison(runs(100, 130, 700), runs(60, 78, 90));

        assertThat(comparison.lines()).containsEntry("wall, s", new Comparison.Line(130, 78, 0.6));
        assertThat(comparison.wrong(KEPT)).isEmpty();
    }

    @Test
    void aThirdAboveWhatIsKeptIsWrong() {
        assertThat(new Comparison(runs(100), runs(79)).wrong(KEPT)).isEmpty();
        assertThat(new Comparison(runs(100), runs(81)).wrong(KEPT))
                .containsExactly("wall, s: 0.81 of upstream's, more than a third above 0.60");
    }

    @Test
    void aRatioThatIsMissingIsWrong() {
        assertThat(new Comparison(runs(0), runs(60)).wrong(KEPT)).containsExactly("no ratio of: wall, s");
        assertThat(new Comparison(runs(100), runs(60)).wrong(Map.of("evictions", 1.0)))
                .containsExactly("no ratio of: evictions");
    }

    @Test
    void moreThanTheBudgetIsWrongWhateverUpstreamTakes() {
        Comparison alone = new Comparison(List.of(), runs(60));

        assertThat(alone.aboveBudget(Map.of("events created", 12.0))).isEmpty();
        assertThat(alone.aboveBudget(Map.of("events created", 11.5)))
                .containsExactly("events created: 12.00, and at most 11.50");
        assertThat(alone.aboveBudget(Map.of("events dropped", 0.0))).containsExactly("no figure of: events dropped");
    }

    @Test
    void aWorkloadThatIsNotFinishedIsWrongWhoseverItIs() {
        var unfinished = new BenchmarkRun.Result(Map.of("workloads not finished", 2.0), Map.of());
        assertThat(new Comparison(List.of(unfinished), List.of(unfinished)).wrong(Map.of()))
                .containsExactly("upstream: 2 workloads were not finished", "ours: 2 workloads were not finished");
    }
}
