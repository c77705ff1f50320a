package dev.turnstile.worker.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.EventTarget;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.worker.job.HeldJobs.Behind;
import dev.turnstile.worker.job.HeldJobs.Crowd;
import io.kubernetes.client.openapi.ApiClient;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeldJobsTest {
    private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");

    private final EventRecorder events = new EventRecorder(
            new HttpApiConnection(new ApiClient()), Clock.systemUTC(), () -> false, Threads.system(), "test");
    private final HeldJobs held = new HeldJobs(true, events);

    @AfterEach
    void close() {
        events.close();
    }

    private static Crowd crowd(int jobs, int oldest) {
        return new Crowd(jobs, CREATED.plusSeconds(oldest));
    }

    private static void record(HeldJobs jobs, int number, String gate) {
        EventTarget job = new EventTarget("batch/v1", "Job", "team", "job-" + number, "uid-" + number);
        jobs.record(job, CREATED.plusSeconds(number), "test", Map.of(Annotation.SCHEDULING_GATED_BY.text(), gate));
    }

    @Test
    void jobsAreCountedByKindAndGateWithTheOldestUntilTheyAreForgotten() {
        record(held, 1, "example.com/a");
        record(held, 1, "example.com/a");
        record(held, 2, "example.com/a");
        record(held, 3, "example.com/b");

        assertThat(held.crowds())
                .containsExactly(
                        Map.entry(new Behind("Job", "example.com/a"), crowd(2, 1)),
                        Map.entry(new Behind("Job", "example.com/b"), crowd(1, 3)));

        held.forget("uid-1");
        // of its gates one was taken away, and another is left
        record(held, 3, "example.com/a");

        assertThat(held.crowds()).containsExactly(Map.entry(new Behind("Job", "example.com/a"), crowd(2, 2)));

        held.forget("uid-2");
        held.forget("uid-3");

        assertThat(held.crowds()).isEmpty();
    }

    @Test
    void beyondFiftyGatesAreCountedTogether() {
        for (int number = 0; number < 60; number++) {
            record(held, number, "example.com/gate-%02d".formatted(number));
        }

        assertThat(held.crowds()).hasSize(51).containsEntry(new Behind("Job", "other"), crowd(10, 50));
    }

    @Test
    void aGateOfAnyLengthMakesNoLongLabel() {
        record(held, 1, "x".repeat(5000));

        assertThat(held.crowds()).containsOnlyKeys(new Behind("Job", "other"));
    }

    @Test
    void whereTheFeatureIsOffNothingIsHeld() {
        HeldJobs off = new HeldJobs(false, events);

        record(off, 1, "example.com/a");
        assertThat(off.crowds()).isEmpty();
    }
}
