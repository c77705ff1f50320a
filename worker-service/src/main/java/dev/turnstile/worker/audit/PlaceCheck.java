package dev.turnstile.worker.audit;

import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.audit.AuditCheck;
import dev.turnstile.service.audit.Finding;
import dev.turnstile.service.audit.Rereading;
import dev.turnstile.service.audit.Rotation;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.enqueue.PreEnqueueGates;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.inbound.Surroundings;
import dev.turnstile.worker.inbound.WorkloadFacts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares where the scheduler has each Workload with where its object belongs.
 *
 * <p>Goal: a Workload that was forgotten, counted twice or left over is found within two passes, or, among very many,
 * within two of its turns. Constraint: the scheduler's thread is not held up. Steps: the objects are read and
 * translated here; only what the scheduler has on them is read on its thread, some hundred Workloads at a time, and
 * between two such slices it does its own work. What changes meanwhile is found to differ once, and never twice: a
 * finding names the version of the object.
 */
public final class PlaceCheck implements AuditCheck {
    private static final int MOST = 20_000;
    static final int SLICE = 250;

    private final ApiConnection connection;
    private final Stores stores;
    private final Surroundings surroundings;
    private final PreEnqueueGates gates;
    private final Books books;
    private final Threads threads;
    private final Rotation<ObjectKey> rotation = new Rotation<>(MOST);

    /** A check of these books against these stores; Workloads are read again into them. */
    public PlaceCheck(
            ApiConnection connection,
            Stores stores,
            Surroundings surroundings,
            PreEnqueueGates gates,
            Books books,
            Threads threads) {
        this.connection = connection;
        this.stores = stores;
        this.surroundings = surroundings;
        this.gates = gates;
        this.books = books;
        this.threads = threads;
    }

    @Override
    public Set<String> kinds() {
        return PlaceRules.KINDS;
    }

    @Override
    public List<Finding> findings(Instant now) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        List<ObjectKey> turn = List.copyOf(rotation.turn(all()));
        for (int i = 0; i < turn.size(); i += SLICE) {
            compare(turn.subList(i, Math.min(turn.size(), i + SLICE)), findings);
        }
        rotation.suspect(findings.stream().map(Finding::subject).toList());
        return findings;
    }

    /** Every Workload that should be somewhere, and every one that is. */
    private NavigableSet<ObjectKey> all() throws InterruptedException {
        NavigableSet<ObjectKey> all = new TreeSet<>();
        for (Workload workload : stores.workloads().all()) {
            if (!WorkloadFacts.finished(workload)) {
                all.add(WorkloadFacts.key(workload));
            }
        }
        for (WorkloadKey key : threads.join(books.known())) {
            all.add(new ObjectKey(key.namespace(), key.name()));
        }
        return all;
    }

    private void compare(List<ObjectKey> slice, List<Finding> findings) throws InterruptedException {
        List<Subject> subjects = new ArrayList<>(slice.size());
        for (ObjectKey key : slice) {
            subjects.add(Subject.of(key, stores, surroundings, gates));
        }
        List<Sighting> sightings = threads.join(
                books.sightings(slice.stream().map(PlaceCheck::coreKey).toList()));
        for (int i = 0; i < subjects.size(); i++) {
            findings.addAll(PlaceRules.findings(subjects.get(i), sightings.get(i)));
        }
    }

    private static WorkloadKey coreKey(ObjectKey key) {
        return new WorkloadKey(key.namespace(), key.name());
    }

    @Override
    public void repair(Finding finding) throws InterruptedException {
        Rereading.of(connection, stores.workloads(), finding.subject());
        var _ = threads.join(books.renew(coreKey(finding.subject())));
    }
}
