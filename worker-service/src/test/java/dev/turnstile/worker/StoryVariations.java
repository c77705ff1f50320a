package dev.turnstile.worker;

import dev.turnstile.service.transcript.Transcripts;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The recorded stories of a single cluster, played otherwise than they were recorded: with other names, numbers of
 * pods, orders of creation, queues beside them, kubelets. {@code ci/prove variations} runs it.
 */
@Isolated // It plays several stories at a time, at the pace at which they were recorded.
class StoryVariations {
    private static Transcripts transcripts;

    @BeforeAll
    static void open() {
        transcripts = new Transcripts(StoryWorker::start);
    }

    @TestFactory
    Stream<DynamicTest> variationsOfStoriesOfOneCluster() {
        return transcripts.variations(clusters -> clusters == 1, Long.getLong("variations.seed", 1));
    }

    @AfterAll
    static void close() {
        transcripts.close();
    }
}
