package dev.turnstile.core.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.baseline.ClusterSimulation.Report;
import dev.turnstile.core.baseline.ClusterSimulation.WorkloadClass;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Upstream's performance story runs to its end, in little time and close to the perfect makespan of 66 s. */
class BaselineTest {
    private static final WorkloadClass SMALL = new WorkloadClass("small", 350, 100, 1, 200, 50);
    private static final WorkloadClass MEDIUM = new WorkloadClass("medium", 100, 500, 5, 500, 100);
    private static final WorkloadClass LARGE = new WorkloadClass("large", 50, 1200, 20, 1000, 200);

    @Test
    void thirtyQueuesInFiveCohorts() {
        long before = cpu();
        Report report = new ClusterSimulation(5, 6, SMALL, MEDIUM, LARGE).run();
        double seconds = (cpu() - before) / 1e9;
        print("5 x 6 queues, 15,000 workloads", ClusterSimulation.describe(report, 66_000), seconds);

        assertThat(report.finished()).isEqualTo(15_000);
        assertThat(report.makespanMillis()).isLessThan(80_000);
        assertThat(seconds).as("seconds of CPU").isLessThan(3);
    }

    /** The slower the API, the more wait, of whom the highest priority comes first: fewer are admitted too early. */
    @Test
    void evictionsFollowTheSpeedOfTheApiUnlessWhatHasJustBegunIsSpared() {
        int fewest = Integer.MAX_VALUE;
        for (long millis : new long[] {1, 5, 10, 13, 20}) {
            SlowApi.Report report = new SlowApi(millis, Duration.ZERO, SMALL, MEDIUM, LARGE).run();
            SlowApi.Report spared = new SlowApi(millis, Duration.ofSeconds(1), SMALL, MEDIUM, LARGE).run();
            say("6 queues, 3,000 workloads, %d ms for each write: %s; spared for a second: %s"
                    .formatted(millis, report, spared));
            assertThat(report.finished()).isEqualTo(3_000);
            fewest = Math.min(fewest, report.evictions());
            assertThat(spared.finished()).isEqualTo(3_000);
            assertThat(spared.evictions())
                    .as("evictions of what runs for a second at most")
                    .isZero();
            assertThat(spared.makespanMillis()).isLessThanOrEqualTo(report.makespanMillis());
        }
        assertThat(fewest).as("evictions once a backlog forms").isLessThan(10);
    }

    @Test
    void aThousandQueuesInTenCohorts(@TempDir Path folder) throws Exception {
        LargeCluster.Result result = LargeCluster.within("300m", folder.resolve("output"));
        print("10 x 100 queues, 50,000 workloads, heap of 300 MB", result.description(), result.seconds());

        assertThat(result.finished()).isEqualTo(50_000);
        assertThat(result.seconds()).as("seconds of CPU of the whole process").isLessThan(20);
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    @SuppressWarnings("SystemOut") // the figures are for people who read the build's output
    private static void say(String line) {
        System.out.println(line);
    }

    private static void print(String what, String description, double seconds) {
        say("%s: %s, %.2f s of CPU".formatted(what, description, seconds));
    }
}
