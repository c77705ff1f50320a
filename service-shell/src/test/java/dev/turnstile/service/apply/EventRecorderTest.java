package dev.turnstile.service.apply;

import static org.awaitility.Awaitility.await;

import dev.turnstile.service.informer.MemoryApi;
import dev.turnstile.service.thread.FastThreads;
import dev.turnstile.service.thread.Threads;
import java.time.Clock;
import java.time.Duration;
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
        EventTarget target = new EventTarget("v1", "Pod", "team", "one", "uid");
        try (EventRecorder events = new EventRecorder(api, Clock.systemUTC(), () -> true, threads, "me")) {
            for (int i = 0; i < 201; i++) {
                events.normal(target, "test", "Reason", "message " + i);
            }

            await().atMost(Duration.ofSeconds(20)).until(() -> failures.get() == 201);
        }
    }
}
