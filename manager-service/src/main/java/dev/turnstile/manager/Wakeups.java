package dev.turnstile.manager;

import dev.turnstile.manager.group.OwnerIndex;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import org.jspecify.annotations.Nullable;

/** Which key goes to which loop when something in the manager's own cluster changes. */
final class Wakeups {
    private final OwnCluster own;
    private final ControlLoop<ObjectKey> clusters;
    private final ControlLoop<ObjectKey> checks;
    private final DispatchLoop groups;

    /** Which Workloads were made for a Job or a pod; kept by the thread that reads Workloads. */
    private final OwnerIndex owners = new OwnerIndex();

    Wakeups(OwnCluster own, ControlLoop<ObjectKey> clusters, ControlLoop<ObjectKey> checks, DispatchLoop groups) {
        this.own = own;
        this.clusters = clusters;
        this.checks = checks;
        this.groups = groups;
    }

    /** Begins to listen, before anything is read. */
    void listen() {
        ManagerStores stores = own.stores();
        stores.clusters().listen((key, before, after) -> {
            clusters.add(key);
            own.fleet().checksOfCluster(key.name()).forEach(checks::add);
        });
        stores.secrets()
                .listen((key, before, after) -> stores.clusters().all().stream()
                        .filter(cluster -> Keys.names(cluster, key.name()))
                        .forEach(cluster -> clusters.add(Keys.of(cluster))));
        stores.configs().listen((key, before, after) -> {
            own.fleet().checksOfConfig(key.name()).forEach(checks::add);
            waiting();
        });
        stores.checks().listen((key, before, after) -> {
            checks.add(key);
            if (before == null || after == null || !before.spec().equals(after.spec())) {
                waiting();
            }
        });
        stores.workloads().listen(this::workloadChanged);
        stores.jobs().listen((key, before, after) -> owners.ofJob(key).forEach(groups::enqueue));
        stores.pods().listen((key, before, after) -> owners.ofPod(key).forEach(groups::enqueue));
    }

    private void workloadChanged(ObjectKey key, @Nullable Workload before, @Nullable Workload after) {
        owners.note(key, before, after);
        groups.enqueue(key);
    }

    /** Groups that may be offered elsewhere now. */
    void waiting() {
        own.stores().workloads().all().stream()
                .filter(workload -> !workload.status().admissionChecks().isEmpty())
                .forEach(workload -> groups.enqueue(Keys.of(workload)));
    }

    /** Everything, as after a change of the configuration. */
    void everything() {
        own.stores().workloads().all().forEach(workload -> groups.enqueue(Keys.of(workload)));
        own.stores().clusters().all().forEach(cluster -> clusters.add(Keys.of(cluster)));
        own.stores().checks().all().forEach(check -> checks.add(Keys.of(check)));
    }
}
