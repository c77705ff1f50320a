package dev.turnstile.worker.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.meta.Annotations;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.EventTarget;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.worker.job.HeldJobs.Behind;
import io.kubernetes.client.openapi.ApiClient;
import java.time.Clock;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeldJobsTest {
    private final EventRecorder events = new EventRecorder(
            new ApiConnection(new ApiClient()), Clock.systemUTC(), () -> false, RandomGenerator.getDefault(), "test");
    private final HeldJobs held = new HeldJobs(true, events);

    @AfterEach
    void close() {
        events.close();
    }

    private boolean holds(HeldJobs jobs, int number, String gate) {
        EventTarget job = new EventTarget("batch/v1", "Job", "team", "job-" + number, "uid-" + number);
        return jobs.holds(job, "test", Map.of(Annotations.SCHEDULING_GATED_BY, gate)) != null;
    }

    @Test
    void jobsAreCountedByKindAndGateUntilTheyAreForgotten() {
        assertThat(holds(held, 1, "example.com/a")).isTrue();
        assertThat(holds(held, 1, "example.com/a")).isTrue();
        assertThat(holds(held, 2, "example.com/a")).isTrue();
        assertThat(holds(held, 3, "example.com/b")).isTrue();
        held.forget("uid-2");

        assertThat(held.counts())
                .containsExactly(
                        Map.entry(new Behind("Job", "example.com/a"), 1),
                        Map.entry(new Behind("Job", "example.com/b"), 1));
    }

    @Test
    void beyondFiftyGatesAreCountedTogether() {
        for (int number = 0; number < 60; number++) {
            assertThat(holds(held, number, "example.com/gate-%02d".formatted(number)))
                    .isTrue();
        }

        assertThat(held.counts()).hasSize(51).containsEntry(new Behind("Job", "other"), 10);
    }

    @Test
    void aGateOfAnyLengthMakesNoLongLabel() {
        assertThat(holds(held, 1, "x".repeat(5000))).isTrue();

        assertThat(held.counts()).containsOnlyKeys(new Behind("Job", "other"));
    }

    @Test
    void whereTheFeatureIsOffNothingIsHeld() {
        HeldJobs off = new HeldJobs(false, events);

        assertThat(holds(off, 1, "example.com/a")).isFalse();
        assertThat(off.counts()).isEmpty();
    }
}
