package dev.turnstile.worker.metrics;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.config.LocalQueueMetrics;
import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.LocalQueue;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.worker.inbound.ResourceRules;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.inbound.Surroundings;
import dev.turnstile.worker.job.HeldJobs;
import dev.turnstile.worker.state.CycleListener;
import dev.turnstile.worker.state.Overview;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Everything that this service measures, for one scrape. */
public final class WorkerMetrics implements CycleListener, MultiCollector {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerMetrics.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Stores stores;
    private final Supplier<Configuration> configuration;
    private final Surroundings surroundings;
    private final Supplier<CompletableFuture<Overview>> overviews;
    private final BooleanSupplier leading;
    private final DecisionMetrics decisions = new DecisionMetrics();
    private final WorkloadMetrics workloads;
    private final HeldJobs held;
    private final InstantSource clock;
    private volatile @Nullable PodMetrics pods;
    private volatile @Nullable Overview last;

    /**
     * Measures what happens to these objects from now on.
     *
     * @param overviews asks for all queues as they are now
     * @param ownerCreated when the job was created for which a Workload was made
     * @param held the jobs behind scheduling gates, which only who acts knows
     * @param leading whether this replica acts
     * @param clock of the durations whose end no object bears
     */
    public WorkerMetrics(
            Stores stores,
            Supplier<Configuration> configuration,
            Supplier<CompletableFuture<Overview>> overviews,
            Function<Workload, Optional<Instant>> ownerCreated,
            HeldJobs held,
            BooleanSupplier leading,
            InstantSource clock) {
        this.stores = stores;
        this.held = held;
        this.clock = clock;
        this.configuration = configuration;
        surroundings = stores.surroundings(new ResourceRules(configuration.get().resources()));
        this.overviews = overviews;
        this.leading = leading;
        workloads = new WorkloadMetrics(this::clusterQueueOf, stores::cohortsAbove, this::localQueueMeasured);
        BooleanSupplier synced = stores.workloads()::synced;
        stores.workloads().listen((key, before, after) -> {
            if (after == null || !leading.getAsBoolean()) {
                return;
            }
            if (before != null) {
                workloads.changed(before, after);
            } else if (synced.getAsBoolean()) {
                ownerCreated.apply(after).ifPresent(since -> workloads.created(after, since));
            }
        });
        stores.clusterQueues().listen((key, before, after) -> {
            if (after == null) {
                decisions.forget(key.name());
                forget(List.of("cluster_queue"), List.of(key.name()));
            }
        });
        stores.localQueues().listen((key, before, after) -> {
            if (after == null) {
                forget(List.of("name", "namespace"), List.of(key.name(), key.namespace()));
            }
        });
        stores.cohorts().listen((key, before, after) -> {
            if (after == null) {
                forget(List.of("cohort"), List.of(key.name()));
            }
        });
    }

    /** Measures these pods, too. */
    public void measure(Store<ObjectNode> managedPods) {
        pods = new PodMetrics(managedPods, stores.workloads(), leading, clock);
    }

    private List<Growing> growing() {
        List<Growing> growing = new ArrayList<>(workloads.growing());
        PodMetrics measured = pods;
        if (measured != null) {
            growing.add(measured.gateRemoval());
        }
        return growing;
    }

    private void forget(List<String> names, List<String> values) {
        growing().forEach(series -> series.forget(names, values));
    }

    @Override
    public void evicts(Assumption.OfEviction eviction) {
        decisions.evicts(eviction);
    }

    @Override
    public void decided(CycleDecision decision, Duration took) {
        decisions.decided(decision, took);
    }

    private String clusterQueueOf(Workload workload) {
        Admission admission = workload.status().admission();
        if (admission != null && admission.clusterQueue() != null) {
            return admission.clusterQueue();
        }
        LocalQueue queue = localQueueOf(workload);
        return queue == null ? "" : Objects.requireNonNullElse(queue.spec().clusterQueue(), "");
    }

