package dev.turnstile.service.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.MemoryApi;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Reflector;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.FastThreads;
import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.JsonNodeFactory;

/** Writes to an API server whose etcd was restored from a backup. */
@Timeout(30)
class RestoredApiTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Threads threads = new FastThreads(20);
    private final MemoryApi api = new MemoryApi(threads);
    private final Store<String> store =
            new Store<>(ApiResource.JOB, object -> object.path("word").asString());
    private final ObjectWriter writer = new ObjectWriter(api, () -> true, threads);

    @Test
    void aWriteIsMadeFromWhatIsThereAlthoughTheApiIsPastTheLostFutureAgain() throws InterruptedException {
        ObjectKey a = new ObjectKey("team", "a");
        api.set("a", "one");
        api.set("b", "one");
        api.backUp();
        try (Reflector _ = Reflector.start(api, store, threads)) {
            api.set("a", "lost");
            api.set("b", "lost");
            await().atMost(PATIENCE).until(() -> "lost".equals(store.get(a)) && "lost".equals(store.get(b())));
            api.restore();
            api.goOn(50);

            WriteResult<String> result = writer.update(
                    store,
                    a,
                    ObjectWriter.Part.STATUS,
                    word -> JsonNodeFactory.instance.objectNode().put("word", word + " and more"));

            assertThat(result).isEqualTo(new WriteResult.Changed<>("one and more"));
            await("what nobody wrote is read again, too").atMost(PATIENCE).until(() -> "one".equals(store.get(b())));
            assertThat(store.get(a)).isEqualTo("one and more");
        }
    }

    private static ObjectKey b() {
        return new ObjectKey("team", "b");
    }
}
