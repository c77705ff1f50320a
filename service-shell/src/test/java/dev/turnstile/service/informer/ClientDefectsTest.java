package dev.turnstile.service.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kubernetes.client.extended.workqueue.DefaultDelayingQueue;
import io.kubernetes.client.informer.ListerWatcher;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.impl.DefaultSharedIndexInformer;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1ListMeta;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Status;
import io.kubernetes.client.util.CallGeneratorParams;
import io.kubernetes.client.util.Watch;
import io.kubernetes.client.util.Watchable;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Two defects of the official client for whose sake the reflector and the work queue are ours
 * (docs/decisions/0001-own-reflector-and-work-queue.md). If one of these tests fails, the client has been repaired, and
 * that decision can be made once more.
 */
@Execution(ExecutionMode.CONCURRENT) // It mostly waits.
class ClientDefectsTest {
    private static final int KEYS = 5000;
    private static final Duration DELAY = Duration.ofMillis(500);
    private static final long RESYNC_MILLIS = 2000;

    @Test
    void theDelayingQueueDropsKeysWithoutAnError() throws InterruptedException {
        DefaultDelayingQueue<Integer> queue = new DefaultDelayingQueue<>();
        IntStream.range(0, KEYS).forEach(key -> queue.addAfter(key, DELAY));
        Set<Integer> arrived = ConcurrentHashMap.newKeySet();
        Thread worker = Thread.ofVirtual().start(() -> {
            try {
                while (!Thread.currentThread().isInterrupted()) {
                    Integer key = queue.get();
                    arrived.add(key);
                    queue.done(key);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        Thread.sleep(DELAY.multipliedBy(6));
        worker.interrupt();

        assertThat(arrived).isNotEmpty().hasSizeLessThan(KEYS);
    }

    @Test
    void anInformerWithAResyncPeriodLosesUpdatesThatAListFinds() {
        Expiring api = new Expiring();
        Set<Integer> seen = ConcurrentHashMap.newKeySet();
        DefaultSharedIndexInformer<V1ConfigMap, V1ConfigMapList> informer =
                new DefaultSharedIndexInformer<>(V1ConfigMap.class, api, RESYNC_MILLIS);
        informer.addEventHandlerWithResyncPeriod(
                new ResourceEventHandler<>() {
                    @Override
                    public void onAdd(V1ConfigMap added) {
                        seen.add(version(added));
                    }

                    @Override
                    public void onUpdate(V1ConfigMap before, V1ConfigMap after) {
                        seen.add(version(after));
                    }

                    @Override
                    public void onDelete(V1ConfigMap last, boolean stateUnknown) {}
                },
                RESYNC_MILLIS);
        Thread.ofVirtual().start(informer::run);
        try {
            // Each version is listed once. One that is missing while later ones were seen does not come any more.
            await().atMost(Duration.ofSeconds(60)).until(() -> !missing(seen).isEmpty());
        } finally {
            informer.stop();
        }
    }

    private static List<Integer> missing(Set<Integer> seen) {
        int last = seen.stream().mapToInt(Integer::intValue).max().orElse(0);
        return IntStream.range(1, last - 1)
                .boxed()
                .filter(version -> !seen.contains(version))
                .toList();
    }

    private static int version(V1ConfigMap object) {
        return Integer.parseInt(String.valueOf(object.getMetadata().getResourceVersion()));
    }

    /** One object that changes with every list, since every watch expires after a moment. */
    private static final class Expiring implements ListerWatcher<V1ConfigMap, V1ConfigMapList> {
        private final AtomicInteger version = new AtomicInteger();

        @Override
        public V1ConfigMapList list(CallGeneratorParams parameters) {
            String listed = Integer.toString(version.incrementAndGet());
            return new V1ConfigMapList()
                    .metadata(new V1ListMeta().resourceVersion(listed))
                    .items(List.of(new V1ConfigMap()
                            .metadata(new V1ObjectMeta()
                                    .namespace("team")
                                    .name("a")
                                    .resourceVersion(listed))));
        }

        @Override
        public Watchable<V1ConfigMap> watch(CallGeneratorParams parameters) {
            return new ExpiredWatch();
        }
    }

    private static final class ExpiredWatch implements Watchable<V1ConfigMap> {
        private boolean ended;

        @Override
        public Iterator<Watch.Response<V1ConfigMap>> iterator() {
            return this;
        }

        @Override
        public boolean hasNext() {
            try {
                Thread.sleep(300);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return !ended;
        }

        @Override
        public Watch.Response<V1ConfigMap> next() {
            ended = true;
            return new Watch.Response<>("ERROR", new V1Status().code(410).message("too old"));
        }

        @Override
        public void close() {}
    }
}
