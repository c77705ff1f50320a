package dev.turnstile.manager.cluster;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.MultiKueueCluster;
import dev.turnstile.model.kueue.MultiKueueClusterStatus;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.apply.Difference;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.Resting;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.ActiveReason;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Connects to what MultiKueueClusters name, and says in their condition how that went. */
public final class ClusterReconciler implements Reconciler<ObjectKey> {
    private static final Duration FILE_INTERVAL = Duration.ofSeconds(2);

    private final Store<MultiKueueCluster> clusters;
    private final KubeconfigSource source;
    private final RemoteClusters remotes;
    private final ObjectWriter writer;
    private final BooleanSupplier leads;
    private final InstantSource clock;

    public ClusterReconciler(
            Store<MultiKueueCluster> clusters,
            KubeconfigSource source,
            RemoteClusters remotes,
            ObjectWriter writer,
            BooleanSupplier leads,
            InstantSource clock) {
        this.clusters = clusters;
        this.source = source;
        this.remotes = remotes;
        this.writer = writer;
        this.leads = leads;
        this.clock = clock;
    }

    @Override
    public Outcome reconcile(ObjectKey key) throws InterruptedException {
        MultiKueueCluster cluster = clusters.get(key);
        if (cluster == null || cluster.metadata().getDeletionTimestamp() != null) {
            remotes.forget(key.name());
            return Outcome.done();
        }
        KubeconfigReading kubeconfig = source.read(cluster);
        RemoteCluster remote = remotes.use(cluster, kubeconfig);
        if (leads.getAsBoolean()) {
            Link link = remote.link();
            // Its file is read on by one that no longer leads.
            Resting.onceLost((ObjectKey name) -> describe(name, kubeconfig, link))
                    .reconcile(key);
        }
        return KubeconfigSource.isFile(cluster) ? Outcome.after(FILE_INTERVAL) : Outcome.done();
    }

    private Outcome describe(ObjectKey key, KubeconfigReading kubeconfig, Link link) throws InterruptedException {
        writer.update(
                clusters,
                key,
                ObjectWriter.Part.STATUS,
                fresh -> condition(fresh, kubeconfig, link)
                        .map(wanted -> {
                            List<Condition> now = fresh.status().conditions();
                            List<Condition> set = Conditions.set(now, wanted);
                            return set.equals(now)
                                    ? null
                                    : Difference.ofStatus(
                                            KubernetesJson.tree(fresh.status()),
                                            KubernetesJson.tree(new MultiKueueClusterStatus(set)));
                        })
                        .orElse(null));
        return Outcome.done();
    }

    /** What is to be said; empty while the first attempt is being made. */
    private Optional<Condition> condition(MultiKueueCluster cluster, KubeconfigReading kubeconfig, Link link) {
        if (kubeconfig instanceof KubeconfigReading.Refused refused) {
            return Optional.of(active(cluster, false, refused.reason().text(), refused.message()));
        }
        return switch (link) {
            case Link.Connecting connecting -> Optional.empty();
            case Link.Connected connected ->
                Optional.of(active(cluster, true, ActiveReason.ACTIVE.text(), "Connected"));
            case Link.Down down ->
                Optional.of(active(cluster, false, down.reason().text(), down.message()));
        };
    }

    private Condition active(MultiKueueCluster cluster, boolean holds, String reason, String message) {
        return new Condition(
                ConditionType.ACTIVE,
                ConditionStatus.of(holds),
                cluster.metadata().getGeneration(),
                clock.instant(),
                reason,
                message);
    }
}