    private @Nullable LocalQueue localQueueOf(Workload workload) {
        return stores.localQueues()
                .get(new ObjectKey(WorkloadMetrics.namespace(workload), WorkloadMetrics.localQueue(workload)));
    }

    private boolean localQueueMeasured(Workload workload) {
        LocalQueue queue = localQueueOf(workload);
        return queue != null && measured(queue);
    }

    private boolean measured(LocalQueue queue) {
        LocalQueueMetrics settings = configuration.get().metrics().localQueueMetrics();
        Map<String, String> labels = Objects.requireNonNullElse(queue.metadata().getLabels(), Map.of());
        return settings.enable()
                && (settings.localQueueSelector() == null
                        || settings.localQueueSelector().matches(labels));
    }

    /** How things are now; where the scheduler is busy for long, how they were when it was last asked. */
    private @Nullable Overview overview() {
        try {
            Overview now = overviews
                    .get()
                    .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
            last = now;
            return now;
        } catch (CompletionException e) {
            LOG.warn("the queues could not be measured: {}", String.valueOf(e.getCause()));
            return last;
        }
    }

    private Levels overdue(PodMetrics measured) {
        Levels overdue = new Levels(
                "kueue_pods_terminating_beyond_grace_period",
                "Pods that are being deleted and have not ended although their grace period is over",
                "cluster_queue");
        stores.clusterQueues()
                .all()
                .forEach(queue -> overdue.set(
                        0, Objects.requireNonNullElse(queue.metadata().getName(), "")));
        measured.addOverdue(overdue);
        return overdue;
    }

    /** How many jobs wait behind a scheduling gate, whose it is, and since when. */
    private List<Levels> heldJobs() {
        Levels jobs = new Levels(
                "kueue_scheduling_gated_jobs",
                "Jobs that have no Workload since a scheduling gate holds them back",
                "kind",
                "gate");
        Levels oldest = new Levels(
                "kueue_oldest_scheduling_gated_job_timestamp_seconds",
                "When the job was created that a scheduling gate has held back for longest",
                "kind",
                "gate");
        if (leading.getAsBoolean()) {
            held.crowds().forEach((behind, crowd) -> {
                jobs.set(crowd.jobs(), behind.kind(), behind.gate());
                oldest.set((double) crowd.oldest().getEpochSecond(), behind.kind(), behind.gate());
            });
        }
        return List.of(jobs, oldest);
    }

    @Override
    public MetricSnapshots collect() {
        MetricSnapshots.Builder snapshots = MetricSnapshots.builder();
        decisions.growing().forEach(series -> snapshots.metricSnapshot(series.snapshot()));
        snapshots.metricSnapshot(decisions.skips());
        growing().forEach(series -> snapshots.metricSnapshot(series.snapshot()));
        PodMetrics measured = pods;
        if (measured != null) {
            snapshots.metricSnapshot(overdue(measured).snapshot());
        }
        heldJobs().forEach(levels -> snapshots.metricSnapshot(levels.snapshot()));
        Levels build = new Levels("kueue_build_info", "Which build runs", "version", "java_version");
        build.set(
                1,
                Objects.requireNonNullElse(WorkerMetrics.class.getPackage().getImplementationVersion(), "unknown"),
                Runtime.version().toString());
        snapshots.metricSnapshot(build.snapshot());
        Overview overview = overview();
        if (overview != null) {
            boolean resources = configuration.get().metrics().enableClusterQueueResources();
            QueueLevels.read(stores, overview, configuration.get())
                    .forEach(levels -> snapshots.metricSnapshot(levels.snapshot()));
            WorkloadLevels.read(stores, overview, resources, surroundings, this::clusterQueueOf, this::measured)
                    .forEach(levels -> snapshots.metricSnapshot(levels.snapshot()));
        }
        return snapshots.build();
    }
}
