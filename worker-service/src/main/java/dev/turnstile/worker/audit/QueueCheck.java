package dev.turnstile.worker.audit;

import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.audit.AuditCheck;
import dev.turnstile.service.audit.Finding;
import dev.turnstile.service.audit.Rereading;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Threads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks for what waits for nothing, and for sums that do not add up. What a cycle would say of a queue costs as much as
 * a cycle, so that each pass asks for some of the queues only, and for those that it found something in.
 */
public final class QueueCheck implements AuditCheck {
    private static final int QUEUES = 50;

    private final ApiConnection connection;
    private final Store<Workload> workloads;
    private final Books books;
    private final Threads threads;
    private final Set<String> suspects = new LinkedHashSet<>();
    private String last = "";

    /** A check of these books; Workloads are read again into that store. */
    public QueueCheck(ApiConnection connection, Store<Workload> workloads, Books books, Threads threads) {
        this.connection = connection;
        this.workloads = workloads;
        this.books = books;
        this.threads = threads;
    }

    @Override
    public Set<String> kinds() {
        return Set.of(SumRules.SUM, QueueRules.PREEMPTOR, QueueRules.WAITS);
    }

    @Override
    public List<Finding> findings(Instant now) throws InterruptedException {
        var preemptors = threads.join(books.preemptors());
        Snapshot snapshot = threads.join(books.snapshot());
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < snapshot.treeCount(); i++) {
            findings.addAll(SumRules.findings(snapshot.tree(i)));
        }
        findings.addAll(QueueRules.preemptors(preemptors, snapshot));
        Set<Integer> kept = QueueRules.trees(preemptors.keySet(), snapshot);
        for (String clusterQueue : turn(new TreeSet<>(snapshot.clusterQueues()))) {
            Snapshot.Place place = snapshot.place(clusterQueue);
            if (place == null || kept.contains(place.tree())) {
                // What looks free there may be kept free for the preemptor.
                continue;
            }
            List<Finding> waiting = threads.join(books.fits(clusterQueue)).stream()
                    .map(fits -> QueueRules.waiting(clusterQueue, fits))
                    .toList();
            findings.addAll(waiting);
            if (waiting.isEmpty()) {
                suspects.remove(clusterQueue);
            } else {
                suspects.add(clusterQueue);
            }
        }
        return findings;
    }

    /** Those whose turn it is, the next ones by name, and the suspects. */
    private Set<String> turn(NavigableSet<String> all) {
        Set<String> turn = new LinkedHashSet<>(suspects);
        turn.retainAll(all);
        suspects.retainAll(all);
        all.tailSet(last, false).stream().limit(QUEUES).forEach(turn::add);
        last = all.tailSet(last, false).stream().skip(QUEUES - 1L).findFirst().orElse("");
        return turn;
    }

    @Override
    public void repair(Finding finding) throws InterruptedException {
        if (finding.kind().equals(SumRules.SUM)) {
            var _ = threads.join(books.recount());
            return;
        }
        Rereading.of(connection, workloads, finding.subject());
        var _ = threads.join(books.renew(
                new WorkloadKey(finding.subject().namespace(), finding.subject().name())));
    }
}
