package dev.turnstile.worker.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.cycle.Trial;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.service.audit.AuditCheck;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.state.FedCache;
import io.kubernetes.client.openapi.ApiClient;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * What a pass of the audit costs the scheduler's thread: the longest of its tasks, in processor time of this thread,
 * and judged by a ratio alone. A pass among 15 times as many Workloads has 15 times as many tasks, none of which is
 * longer; only the list of all names grows with them, and it is compared with what the thread does for one Workload.
 */
@Isolated // It measures time.
class AuditCostTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final ApiConnection NOWHERE = new HttpApiConnection(new ApiClient());
    private static final int FEW = 1_000;
    private static final int MANY = 15_000;
    private static final int QUEUES = 50;
    private static final int WARM_UP = 30;
    private static final int SAMPLES = 20;
    /** Far below 15, and far above what caches and collectors do. */
    private static final double MOST = 4;
    /** The list of 15,000 names may cost as much as taking note of so many changes. */
    private static final double CHANGES = 40;

    /** Measures each task that the scheduler's thread would have. */
    private static final class Measured implements Books {
        private final DirectBooks books;
        long longest;
        long listing;

        Measured(DirectBooks books) {
            this.books = books;
        }

        private <T> T task(Supplier<T> task) {
            long began = THREADS.getCurrentThreadCpuTime();
            T result = task.get();
            longest = Math.max(longest, THREADS.getCurrentThreadCpuTime() - began);
            return result;
        }

        @Override
        public CompletableFuture<Snapshot> snapshot() {
            return task(books::snapshot);
        }

        @Override
        public CompletableFuture<Map<String, WorkloadKey>> preemptors() {
            return task(books::preemptors);
        }

        @Override
        public CompletableFuture<Optional<Trial>> trial(Collection<String> clusterQueues, int mostParked) {
            return task(() -> books.trial(clusterQueues, mostParked));
        }

        @Override
        public CompletableFuture<List<WorkloadKey>> known() {
            long began = THREADS.getCurrentThreadCpuTime();
            CompletableFuture<List<WorkloadKey>> known = books.known();
            listing = THREADS.getCurrentThreadCpuTime() - began;
            return known;
        }

        @Override
        public CompletableFuture<List<Sighting>> sightings(List<WorkloadKey> keys) {
            return task(() -> books.sightings(keys));
        }

        @Override
        public CompletableFuture<?> renew(WorkloadKey key) {
            return books.renew(key);
        }

        @Override
        public CompletableFuture<?> recount() {
            return books.recount();
        }
    }

    private static final class Site {
        final FedCache fed = new FedCache();
        final Measured books = new Measured(new DirectBooks(fed.cache(), FedCache.NOON.instant()));
        final List<? extends AuditCheck> checks = List.of(
                new PlaceCheck(NOWHERE, fed.stores(), fed.surroundings(), fed.gates(), books, Threads.system()),
                new QueueCheck(NOWHERE, fed.stores().workloads(), books, Threads.system()));

        Site(int workloads) {
            fed.namespace("team");
            for (int i = 0; i < QUEUES; i++) {
                fed.clusterQueue("cq-" + i, workloads / QUEUES / 2, "");
                fed.localQueue("team", "queue-" + i, "cq-" + i);
            }
            for (int i = 0; i < workloads; i++) {
                int queue = i % QUEUES;
                String holdsQuota = FedCache.HOLDS_QUOTA.formatted("cq-" + queue);
                fed.workload("team", "workload-" + i, "queue-" + queue, "", i / QUEUES % 2 == 0 ? holdsQuota : "");
            }
            var _ = fed.cache().scheduler().cycle(FedCache.NOON.instant());
        }

        /** The longest task of a pass. */
        long pass() throws InterruptedException {
            books.longest = 0;
            for (var check : checks) {
                assertThat(check.findings(FedCache.NOON.instant())).isEmpty();
            }
            return Math.max(1, books.longest);
        }

        long change() {
            long began = THREADS.getCurrentThreadCpuTime();
            fed.workload("team", "workload-" + (QUEUES + 1), "queue-1", "", "");
            return Math.max(1, THREADS.getCurrentThreadCpuTime() - began);
        }
    }

    @Test
    void noTaskOfAPassIsLongerAmongManyThanAmongFew() throws InterruptedException {
        Site few = new Site(FEW);
        Site many = new Site(MANY);
        for (int i = 0; i < WARM_UP; i++) {
            few.pass();
            many.pass();
            many.change();
        }
        long amongFew = Long.MAX_VALUE;
        long amongMany = Long.MAX_VALUE;
        long listing = Long.MAX_VALUE;
        long change = Long.MAX_VALUE;
        for (int i = 0; i < SAMPLES; i++) {
            amongFew = Math.min(amongFew, few.pass());
            amongMany = Math.min(amongMany, many.pass());
            listing = Math.min(listing, many.books.listing);
            change = Math.min(change, many.change());
        }
        double ratio = (double) amongMany / amongFew;
        double changes = (double) listing / change;
        System.out.printf(
                "longest task of an audit: %5.2f times among %,d as among %,d (%d us); the list of their names: %.2f"
                        + " changes of a Workload (%d us)%n",
                ratio, MANY, FEW, amongMany / 1_000, changes, listing / 1_000);
        assertThat(ratio)
                .as("longest task among %d over that among %d", MANY, FEW)
                .isLessThan(MOST);
        assertThat(changes)
                .as("the list of %d names, in changes of a Workload", MANY)
                .isLessThan(CHANGES);
    }
}
