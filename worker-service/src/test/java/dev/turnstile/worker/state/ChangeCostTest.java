package dev.turnstile.worker.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.waiting.Wait;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.enqueue.PreEnqueue;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the scheduler's thread does for a change does not depend on how many Workloads the change does not concern.
 * Measured in processor time of this thread, and judged by a ratio alone: where the cost grew with the Workloads, 15
 * times as many would cost 15 times as much.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Isolated // It measures time.
class ChangeCostTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int FEW = 1_000;
    private static final int MANY = 15_000;
    private static final int LOCAL_QUEUES = 1_000;
    private static final int WARM_UP = 200;
    private static final int SAMPLES = 30;
    /** Far below 15, and far above what caches and collectors do. */
    private static final double MOST = 4;
    /** What a change may cost that concerns no Workload, in changes of one Workload. */
    private static final double MOST_WORKLOADS = 20;

    /** What happens to the objects named own. */
    enum What {
        A_NAMESPACE_IS_ANNOTATED,
        A_CLUSTER_QUEUE_WITH_1000_LOCAL_QUEUES_CHANGES,
        A_LOCAL_QUEUE_CHANGES,
        A_LIMIT_RANGE_CHANGES,
        A_WORKLOAD_CHANGES,
        A_FLAVOR_IS_SEEN_AGAIN,
        A_COHORT_IS_SEEN_AGAIN,
        A_CHECK_CHANGES,
        A_CYCLE_ASKS_WHETHER_ALL_PODS_ARE_READY,
        A_COHORT_IS_REPORTED,
        A_CLUSTER_QUEUE_IS_REPORTED;

        void happens(ClusterCache cache) {
            switch (this) {
                case A_NAMESPACE_IS_ANNOTATED -> cache.note(new Change.OfNamespace("own"));
                case A_CLUSTER_QUEUE_WITH_1000_LOCAL_QUEUES_CHANGES -> cache.note(new Change.OfClusterQueue("own"));
                case A_LOCAL_QUEUE_CHANGES -> cache.note(new Change.OfLocalQueue(new ObjectKey("own", "queue-1")));
                case A_LIMIT_RANGE_CHANGES -> cache.note(new Change.OfSurroundings("own"));
                case A_WORKLOAD_CHANGES -> cache.note(new Change.OfWorkload(new ObjectKey("own", "workload-1")));
                case A_FLAVOR_IS_SEEN_AGAIN -> cache.note(new Change.OfFlavor("default"));
                case A_COHORT_IS_SEEN_AGAIN -> cache.note(new Change.OfCohort("all"));
                case A_CHECK_CHANGES -> cache.note(new Change.OfCheck("none"));
                case A_CYCLE_ASKS_WHETHER_ALL_PODS_ARE_READY ->
                    assertThat(cache.allPodsReady()).isTrue();
                case A_COHORT_IS_REPORTED ->
                    assertThat(cache.cohortShare("all")).isZero();
                case A_CLUSTER_QUEUE_IS_REPORTED ->
                    assertThat(cache.report("own").active()).isEqualTo(10);
            }
        }
    }

    /** Has the answer asked for again after every event, so that none of them is free. */
    private static final class WakesOnEverything implements PreEnqueue {
        @Override
        public String name() {
            return "wakes on everything";
        }

        @Override
        public Set<Wake> wakes() {
            return EnumSet.allOf(Wake.class);
        }

        @Override
        public Optional<Wait> hold(Workload workload) {
            return Optional.empty();
        }
    }

    private ClusterCache few = cluster(1);
    private ClusterCache many = few;

    @BeforeAll
    void clusters() {
        few = cluster(FEW);
        many = cluster(MANY);
    }

    /** One cohort of two ClusterQueues: one of ten Workloads in 1,000 LocalQueues, and one of foreign Workloads. */
    private static ClusterCache cluster(int foreign) {
        FedCache fed = new FedCache(new WakesOnEverything());
        for (String name : List.of("own", "foreign")) {
            fed.namespace(name);
            fed.clusterQueue(name, 100_000, "");
        }
        for (int i = 0; i < LOCAL_QUEUES; i++) {
            fed.localQueue("own", "queue-" + i, "own");
        }
        fed.localQueue("foreign", "main", "foreign");
        for (int i = 0; i < 10; i++) {
            fed.workload("own", "workload-" + i, "queue-" + i, "", "");
        }
        String holdsQuota = FedCache.HOLDS_QUOTA.formatted("foreign");
        for (int i = 0; i < foreign; i++) {
            fed.workload("foreign", "workload-" + i, "main", "", i % 2 == 0 ? holdsQuota : "");
        }
        return fed.cache();
    }

    /** All but a change that 1,000 LocalQueues, and the Workloads of theirs, are concerned by. */
    @ParameterizedTest
    @EnumSource(
            value = What.class,
            names = "A_CLUSTER_QUEUE_WITH_1000_LOCAL_QUEUES_CHANGES",
            mode = EnumSource.Mode.EXCLUDE)
    void costsNoMoreThanTwentyChangesOfOneWorkload(What what) {
        for (int i = 0; i < WARM_UP; i++) {
            What.A_WORKLOAD_CHANGES.happens(many);
            what.happens(many);
        }
        long ofAWorkload = Long.MAX_VALUE;
        long ofThis = Long.MAX_VALUE;
        for (int i = 0; i < SAMPLES; i++) {
            ofAWorkload = Math.min(ofAWorkload, cost(What.A_WORKLOAD_CHANGES, many));
            ofThis = Math.min(ofThis, cost(what, many));
        }
        double ratio = (double) ofThis / ofAWorkload;
        System.out.printf("%-50s %5.2f changes of a Workload%n", what, ratio);
        assertThat(ratio).isLessThan(MOST_WORKLOADS);
    }

    @ParameterizedTest
    @EnumSource(What.class)
    void costsTheSameAmongManyAsAmongFew(What what) {
        for (int i = 0; i < WARM_UP; i++) {
            what.happens(few);
            what.happens(many);
        }
        long amongFew = Long.MAX_VALUE;
        long amongMany = Long.MAX_VALUE;
        for (int i = 0; i < SAMPLES; i++) {
            amongFew = Math.min(amongFew, cost(what, few));
            amongMany = Math.min(amongMany, cost(what, many));
        }
        double ratio = (double) amongMany / amongFew;
        System.out.printf("%-50s %5.2f times among %,d as among %,d%n", what, ratio, MANY, FEW);
        assertThat(ratio)
                .as("%s: cost among %d over cost among %d", what, MANY, FEW)
                .isLessThan(MOST);
    }

    /** Often enough that the clock can tell. */
    private static long cost(What what, ClusterCache cache) {
        long began = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < 50; i++) {
            what.happens(cache);
        }
        return Math.max(1, THREADS.getCurrentThreadCpuTime() - began);
    }
}
