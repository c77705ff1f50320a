package dev.turnstile.proof.world;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What happens in a world, but for the order in which its threads run.
 *
 * @param order the seed of that order
 * @param setting what the world is like from the beginning
 * @param events what happens, each at its time, in order of these times
 */
public record Scenario(long order, Setting setting, List<Event> events) {
    /** Something that happens that long after the world began. */
    public record Event(Duration at, Act act) {}

    /**
     * A world at its beginning.
     *
     * @param managed whether there is a manager cluster, from which jobs are dispatched
     * @param workers how many worker clusters there are
     * @param replicas processes of each service
     * @param orchestrated whether preemption is orchestrated
     * @param queues of each worker cluster
     */
    public record Setting(
            boolean managed, int workers, int replicas, boolean fairSharing, boolean orchestrated, List<Queue> queues) {
        /** The names of the worker clusters. */
        public List<String> workerNames() {
            return IntStream.rangeClosed(1, workers).mapToObj(i -> "worker" + i).toList();
        }
    }

    /** A ClusterQueue with a LocalQueue of the same name. */
    public record Queue(
            String name, String cohort, int cpu, String strategy, String within, String reclaim, String borrowing) {}
}
