package dev.turnstile.worker.pod;

import dev.turnstile.model.feature.Feature;
import dev.turnstile.model.feature.FeatureSwitches;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.Label;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.inbound.WorkloadFacts;
import dev.turnstile.worker.job.JobController;
import dev.turnstile.worker.job.JobEnvironment;
import dev.turnstile.worker.job.JobMetadata;
import dev.turnstile.worker.job.Placements;
import dev.turnstile.worker.job.WorkloadMaker;
import dev.turnstile.worker.write.WriteAccess;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Runs the Pod integration: a loop over single pods, one over groups, and which of them looks at what when. */
final class PodController implements JobController {
    private static final int WORKERS = 16;
    private static final ApiResource POD = PodWriter.POD;

    private final Store<ObjectNode> pods = new Store<>(POD, Label.MANAGED.text(), object -> object);
    private final PodIndex index = new PodIndex(pods);
    private final ControlLoop<ObjectKey> singles;
    private final ControlLoop<ObjectKey> groups;

    PodController(JobEnvironment environment) {
        Stores stores = environment.stores();
        FeatureSwitches features = environment.configuration().features();
        Supplier<PodRules> rules = () -> new PodRules(
                features.enabled(Feature.POD_INTEGRATION_FAST_QUOTA_RELEASE),
                features.enabled(Feature.SCHEDULING_GATED_BY),
                environment.settings().labelKeysToCopy().get());
        WorkloadMaker maker = environment.maker(POD);
        WriteAccess access = environment.access();
        PodWriter podWriter =
                new PodWriter(pods, access, environment.execution().threads());
        PodWorkloads workloads = new PodWorkloads(stores.workloads(), maker, new Placements(stores.flavors()), access);
        singles = environment
                .loops()
                .loop(
                        "pod",
                        WORKERS,
                        new PodReconciler(
                                this::single, workloads, podWriter, rules, access.clock(), environment.held()));
        groups = environment
                .loops()
                .loop(
                        "pod-group",
                        WORKERS,
                        new PodReconciler(
                                this::group, workloads, podWriter, rules, access.clock(), environment.held()));
        environment.feedback().measuresPods().accept(pods);
        pods.listen((key, before, after) -> {
            JobMetadata known = JobMetadata.of(Objects.requireNonNull(after == null ? before : after));
            look(known);
            if (after == null) {
                environment.held().forget(known.uid());
                environment.feedback().lookAtWorkload().accept(workloads.keyOf(known));
            }
        });
        stores.workloads().listen((key, before, after) -> {
            Workload known = after == null ? before : after;
            if (known != null) {
                lookAtOwners(key, known);
            }
        });
        stores.priorityClasses()
                .listen((key, before, after) ->
                        maker.waitingFor(key.name(), pods.all()).forEach(this::lookAt));
    }

    private void look(JobMetadata pod) {
        ObjectKey group = PodIndex.groupOf(pod);
        if (group == null) {
            singles.add(pod.key());
        } else {
            groups.add(group);
        }
    }

    private void lookAt(ObjectKey pod) {
        ObjectNode known = pods.get(pod);
        if (known != null) {
            look(JobMetadata.of(known));
        }
    }

    private void lookAtOwners(ObjectKey key, Workload workload) {
        if (WorkloadFacts.ofGroup(workload)) {
            groups.add(key);
        }
        index.bringing(key).forEach(pod -> look(pod.metadata()));
        for (V1OwnerReference owner : WorkloadFacts.owners(workload)) {
            if (isPod(owner)) {
                lookAt(new ObjectKey(key.namespace(), Objects.requireNonNullElse(owner.getName(), "")));
            }
        }
    }

    private static boolean isPod(V1OwnerReference owner) {
        return POD.kind().equals(owner.getKind()) && POD.apiVersion().equals(owner.getApiVersion());
    }

    private @Nullable PodUnit single(ObjectKey key) {
        ObjectNode pod = pods.get(key);
        PodView view = pod == null ? null : PodView.of(pod);
        return view == null || !managed(view) || PodView.group(view.metadata()) != null ? null : PodUnit.single(view);
    }

    private PodUnit group(ObjectKey key) {
        return PodUnit.group(
                key, index.group(key).stream().filter(PodController::managed).toList());
    }

    private static boolean managed(PodView pod) {
        return pod.metadata().labels().containsKey(Label.MANAGED.text());
    }

    @Override
    public List<Store<?>> stores() {
        return List.of(pods);
    }

    @Override
    public List<ControlLoop<ObjectKey>> loops() {
        return List.of(singles, groups);
    }

    @Override
    public void enqueueEverything() {
        pods.all().forEach(pod -> look(JobMetadata.of(pod)));
    }

    @Override
    public Optional<Instant> ownerCreated(Workload workload) {
        ObjectKey key = WorkloadFacts.key(workload);
        return WorkloadFacts.owners(workload).stream()
                .filter(PodController::isPod)
                .flatMap(owner -> Stream.ofNullable(
                        pods.get(new ObjectKey(key.namespace(), Objects.requireNonNullElse(owner.getName(), "")))))
                .map(pod -> pod.path("metadata").path("creationTimestamp").asString(""))
                .filter(time -> !time.isEmpty())
                .map(Instant::parse)
                .max(Comparator.naturalOrder());
    }

    @Override
    public boolean ownerGone(Workload workload) {
        List<V1OwnerReference> owners = WorkloadFacts.owners(workload);
        if (owners.isEmpty() || !owners.stream().allMatch(PodController::isPod)) {
            return false;
        }
        ObjectKey key = WorkloadFacts.key(workload);
        return owners.stream().noneMatch(owner -> {
            ObjectNode pod = pods.get(new ObjectKey(key.namespace(), Objects.requireNonNullElse(owner.getName(), "")));
            return pod != null && JobMetadata.of(pod).uid().equals(owner.getUid());
        });
    }
}
