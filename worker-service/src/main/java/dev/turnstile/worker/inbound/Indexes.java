package dev.turnstile.worker.inbound;

import dev.turnstile.model.kueue.LocalQueue;
import dev.turnstile.model.kueue.PriorityClassRef;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.Index;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the stores hold by what it names, so that a change of one object costs what concerns it. Finished Workloads are
 * in none: nothing but their own end concerns them.
 *
 * @param workloadsOfQueue Workloads by LocalQueue, whether that exists or not
 * @param workloadsOfNamespace Workloads by namespace
 * @param workloadsOfPriorityClass Workloads by WorkloadPriorityClass
 * @param localQueues LocalQueues by ClusterQueue, whether that exists or not
 * @param limitRanges LimitRanges by namespace
 */
public record Indexes(
        Index<ObjectKey, Workload> workloadsOfQueue,
        Index<String, Workload> workloadsOfNamespace,
        Index<String, Workload> workloadsOfPriorityClass,
        Index<String, LocalQueue> localQueues,
        Index<String, ObjectNode> limitRanges) {

    /** Indexes that follow these stores. */
    public static Indexes of(Store<Workload> workloads, Store<LocalQueue> localQueues, Store<ObjectNode> limitRanges) {
        return new Indexes(
                workloads.index(workload -> unfinished(workload)
                        .map(each -> new ObjectKey(
                                WorkloadFacts.key(each).namespace(),
                                Objects.requireNonNullElse(each.spec().queueName(), "")))
                        .toList()),
                workloads.index(workload -> unfinished(workload)
                        .map(each -> WorkloadFacts.key(each).namespace())
                        .toList()),
                workloads.index(workload -> unfinished(workload)
                        .flatMap(each -> Stream.ofNullable(each.spec().priorityClassRef()))
                        .filter(reference -> reference.equals(PriorityClassRef.workloadPriorityClass(reference.name())))
                        .map(PriorityClassRef::name)
                        .toList()),
                localQueues.index(
                        queue -> List.of(Objects.requireNonNullElse(queue.spec().clusterQueue(), ""))),
                limitRanges.index(range ->
                        List.of(range.path("metadata").path("namespace").asString(""))));
    }

    private static Stream<Workload> unfinished(Workload workload) {
        return Stream.of(workload).filter(each -> !WorkloadFacts.finished(each));
    }
}
