package dev.turnstile.manager;

import dev.turnstile.manager.cluster.KubeconfigSource;
import dev.turnstile.manager.cluster.KubeconfigSource.SecretText;
import dev.turnstile.model.kueue.AdmissionCheck;
import dev.turnstile.model.kueue.KueueKinds;
import dev.turnstile.model.kueue.MultiKueueCluster;
import dev.turnstile.model.kueue.MultiKueueConfig;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.Label;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What this service reads in its own cluster, by kind. */
record ManagerStores(
        Store<MultiKueueCluster> clusters,
        Store<MultiKueueConfig> configs,
        Store<AdmissionCheck> checks,
        Store<Workload> workloads,
        Store<ObjectNode> jobs,
        Store<ObjectNode> pods,
        Store<SecretText> secrets) {

    /** Empty stores; of Secrets only those of one namespace are read, since our account may read no others. */
    static ManagerStores empty(String namespace) {
        return new ManagerStores(
                Store.of(KueueKinds.MULTIKUEUE_CLUSTER),
                Store.of(KueueKinds.MULTIKUEUE_CONFIG),
                Store.of(KueueKinds.ADMISSION_CHECK),
                Store.of(KueueKinds.WORKLOAD),
                new Store<>(ApiResource.JOB, object -> object),
                new Store<>(ApiResource.POD, Label.MANAGED.text(), object -> object),
                new Store<>(
                        new ApiResource("v1", "Secret", "namespaces/" + namespace + "/secrets", false),
                        KubeconfigSource.SecretText::of));
    }

    List<Store<?>> all() {
        return List.of(secrets, configs, clusters, checks, jobs, pods, workloads);
    }
}
