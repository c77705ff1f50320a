package dev.turnstile.core.story;

import dev.turnstile.core.hierarchy.BorrowWithinCohort;
import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.FlavorFungibility;
import dev.turnstile.core.hierarchy.FlavorFungibility.Preference;
import dev.turnstile.core.hierarchy.FlavorFungibility.WhenUsable;
import dev.turnstile.core.hierarchy.FlavorQuotas;
import dev.turnstile.core.hierarchy.PreemptionPolicy;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.hierarchy.QueueingStrategy;
import dev.turnstile.core.hierarchy.Quota;
import dev.turnstile.core.hierarchy.ResourceGroup;
import dev.turnstile.core.workload.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code aClusterQueue("team").cohort("all").quota("default", 4)}: quota of cpu, in one resource group. */
public final class ClusterQueueBuilder {
    private final String name;
    private @Nullable String cohort;
    private final List<FlavorQuotas> flavors = new ArrayList<>();
    private QueueingStrategy strategy = QueueingStrategy.BEST_EFFORT_FIFO;
    private Candidates within = Candidates.NEVER;
    private Candidates reclaim = Candidates.NEVER;
    private BorrowWithinCohort borrow = BorrowWithinCohort.NEVER;
    private WhenUsable whenCanBorrow = WhenUsable.MAY_STOP_SEARCH;
    private WhenUsable whenCanPreempt = WhenUsable.TRY_NEXT_FLAVOR;
    private Preference preference = Preference.BORROWING_OVER_PREEMPTION;
    private @Nullable LabelSelector selector = LabelSelector.EVERYTHING;
    private long weight = ClusterQueue.DEFAULT_WEIGHT;

    private ClusterQueueBuilder(String name) {
        this.name = name;
    }

    public static ClusterQueueBuilder aClusterQueue(String name) {
        return new ClusterQueueBuilder(name);
    }

    public ClusterQueueBuilder cohort(@Nullable String value) {
        cohort = value;
        return this;
    }

    public ClusterQueueBuilder quota(String flavor, long cpu) {
        return quota(flavor, cpu, null, null);
    }

    public ClusterQueueBuilder quota(String flavor, long cpu, @Nullable Long borrowing, @Nullable Long lending) {
        flavors.add(new FlavorQuotas(
                flavor,
                Map.of(
                        "cpu",
                        new Quota(
                                cpu * 1000,
                                borrowing == null ? null : borrowing * 1000,
                                lending == null ? null : lending * 1000))));
        return this;
    }

    public ClusterQueueBuilder strictFifo() {
        strategy = QueueingStrategy.STRICT_FIFO;
        return this;
    }

    public ClusterQueueBuilder preempts(Candidates withinClusterQueue, Candidates reclaimWithinCohort) {
        within = withinClusterQueue;
        reclaim = reclaimWithinCohort;
        return this;
    }

    public ClusterQueueBuilder borrowsWithinCohort(@Nullable Integer threshold) {
        borrow = new BorrowWithinCohort(true, threshold);
        return this;
    }

    public ClusterQueueBuilder whenCanPreempt(WhenUsable value) {
        whenCanPreempt = value;
        return this;
    }

    public ClusterQueueBuilder whenCanBorrow(WhenUsable value) {
        whenCanBorrow = value;
        return this;
    }

    public ClusterQueueBuilder preference(Preference value) {
        preference = value;
        return this;
    }

    public ClusterQueueBuilder selector(@Nullable LabelSelector value) {
        selector = value;
        return this;
    }

    public ClusterQueueBuilder weight(long thousandths) {
        weight = thousandths;
        return this;
    }

    public ClusterQueue build() {
        return new ClusterQueue(
                name,
                cohort,
                List.of(new ResourceGroup(List.of("cpu"), flavors)),
                strategy,
                new PreemptionPolicy(within, reclaim, borrow),
                new FlavorFungibility(whenCanBorrow, whenCanPreempt, preference),
                selector,
                weight,
                false);
    }
}
