package dev.turnstile.service.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.service.informer.MemoryApi;
import dev.turnstile.service.thread.FastThreads;
import dev.turnstile.service.thread.Threads;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EventRecorderTest {
    private final Threads threads = new FastThreads(20);
    private final MemoryApi api = new MemoryApi(threads);

    @Test
    void sendersGoOnAfterExceptionsThatNobodyExpected() {
        AtomicInteger failures = new AtomicInteger();
        api.fail(request -> failures.getAndIncrement() < 200
                ? new IllegalStateException("Cannot read file: /var/run/token")
                : null);
        try (EventRecorder events = new EventRecorder(api, Clock.systemUTC(), () -> true, threads, "me")) {
            for (int i = 0; i < 201; i++) {
                EventTarget target = new EventTarget("v1", "Pod", "team", "one", "uid " + i);
                events.normal(target, "test", "Reason", "message");
            }

            await().atMost(Duration.ofSeconds(20)).until(() -> failures.get() == 201);
        }
    }

    /** The API keeps events for an hour: one that it no longer has is created once more, with its count. */
    @Test
    void anEqualEventCountsUpTheOneThatIsThere() {
        EventTarget target = new EventTarget("v1", "Pod", "team", "one", "uid");
        try (EventRecorder events = new EventRecorder(api, Clock.systemUTC(), () -> true, threads, "me")) {
            events.normal(target, "test", "Reason", "message");
            await().until(() -> counts().equals(List.of(1)));
            events.normal(target, "test", "Reason", "message");
            await().until(() -> counts().equals(List.of(2)));
            events.once(target, "test", "Reason", "message");
            api.remove(api.requests.getLast().replaceAll(".*/", ""));
            events.normal(target, "test", "Reason", "message");

            await().until(() -> counts().equals(List.of(4)));
            assertThat(events.dropped()).isZero();
        }
    }

    private List<Integer> counts() {
        List<Integer> counts = new ArrayList<>();
        api.get("/api/v1/events", Map.of("limit", "100"))
                .path("items")
                .forEach(event -> counts.add(event.path("count").asInt(0)));
        return counts;
    }
}
