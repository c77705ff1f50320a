package dev.turnstile.worker.inbound;

import dev.turnstile.core.hierarchy.BorrowWithinCohort;
import dev.turnstile.core.hierarchy.FlavorFungibility;
import dev.turnstile.core.hierarchy.FlavorFungibility.Preference;
import dev.turnstile.core.hierarchy.FlavorFungibility.WhenUsable;
import dev.turnstile.core.hierarchy.FlavorQuotas;
import dev.turnstile.core.hierarchy.PreemptionPolicy;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.hierarchy.QueueingStrategy;
import dev.turnstile.core.hierarchy.Quota;
import dev.turnstile.core.hierarchy.ResourceGroup;
import dev.turnstile.core.hierarchy.Taint;
import dev.turnstile.core.workload.LabelSelector;
import dev.turnstile.core.workload.NodeSelectorRequirement;
import dev.turnstile.core.workload.Toleration;
import dev.turnstile.model.kueue.BorrowWithinCohortPolicy;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.ClusterQueuePreemption;
import dev.turnstile.model.kueue.Cohort;
import dev.turnstile.model.kueue.FairSharing;
import dev.turnstile.model.kueue.FlavorFungibilityPolicy;
import dev.turnstile.model.kueue.FlavorFungibilityPreference;
import dev.turnstile.model.kueue.ReclaimWithinCohort;
import dev.turnstile.model.kueue.ResourceFlavor;
import dev.turnstile.model.kueue.ResourceQuota;
import dev.turnstile.model.kueue.WithinClusterQueue;
import dev.turnstile.model.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** ClusterQueues, Cohorts and ResourceFlavors as the core sees them. */
public final class Quotas {
    private Quotas() {}

    /** A ClusterQueue; {@code held} where it may admit nothing for a reason that the core cannot see. */
    public static dev.turnstile.core.hierarchy.ClusterQueue clusterQueue(ClusterQueue queue, boolean held) {
        return new dev.turnstile.core.hierarchy.ClusterQueue(
                name(queue.metadata().getName()),
                emptyToNull(queue.spec().cohortName()),
                groups(queue.spec().resourceGroups()),
                switch (queue.spec().queueingStrategy()) {
                    case STRICT_FIFO -> QueueingStrategy.STRICT_FIFO;
                    case BEST_EFFORT_FIFO -> QueueingStrategy.BEST_EFFORT_FIFO;
                },
                preemption(queue.spec().preemption()),
                fungibility(queue.spec().flavorFungibility()),
                selector(queue.spec().namespaceSelector()),
                weight(queue.spec().fairSharing()),
                held);
    }

    public static dev.turnstile.core.hierarchy.Cohort cohort(Cohort cohort) {
        return new dev.turnstile.core.hierarchy.Cohort(
                name(cohort.metadata().getName()),
                emptyToNull(cohort.spec().parentName()),
                groups(cohort.spec().resourceGroups()),
                weight(cohort.spec().fairSharing()));
    }

    /** A ResourceFlavor. */
    public static dev.turnstile.core.hierarchy.ResourceFlavor flavor(ResourceFlavor flavor) {
        List<Taint> taints = flavor.spec().nodeTaints().stream()
                .map(taint -> {
                    Toleration.Effect effect = NodeDemandsReader.effect(taint.effect());
                    return new Taint(
                            taint.key(),
                            Objects.requireNonNullElse(taint.value(), ""),
                            effect == null ? Toleration.Effect.NO_SCHEDULE : effect);
                })
                .toList();
        List<Toleration> tolerations = flavor.spec().tolerations().stream()
                .map(toleration -> NodeDemandsReader.toleration(
                        Objects.requireNonNullElse(toleration.key(), ""),
                        Objects.requireNonNullElse(toleration.operator(), ""),
                        Objects.requireNonNullElse(toleration.value(), ""),
                        Objects.requireNonNullElse(toleration.effect(), "")))
                .toList();
        return new dev.turnstile.core.hierarchy.ResourceFlavor(
                name(flavor.metadata().getName()), flavor.spec().nodeLabels(), taints, tolerations);
    }

