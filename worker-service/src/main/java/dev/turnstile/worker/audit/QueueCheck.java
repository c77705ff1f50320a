package dev.turnstile.worker.audit;

import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.Trial;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.audit.AuditCheck;
import dev.turnstile.service.audit.Finding;
import dev.turnstile.service.audit.Rereading;
import dev.turnstile.service.audit.Rotation;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Threads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks for what waits for nothing, and for sums that do not add up. What would be admitted is decided here, on a
 * snapshot, and not on the scheduler's thread. Of those who are parked each pass tries some, in some of the queues and
 * in those that the last pass found something in.
 */
public final class QueueCheck implements AuditCheck {
    private static final int QUEUES = 50;
    private static final int PARKED = 8;

    private final ApiConnection connection;
    private final Store<Workload> workloads;
    private final Books books;
    private final Threads threads;
    private final Rotation<String> rotation = new Rotation<>(QUEUES);

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
        Collection<String> turn = rotation.turn(new TreeSet<>(snapshot.clusterQueues()));
        List<Outcome.Admit> admitted =
                threads.join(books.trial(turn, PARKED)).map(Trial::admitted).orElse(List.of());
        admitted.forEach(admit -> findings.add(QueueRules.waiting(admit)));
        rotation.suspect(admitted.stream().map(Outcome::clusterQueue).toList());
        return findings;
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
