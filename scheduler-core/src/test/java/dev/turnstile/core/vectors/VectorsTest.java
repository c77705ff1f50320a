package dev.turnstile.core.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Every recorded story comes out as recorded. {@code -Dvectors.file=…} replays another file, {@code -Dvectors.story=…}
 * only the stories whose names begin so.
 */
class VectorsTest {

    @Test
    @SuppressWarnings("SystemOut") // the summary is for people who read the build's output
    void theCoreDoesWhatWasRecorded() {
        List<Story> stories = Story.read(System.getProperty("vectors.file"));
        String only = System.getProperty("vectors.story", "");
        int passed = 0;
        int failed = 0;
        for (Story story : stories) {
            if (!story.name().startsWith(only)) {
                continue;
            }
            Replay replay = new Replay(story);
            List<String> differences = differences(replay);
            if (differences.isEmpty()) {
                passed++;
            } else {
                failed++;
                System.out.println("story " + story.name() + (story.fairSharing() ? " (fair sharing)" : ""));
                differences.forEach(System.out::println);
                System.out.println("    why, since both sides last agreed:");
                replay.explanations().forEach(System.out::println);
            }
        }
        System.out.printf("%d passed, %d failed%n", passed, failed);
        assertThat(failed).as("stories that come out otherwise than recorded").isZero();
        assertThat(passed).as("stories replayed").isPositive();
    }

    /** A story that cannot be told to its end is a failed one, and the others are told all the same. */
    private static List<String> differences(Replay replay) {
        try {
            return replay.run();
        } catch (RuntimeException problem) {
            StringWriter trace = new StringWriter();
            problem.printStackTrace(new PrintWriter(trace));
            return List.of("  the story broke off: " + trace);
        }
    }

    @Test
    void aDifferenceIsReportedWithItsStepBothSidesAndTheReason() {
        Story story = Story.read(null).getFirst();
        ObjectNode admitted = firstAdmissions(story);
        String name = admitted.properties().iterator().next().getKey();
        admitted.remove(name);
        Replay replay = new Replay(story);

        assertThat(replay.run())
                .singleElement()
                .asString()
                .matches("  before step \\d+: admitted " + name + ": expected no, got cq.*");
        assertThat(replay.explanations())
                .anyMatch(line -> line.matches(".*step \\d+: " + name + " in cq.*: Admit: .*"));
    }

    private static ObjectNode firstAdmissions(Story story) {
        for (JsonNode step : story.steps()) {
            if (step.path("expect").path("admitted") instanceof ObjectNode admitted && !admitted.isEmpty()) {
                return admitted;
            }
        }
        throw new AssertionError("nobody is admitted in " + story.name());
    }
}