    private static String name(@Nullable String name) {
        return Objects.requireNonNullElse(name, "");
    }

    private static @Nullable String emptyToNull(@Nullable String name) {
        return name == null || name.isEmpty() ? null : name;
    }

    private static List<ResourceGroup> groups(List<dev.turnstile.model.kueue.ResourceGroup> groups) {
        return groups.stream()
                .map(group -> new ResourceGroup(
                        group.coveredResources(),
                        group.flavors().stream()
                                .map(flavor -> new FlavorQuotas(flavor.name(), quotas(flavor.resources())))
                                .toList()))
                .toList();
    }

    private static Map<String, Quota> quotas(List<ResourceQuota> resources) {
        Map<String, Quota> quotas = new TreeMap<>();
        for (ResourceQuota resource : resources) {
            quotas.put(
                    resource.name(),
                    new Quota(
                            Amounts.amount(resource.name(), resource.nominalQuota()),
                            limit(resource.name(), resource.borrowingLimit()),
                            limit(resource.name(), resource.lendingLimit())));
        }
        return quotas;
    }

    private static @Nullable Long limit(String resource, @Nullable Quantity quantity) {
        return quantity == null ? null : Amounts.amount(resource, quantity);
    }

    private static long weight(@Nullable FairSharing fairSharing) {
        return fairSharing == null
                ? dev.turnstile.core.hierarchy.ClusterQueue.DEFAULT_WEIGHT
                : fairSharing.weight().milliValue();
    }

    private static PreemptionPolicy preemption(ClusterQueuePreemption preemption) {
        return new PreemptionPolicy(
                within(preemption.withinClusterQueue()),
                reclaim(preemption.reclaimWithinCohort()),
                new BorrowWithinCohort(
                        preemption.borrowWithinCohort().policy() == BorrowWithinCohortPolicy.LOWER_PRIORITY,
                        preemption.borrowWithinCohort().maxPriorityThreshold()));
    }

    private static Candidates within(WithinClusterQueue policy) {
        return switch (policy) {
            case NEVER -> Candidates.NEVER;
            case LOWER_PRIORITY -> Candidates.LOWER_PRIORITY;
            case LOWER_OR_NEWER_EQUAL_PRIORITY -> Candidates.LOWER_OR_NEWER_EQUAL_PRIORITY;
        };
    }

    private static Candidates reclaim(ReclaimWithinCohort policy) {
        return switch (policy) {
            case NEVER -> Candidates.NEVER;
            case LOWER_PRIORITY -> Candidates.LOWER_PRIORITY;
            case ANY -> Candidates.ANY;
        };
    }

    private static FlavorFungibility fungibility(dev.turnstile.model.kueue.FlavorFungibility fungibility) {
        return new FlavorFungibility(
                whenUsable(fungibility.whenCanBorrow()),
                whenUsable(fungibility.whenCanPreempt()),
                fungibility.preference() == FlavorFungibilityPreference.PREEMPTION_OVER_BORROWING
                        ? Preference.PREEMPTION_OVER_BORROWING
                        : Preference.BORROWING_OVER_PREEMPTION);
    }

    private static WhenUsable whenUsable(FlavorFungibilityPolicy policy) {
        return switch (policy) {
            case MAY_STOP_SEARCH -> WhenUsable.MAY_STOP_SEARCH;
            case TRY_NEXT_FLAVOR -> WhenUsable.TRY_NEXT_FLAVOR;
        };
    }

    private static @Nullable LabelSelector selector(dev.turnstile.model.meta.@Nullable LabelSelector selector) {
        return selector == null
                ? null
                : new LabelSelector(
                        selector.matchLabels(),
                        selector.matchExpressions().stream()
                                .map(requirement -> new NodeSelectorRequirement(
                                        requirement.key(),
                                        NodeDemandsReader.operator(requirement.operator()),
                                        requirement.values()))
                                .toList());
    }
}
