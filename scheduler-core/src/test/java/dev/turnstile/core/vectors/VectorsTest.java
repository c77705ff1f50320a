package dev.turnstile.core.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Every recorded story comes out as recorded. {@code -Dvectors.file=…} replays another file, {@code -Dvectors.story=…}
 * only the stories whose names begin so.
 */
class VectorsTest {

    @Test
    @SuppressWarnings("SystemOut") // the summary is for whoever reads the build's output
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
            List<String> differences = replay.run();
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
}
