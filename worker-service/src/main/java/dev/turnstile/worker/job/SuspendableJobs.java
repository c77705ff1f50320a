package dev.turnstile.worker.job;

import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.Index;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.Finalizer;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.inbound.WorkloadFacts;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Runs an {@link Integration}: its store, its loop, and who is looked at when what changes. */
final class SuspendableJobs implements JobController {
    private static final int WORKERS = 16;

    private final Integration integration;
    private final Store<ObjectNode> jobs;
    private final ControlLoop<ObjectKey> loop;
    /** Jobs by the prebuilt Workload that they name: they are reconciled when it comes. */
    private final Index<ObjectKey, ObjectNode> byPrebuilt;

    private final Index<String, ObjectNode> byUid;

    SuspendableJobs(Integration integration, JobEnvironment environment) {
        this.integration = integration;
        jobs = new Store<>(integration.resource(), object -> object);
        byPrebuilt = jobs.index(PrebuiltWorkloads::key);
        byUid = jobs.index(job -> List.of(JobMetadata.of(job).uid()));
        Stores stores = environment.stores();
        WorkloadMaker maker = environment.maker(integration.resource());
        JobWriter writer = new JobWriter(integration, jobs, stores.workloads(), maker, environment.access());
        Placements placements = new Placements(stores.flavors());
        loop = environment
                .loops()
                .loop(
                        integration.framework(),
                        WORKERS,
                        new JobReconciler(
                                integration,
                                key -> view(key, maker, environment, placements),
                                writer,
                                environment::jobRules,
                                environment.access().clock(),
                                environment.held()));
        jobs.listen((key, before, after) -> {
            loop.add(key);
            if (after == null && before != null) {
                environment.held().forget(JobMetadata.of(before).uid());
                writer.forget(JobMetadata.of(before).uid());
                environment.feedback().lookAtWorkload().accept(maker.nameOf(before));
            }
        });
        stores.workloads().listen((key, before, after) -> {
            V1OwnerReference owner = owner(after == null ? before : after);
            byPrebuilt.keys(key).forEach(loop::add);
            if (owner != null) {
                ObjectKey name = new ObjectKey(key.namespace(), Objects.requireNonNullElse(owner.getName(), ""));
                ObjectNode job = jobs.get(name);
                if (after == null && job != null && JobMetadata.of(job).uid().equals(owner.getUid())) {
                    writer.lostWorkload(owner.getUid());
                }
                loop.add(name);
            }
        });
        stores.flavors().listen((key, before, after) -> {
            if (before == null) {
                // One that was admitted to it before it was known here.
                jobs.all().stream()
                        .filter(integration::suspended)
                        .forEach(job -> loop.add(JobMetadata.of(job).key()));
            }
        });
        stores.priorityClasses()
                .listen((key, before, after) ->
                        maker.waitingFor(key.name(), jobs.all()).forEach(loop::add));
    }

    private @Nullable JobView view(
            ObjectKey key, WorkloadMaker maker, JobEnvironment environment, Placements placements) {
        ObjectNode job = jobs.get(key);
        if (job == null || !environment.managed().contains(job)) {
            return null;
        }
        Workload named = environment.stores().workloads().get(maker.nameOf(job));
        return JobView.of(integration, job, named, placements);
    }

    /** The job that controls it, if it is one of this kind. */
    private @Nullable V1OwnerReference owner(@Nullable Workload workload) {
        V1OwnerReference owner = workload == null ? null : WorkloadFacts.owner(workload);
        return owner != null
                        && integration.resource().kind().equals(owner.getKind())
                        && integration.resource().apiVersion().equals(owner.getApiVersion())
                ? owner
                : null;
    }

    @Override
    public List<Store<?>> stores() {
        return List.of(jobs);
    }

    @Override
    public List<ControlLoop<ObjectKey>> loops() {
        return List.of(loop);
    }

    @Override
    public void enqueueEverything() {
        jobs.all().forEach(job -> loop.add(JobMetadata.of(job).key()));
    }

    @Override
    public Optional<Instant> ownerCreated(Workload workload) {
        V1OwnerReference owner = owner(workload);
        ObjectNode job = owner == null
                ? null
                : jobs.get(new ObjectKey(
                        WorkloadFacts.key(workload).namespace(), Objects.requireNonNullElse(owner.getName(), "")));
        String time = job == null
                ? ""
                : job.path("metadata").path("creationTimestamp").asString("");
        return time.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(time));
    }

    @Override
    public boolean ownerGone(Workload workload) {
        V1OwnerReference owner = owner(workload);
        if (owner == null) {
            return orphaned(workload);
        }
        ObjectNode job = jobs.get(new ObjectKey(
                WorkloadFacts.key(workload).namespace(), Objects.requireNonNullElse(owner.getName(), "")));
        return job == null || !JobMetadata.of(job).uid().equals(owner.getUid());
    }

    /** Whether it is ours and its job was deleted in such a way that it was left behind without an owner. */
    private boolean orphaned(Workload workload) {
        List<V1OwnerReference> owners = workload.metadata().getOwnerReferences();
        List<String> finalizers = workload.metadata().getFinalizers();
        String uid = WorkloadFacts.jobUid(workload);
        String prefix = integration.resource().kind().toLowerCase(Locale.ROOT) + "-";
        return (owners == null || owners.isEmpty())
                && finalizers != null
                && finalizers.contains(Finalizer.RESOURCE_IN_USE.text())
                && !uid.isEmpty()
                && WorkloadFacts.key(workload).name().startsWith(prefix)
                && byUid.of(uid).isEmpty();
    }
}
