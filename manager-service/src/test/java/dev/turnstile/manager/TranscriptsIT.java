package dev.turnstile.manager;

import dev.turnstile.service.transcript.Transcripts;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The recorded stories of a manager and two worker clusters. */
class TranscriptsIT {
    private static final int CLUSTERS = 3;
    private static Transcripts transcripts;

    @BeforeAll
    static void open() {
        transcripts = new Transcripts(StoryServices::start, CLUSTERS);
    }

    @TestFactory
    Stream<DynamicTest> storiesOfSeveralClusters() {
        return transcripts.tests(clusters -> clusters > 1);
    }

    @AfterAll
    static void close() {
        transcripts.close();
    }
}
