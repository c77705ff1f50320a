package dev.turnstile.worker.metrics;

import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.FlavorQuotas;
import dev.turnstile.model.kueue.ResourceGroup;
import dev.turnstile.model.kueue.ResourceQuota;
import dev.turnstile.model.quantity.Quantity;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.inbound.Amounts;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.state.Overview;
import dev.turnstile.worker.state.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** ClusterQueues and cohorts at the moment of a scrape. */
final class QueueLevels {
    private static final String[] QUOTA = {"cohort", "cluster_queue", "flavor", "resource"};

    private final Levels reserving = of("kueue_reserving_active_workloads", "Workloads that hold quota");
    private final Levels admitted = of("kueue_admitted_active_workloads", "Workloads that may run");
    private final Levels pending =
            new Levels("kueue_pending_workloads", "Workloads that wait, by how", "cluster_queue", "status");
    private final Levels status =
            new Levels("kueue_cluster_queue_status", "Whether the queue admits", "cluster_queue", "status");
    private final Levels info = new Levels(
            "kueue_cluster_queue_info", "Where the queue belongs", "cluster_queue", "parent_cohort", "root_cohort");
    private final Levels share =
            new Levels("kueue_cluster_queue_weighted_share", "What it borrows, weighted", "cluster_queue", "cohort");
    private final Levels nominal = new Levels("kueue_cluster_queue_nominal_quota", "Its own quota", QUOTA);
    private final Levels borrowing = new Levels("kueue_cluster_queue_borrowing_limit", "What it may borrow", QUOTA);
    private final Levels lending = new Levels("kueue_cluster_queue_lending_limit", "What it lends", QUOTA);
    private final Levels usage = new Levels("kueue_cluster_queue_resource_usage", "What runs in it uses", QUOTA);
    private final Levels reservation =
            new Levels("kueue_cluster_queue_resource_reservation", "What its workloads hold", QUOTA);
    private final Levels cohortInfo =
            new Levels("kueue_cohort_info", "Where the cohort belongs", "cohort", "parent_cohort", "root_cohort");
    private final Levels cohortQuota = new Levels(
            "kueue_cohort_subtree_quota", "Quota of the cohort and all below it", "cohort", "flavor", "resource");
    private final Levels cohortReservation = new Levels(
            "kueue_cohort_subtree_resource_reservations", "What is held below it", "cohort", "flavor", "resource");
    private final Levels cohortAdmitted =
            new Levels("kueue_cohort_subtree_admitted_active_workloads", "Workloads that run below it", "cohort");
    private final Levels cohortShare =
            new Levels("kueue_cohort_weighted_share", "What the cohort borrows, weighted", "cohort");

    private QueueLevels() {}

    private static Levels of(String name, String help) {
        return new Levels(name, help, "cluster_queue");
    }

    static List<Levels> read(Stores stores, Overview overview, Configuration configuration) {
        QueueLevels levels = new QueueLevels();
        boolean fairSharing = configuration.fairSharing() != null;
        boolean resources = configuration.metrics().enableClusterQueueResources();
        for (ClusterQueue queue : stores.clusterQueues().all()) {
            String name = Objects.requireNonNullElse(queue.metadata().getName(), "");
            levels.queue(name, queue, overview.clusterQueues().get(name), fairSharing, resources);
        }
        overview.held().values().forEach(queue -> levels.pending.add(1, queue, "gated"));
        overview.cohorts().forEach((name, cohort) -> levels.cohort(name, cohort, stores, fairSharing));
        List<Levels> read = new ArrayList<>(List.of(
                levels.reserving, levels.admitted, levels.pending, levels.status, levels.info, levels.cohortInfo));
        read.addAll(List.of(levels.cohortQuota, levels.cohortReservation, levels.cohortAdmitted));
        if (fairSharing) {
            read.addAll(List.of(levels.share, levels.cohortShare));
        }
        if (resources) {
            read.addAll(List.of(levels.nominal, levels.borrowing, levels.lending, levels.usage, levels.reservation));
        }
        return read;
    }

    private void queue(
            String name,
            ClusterQueue queue,
            Overview.@Nullable QueueView view,
            boolean fairSharing,
            boolean resources) {
        Tally tally = view == null ? Tally.NONE : view.report().tally();
        int active = view == null ? 0 : view.report().active();
        reserving.set(tally.reserving(), name);
        admitted.set(tally.admitted(), name);
        pending.set(active, name, "active");
        pending.set(Math.max(0, tally.pending() - active), name, "inadmissible");
        String now = QueuePhase.of(queue);
        for (String possible : QueuePhase.ALL) {
            status.set(possible.equals(now) ? 1 : 0, name, possible);
        }
        String cohort = Objects.requireNonNullElse(queue.spec().cohortName(), "");
        String root = view == null || view.root() == null ? cohort : view.root();
        info.set(1, name, cohort, root);
        if (fairSharing && view != null) {
            share.set((double) view.report().weightedShare(), name, cohort);
        }
        if (resources) {
            resources(name, cohort, queue, tally);
        }
    }

    private void resources(String name, String cohort, ClusterQueue queue, Tally tally) {
        for (ResourceGroup group : queue.spec().resourceGroups()) {
            for (FlavorQuotas flavor : group.flavors()) {
                for (ResourceQuota quota : flavor.resources()) {
                    String[] labels = {cohort, name, flavor.name(), quota.name()};
                    FlavorResource key = new FlavorResource(flavor.name(), quota.name());
                    nominal.set(value(quota.nominalQuota()), labels);
                    borrowing.set(value(quota.borrowingLimit()), labels);
                    lending.set(value(quota.lendingLimit()), labels);
                    usage.set(value(key, tally.usage()), labels);
                    reservation.set(value(key, tally.reservation()), labels);
                }
            }
        }
    }

    private void cohort(String name, Overview.CohortView cohort, Stores stores, boolean fairSharing) {
        if (stores.cohorts().get(ObjectKey.of(name)) != null) {
            cohortInfo.set(1, name, Objects.requireNonNullElse(cohort.parent(), ""), cohort.root());
        }
        cohort.quota().keySet().forEach(key -> {
            cohortQuota.set(value(key, cohort.quota()), name, key.flavor(), key.resource());
            cohortReservation.set(value(key, cohort.reservation()), name, key.flavor(), key.resource());
        });
        cohortAdmitted.set(cohort.admitted(), name);
        if (fairSharing) {
            cohortShare.set((double) cohort.weightedShare(), name);
        }
    }

    private static double value(@Nullable Quantity quantity) {
        return quantity == null ? 0 : quantity.amount().doubleValue();
    }

    static double value(FlavorResource key, Map<FlavorResource, Long> amounts) {
        return value(Amounts.quantity(key.resource(), amounts.getOrDefault(key, 0L)));
    }
}
