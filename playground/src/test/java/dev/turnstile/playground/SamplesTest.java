package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.EmbeddedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every sample can be applied to a cluster that has our definitions. */
final class SamplesTest {
    private static final Path SAMPLES = Path.of("..", "deploy", "samples");

    @TestFactory
    Stream<DynamicTest> everySampleCanBeApplied() throws IOException {
        List<Path> samples;
        try (Stream<Path> files = Files.walk(SAMPLES)) {
            samples = files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
        assertThat(samples).isNotEmpty();
        return samples.stream()
                .map(sample -> DynamicTest.dynamicTest(
                        SAMPLES.relativize(sample).toString(), () -> apply("/samples/" + SAMPLES.relativize(sample))));
    }

    private static void apply(String sample) {
        try (EmbeddedCluster cluster = EmbeddedCluster.start()) {
            Manifests.define(cluster);
            boolean inTheFleetsQueue = sample.startsWith("/samples/fleet/") && sample.contains("job");
            if (inTheFleetsQueue || sample.startsWith("/samples/proposals/")) {
                Manifests.create(cluster, "/samples/fleet/worker.yaml");
            }
            Manifests.create(cluster, sample);
        }
    }
}
