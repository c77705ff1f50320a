package dev.turnstile.worker.job;

import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.worker.cache.Stores;
import dev.turnstile.worker.workload.WorkloadFacts;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Runs an {@link Integration}: its store, its loop, and who is looked at when what changes. */
final class SuspendableJobs implements JobController {
    private static final int WORKERS = 16;

    private final Integration integration;
    private final Store<ObjectNode> jobs;
    private final ControlLoop<ObjectKey> loop;

    SuspendableJobs(Integration integration, JobEnvironment environment) {
        this.integration = integration;
        jobs = new Store<>(integration.resource(), object -> object);
        Stores stores = environment.stores();
        WorkloadMaker maker = new WorkloadMaker(
                integration.resource(),
                stores.workloads(),
                stores.priorityClasses(),
                stores.podPriorityClasses(),
                environment.writer(),
                environment.events(),
                WorkloadNames.longest(environment.configuration()));
        loop = environment
                .loops()
                .loop(
                        integration.framework(),
                        WORKERS,
                        new JobReconciler(
                                integration,
                                jobs,
                                stores.workloads(),
                                maker,
                                new Placements(stores.flavors()),
                                environment.writer(),
                                environment.events(),
                                environment.clock(),
                                environment.rules(),
                                environment.managed()::contains,
                                environment.held()));
        jobs.listen((key, before, after) -> {
            loop.add(key);
            if (after == null && before != null) {
                environment.held().forget(JobMetadata.of(before).uid());
                environment.lookAtWorkload().accept(maker.nameOf(before));
            }
        });
        stores.workloads().listen((key, before, after) -> {
            V1OwnerReference owner = owner(after == null ? before : after);
            if (owner != null) {
                loop.add(new ObjectKey(key.namespace(), Objects.requireNonNullElse(owner.getName(), "")));
            }
        });
        stores.priorityClasses()
                .listen((key, before, after) ->
                        maker.waitingFor(key.name(), jobs.all()).forEach(loop::add));
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
    public void lookAtEverything() {
        jobs.all().forEach(job -> loop.add(JobMetadata.of(job).key()));
    }

    @Override
    public boolean ownerGone(Workload workload) {
        V1OwnerReference owner = owner(workload);
        if (owner == null) {
            return false;
        }
        ObjectNode job = jobs.get(new ObjectKey(
                WorkloadFacts.key(workload).namespace(), Objects.requireNonNullElse(owner.getName(), "")));
        return job == null || !JobMetadata.of(job).uid().equals(owner.getUid());
    }
}
