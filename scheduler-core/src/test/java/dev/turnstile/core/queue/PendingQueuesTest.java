package dev.turnstile.core.queue;

import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static dev.turnstile.core.story.World.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.hierarchy.QueueingStrategy;
import dev.turnstile.core.workload.QueueOrder;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PendingQueuesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final PendingQueues queues = new PendingQueues(QueueOrder.BY_CREATION, true, (queue, namespace) -> true);

    @Test
    void theQueueOfADeletedClusterQueueIsRemovedOnceNobodyWaitsForIt() {
        for (int i = 0; i < 100; i++) {
            queues.displaceAll(Map.of());
            queues.place("cq" + i, QueueingStrategy.BEST_EFFORT_FIFO, 0, true);
            queues.removeUnplaced();
            queues.put("cq" + i, aWorkload("waits" + i).requests(1).build(), null, NOW);
        }
        queues.displaceAll(Map.of());
        queues.removeUnplaced();
        assertThat(queues.queueCount()).isEqualTo(100);

        for (int i = 0; i < 100; i++) {
            queues.remove(key("waits" + i));
        }
        assertThat(queues.queueCount()).isZero();
    }

    @Test
    void theQueueOfAClusterQueueThatIsDeletedWhileNobodyWaitsIsRemovedAtOnce() {
        queues.place("cq", QueueingStrategy.BEST_EFFORT_FIFO, 0, true);
        queues.displaceAll(Map.of());

        queues.removeUnplaced();

        assertThat(queues.queueCount()).isZero();
    }

    @Test
    void aWorkloadThatWaitsForADeletedClusterQueueIsAHeadWhenThatComesBack() {
        queues.place("cq", QueueingStrategy.BEST_EFFORT_FIFO, 0, true);
        queues.put("cq", aWorkload("waits").requests(1).build(), null, NOW);
        queues.displaceAll(Map.of());
        queues.removeUnplaced();
        assertThat(queues.heads(NOW)).isEmpty();

        queues.place("cq", QueueingStrategy.BEST_EFFORT_FIFO, 3, true);

        assertThat(queues.heads(NOW)).extracting(head -> head.workload().key()).containsExactly(key("waits"));
    }
}
