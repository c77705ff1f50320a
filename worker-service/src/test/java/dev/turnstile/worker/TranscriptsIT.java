package dev.turnstile.worker;

import dev.turnstile.service.transcript.Transcripts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The recorded stories of a single cluster. */
class TranscriptsIT {
    private static Transcripts transcripts;

    @BeforeAll
    static void open() throws IOException {
        try (InputStream list = TranscriptsIT.class.getResourceAsStream("not-yet.txt")) {
            String names = new String(Objects.requireNonNull(list).readAllBytes(), StandardCharsets.UTF_8);
            transcripts = new Transcripts(StoryWorker::start, names);
        }
    }

    @TestFactory
    Stream<DynamicTest> storiesOfOneCluster() {
        return transcripts.tests(clusters -> clusters == 1);
    }

    @AfterAll
    static void close() {
        transcripts.close();
    }
}
