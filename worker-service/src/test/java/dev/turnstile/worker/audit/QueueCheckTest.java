package dev.turnstile.worker.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.snapshot.BrokenTrees;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.snapshot.TreeState;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.service.audit.Finding;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.state.Attention;
import dev.turnstile.worker.state.FedCache;
import io.kubernetes.client.openapi.ApiClient;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Queues and sums that were broken on purpose. */
class QueueCheckTest {
    private static final String PREEMPTS = "preemption: {withinClusterQueue: LowerPriority},";
    private static final String URGENT = "priority: 100,";

    private final FedCache fed = new FedCache();
    private final Instant now = FedCache.NOON.instant();
    private final ApiConnection nowhere = new HttpApiConnection(new ApiClient());
    private final DirectBooks books = new DirectBooks(fed.cache(), now);
    private final QueueCheck check = new QueueCheck(nowhere, fed.stores().workloads(), books, Threads.system());

    private Scheduler scheduler() {
        return fed.cache().scheduler();
    }

    private void cluster() {
        fed.namespace("team");
        fed.clusterQueue("cq", 1, PREEMPTS);
        fed.localQueue("team", "main", "cq");
    }

    private List<String> kinds() throws InterruptedException {
        return check.findings(now).stream().map(Finding::kind).toList();
    }

    @Test
    void wholeBooksHaveNoFindings() throws InterruptedException {
        cluster();
        fed.workload("team", "runs", "main", "", FedCache.HOLDS_QUOTA.formatted("cq"));
        fed.workload("team", "waits", "main", "", "");
        var _ = scheduler().cycle(now);

        assertThat(check.findings(now)).isEmpty();
    }

    @Test
    void aWorkloadThatNoCycleLooksAtAlthoughItFits() throws InterruptedException {
        cluster();
        fed.workload("team", "forgotten", "main", "", "");

        assertThat(check.findings(now)).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo("fits_but_waits");
            assertThat(finding.subject()).hasToString("team/forgotten");
        });
        var _ = scheduler().cycle(now);
        assertThat(check.findings(now)).isEmpty();
    }

    @Test
    void nobodyWaitsForNothingWhereAnotherHeadKeepsRoomFree() throws InterruptedException {
        fed.namespace("team");
        fed.clusterQueue("strict", 2, "queueingStrategy: StrictFIFO,");
        fed.clusterQueue("borrows", 0, "");
        fed.localQueue("team", "main", "strict");
        fed.localQueue("team", "other", "borrows");
        fed.workload("team", "runs", "main", "", FedCache.HOLDS_QUOTA.formatted("strict"));
        fed.workload("team", "large", "main", "", "", 2);
        fed.workload("team", "small", "other", "", "");
        var _ = scheduler().cycle(now);
        var _ = scheduler().cycle(now);

        assertThat(scheduler().explain(new WorkloadKey("team", "small"), now))
                .as("it would fit if it were alone")
                .isInstanceOf(Outcome.Admit.class);
        assertThat(check.findings(now)).isEmpty();
    }

    @Test
    void nobodyIsExpectedToBeAdmittedWhileNothingIsDecided() throws InterruptedException {
        cluster();
        fed.workload("team", "waits", "main", "", "");
        books.attention = new Attention(false, false, true, now, now);

        assertThat(check.findings(now)).isEmpty();
    }

    @Test
    void aPreemptorWhoseVictimsHaveGoneUnnoticed() throws InterruptedException {
        cluster();
        fed.workload("team", "victim", "main", "", FedCache.HOLDS_QUOTA.formatted("cq"));
        fed.workload("team", "preemptor", "main", URGENT, "");
        var _ = scheduler().cycle(now);
        assertThat(scheduler().preemptors()).containsEntry("cq", new WorkloadKey("team", "preemptor"));
        assertThat(kinds()).as("while a victim is being evicted").isEmpty();

        scheduler().remove(new WorkloadKey("team", "victim"));

        assertThat(kinds()).containsExactly("preemptor_stuck", "fits_but_waits");
    }

    @Test
    void aPreemptorIsNotAskedWhileItsQueueIsOutOfUse() throws InterruptedException {
        cluster();
        fed.workload("team", "victim", "main", "", FedCache.HOLDS_QUOTA.formatted("cq"));
        fed.workload("team", "preemptor", "main", URGENT, "");
        var _ = scheduler().cycle(now);
        scheduler().remove(new WorkloadKey("team", "victim"));

        scheduler().removeFlavor("default");

        assertThat(scheduler().preemptors()).containsKey("cq");
        assertThat(kinds()).isEmpty();
    }

    @Test
    void aLedgerThatCountsAWorkloadTwice() {
        cluster();
        fed.workload("team", "runs", "main", "", FedCache.HOLDS_QUOTA.formatted("cq"));
        Snapshot snapshot = scheduler().snapshot();
        Snapshot.Place place = Objects.requireNonNull(snapshot.place("cq"));
        TreeState whole = snapshot.tree(place.tree());
        assertThat(SumRules.findings(whole)).isEmpty();

        List<Finding> findings = SumRules.findings(BrokenTrees.countedTwice(whole, place.node()));

        assertThat(findings).extracting(Finding::kind).containsOnly("ledger_sum");
        assertThat(findings)
                .extracting(Finding::state)
                .contains("ClusterQueue cq uses 2000 of default/cpu in the ledger, and 1000 are held");
    }
}
