package dev.turnstile.manager.console;

import dev.turnstile.manager.cluster.WaitingWorkload;
import dev.turnstile.manager.console.ConsoleView.NextWorkload;
import dev.turnstile.manager.inbound.LocalWorkloads;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A workload that waits in a queue, made by this manager or by others.
 *
 * @param known whether the manager's cluster has a workload of that name
 */
record Waiting(ObjectKey key, ObjectKey localQueue, int priority, Instant created, String says, boolean known) {

    /** The head and the next ten. */
    private static final int SHOWN = 11;

    /** As they stand in line. */
    private static final Comparator<Waiting> LINE = Comparator.<Waiting>comparingInt(each -> -each.priority())
            .thenComparing(Waiting::created)
            .thenComparing(each -> each.key().toString());

    /** One of the manager's cluster, or one that this manager has sent to a worker; empty where it does not wait. */
    static Optional<Waiting> of(Workload workload) {
        var status = workload.status();
        if (status.quotaReserved() || status.finished() || !workload.spec().active()) {
            return Optional.empty();
        }
        var namespace = Absent.orElse(workload.metadata().getNamespace(), "");
        var created = workload.metadata().getCreationTimestamp();
        var says = LocalWorkloads.waits(status)
                .map(waits -> waits.message().text())
                .orElse("");
        return Optional.of(new Waiting(
                new ObjectKey(namespace, Absent.orElse(workload.metadata().getName(), "")),
                new ObjectKey(namespace, Absent.orElse(workload.spec().queueName(), "")),
                Absent.orElse(workload.spec().priority(), 0),
                created == null ? Instant.MAX : created.toInstant(),
                says,
                true));
    }

    /** One that belongs to a worker's cluster alone. */
    static Waiting ofSomebodyElse(WaitingWorkload workload) {
        return new Waiting(
                workload.key(),
                new ObjectKey(workload.key().namespace(), workload.localQueue()),
                workload.priority(),
                workload.created(),
                workload.says(),
                false);
    }

    /** Who is to come in each ClusterQueue. */
    static Map<String, List<NextWorkload>> next(
            Collection<Waiting> waiting, Function<ObjectKey, String> clusterQueueOf) {
        return waiting.stream()
                .collect(Collectors.groupingBy(
                        each -> clusterQueueOf.apply(each.localQueue()),
                        TreeMap::new,
                        Collectors.collectingAndThen(Collectors.toList(), Waiting::firstOf)));
    }

    /** All who wait in one ClusterQueue, the head first. */
    static List<Waiting> inLine(
            Collection<Waiting> waiting, Function<ObjectKey, String> clusterQueueOf, String clusterQueue) {
        return waiting.stream()
                .filter(each -> clusterQueueOf.apply(each.localQueue()).equals(clusterQueue))
                .sorted(LINE)
                .toList();
    }

    private static List<NextWorkload> firstOf(List<Waiting> line) {
        return line.stream()
                .sorted(LINE)
                .limit(SHOWN)
                .map(each -> new NextWorkload(each.key().toString(), each.priority(), each.says(), each.known()))
                .toList();
    }
}
