package dev.turnstile.embedded.control.job;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.DeleteOptions;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.api.Selectors;
import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.control.loop.ControlLoop;
import dev.turnstile.embedded.control.loop.EventRecorder;
import dev.turnstile.embedded.control.loop.Mirror;
import dev.turnstile.embedded.control.loop.Notice;
import dev.turnstile.embedded.control.loop.Pace;
import dev.turnstile.embedded.control.loop.Resources;
import dev.turnstile.embedded.control.loop.Watches;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.object.OwnerReference;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * Applies the steps that {@link JobReconciliation} decides for every Job, and removes the finalizers of pods whose Job
 * is gone.
 */
public final class JobController implements AutoCloseable {
    private static final int MOST_STEPS = 32;
    private static final String ORPHAN = "orphan:";

    /** How long Kubernetes batches the events of a Job's pods before it reconciles the Job. */
    private static final Duration GATHERING = Duration.ofSeconds(1);

    private final ClusterClient client;
    private final InstantSource clock;
    private final Supplier<Pace> pace;
    private final EventRecorder events;
    private final Mirror jobs = Mirror.ungrouped();
    private final Mirror pods = new Mirror(pod -> owningJob(pod).map(OwnerReference::uid));
    private final ControlLoop loop;
    private final Watches watches;

    public JobController(ClusterClient cluster, InstantSource clock, Supplier<Pace> pace) {
        this.client = cluster.as("system:serviceaccount:kube-system:job-controller", "kube-controller-manager");
        this.clock = clock;
        this.pace = pace;
        this.events = new EventRecorder(client, clock, "job-controller");
        this.loop = new ControlLoop("job-controller", clock, this::reconcile);
        this.watches = new Watches(client, loop);
    }

    public void start() {
        loop.start();
        watches.on(Resources.PODS, Selectors.EVERYTHING, this::podChanged);
        watches.on(Resources.JOBS, Selectors.EVERYTHING, this::jobChanged);
    }

    @Override
    public void close() {
        watches.close();
        loop.close();
    }

    /** Requeues every Job, since its back-offs and deadlines depend on the pace. */
    public void paceChanged() {
        loop.post(() -> jobs.all().forEach(job -> loop.enqueue(job.key())));
    }

    private void jobChanged(WatchEvent event) {
        jobs.observe(event);
        var job = new ApiObject(event.object());
        loop.enqueue(job.key());
        if (event.type() == WatchEvent.Type.DELETED) {
            pods.group(job.uid()).forEach(pod -> loop.enqueue(ORPHAN + pod.key()));
        }
    }

    private void podChanged(WatchEvent event) {
        var pod = new ApiObject(event.object());
        var owner = owningJob(pod);
        if (owner.isEmpty()) {
            return;
        }
        keepOnlyWhatCounts(event.object());
        pods.observe(event);
        loop.enqueueAt(
                pace.get().after(clock.instant(), GATHERING),
                pod.namespace() + "/" + owner.get().name());
        loop.enqueue(ORPHAN + pod.key());
    }

    /** The controller never reads the pods' specs, and there may be many pods. */
    private static void keepOnlyWhatCounts(ObjectNode pod) {
        if (pod.get("spec") instanceof ObjectNode spec) {
            spec.retain("nodeName");
        }
        Json.metadata(pod).remove("managedFields");
    }

    private static Optional<OwnerReference> owningJob(ApiObject pod) {
        return pod.controller()
                .filter(owner ->
                        owner.kind().equals("Job") && owner.apiVersion().equals("batch/v1"));
    }

    private void reconcile(String key) {
        if (key.startsWith(ORPHAN)) {
            releaseOrphan(key.substring(ORPHAN.length()));
            return;
        }
        for (var steps = 0; steps < MOST_STEPS; steps++) {
            var job = jobs.get(key);
            if (job.isEmpty() || !take(job.get(), next(job.get()))) {
                return;
            }
        }
        loop.enqueue(key);
    }

    private JobStep next(ApiObject job) {
        return JobReconciliation.next(job, pods.group(job.uid()), clock.instant(), pace.get());
    }

    /** Applies the step; returns whether another may follow at once. */
    private boolean take(ApiObject job, JobStep step) {
        switch (step) {
            case JobStep.CreatePods(var templates) -> templates.forEach(pod -> create(job, pod));
            case JobStep.DeletePods(var doomed, var uncounted) -> doomed.forEach(pod -> delete(job, pod, uncounted));
            case JobStep.ReleasePods(var counted) -> counted.forEach(this::release);
            case JobStep.WriteStatus(var status, var notices) -> writeStatus(job, status, notices);
            case JobStep.DeleteJob() -> {
                client.delete(
                        Resources.JOBS,
                        job.namespace(),
                        job.name(),
                        new DeleteOptions(null, DeleteOptions.Propagation.Foreground, job.uid(), null, false));
                return false;
            }
            case JobStep.Rest(var requeueAt) -> {
                requeueAt.ifPresent(time -> loop.enqueueAt(time, job.key()));
                return false;
            }
        }
        return true;
    }

    private void create(ApiObject job, ObjectNode template) {
        try {
            var pod = client.create(Resources.PODS, template);
            keepOnlyWhatCounts(pod);
            pods.wrote(pod);
            events.record(job, Notice.normal("SuccessfulCreate", "Created pod: " + Json.name(pod)));
        } catch (ApiException e) {
            events.record(job, Notice.warning("FailedCreate", "Error creating: " + e.getMessage()));
            throw e;
        }
    }

    private void delete(ApiObject job, ApiObject pod, boolean uncounted) {
        if (uncounted) {
            release(pod);
        }
        try {
            client.delete(
                    Resources.PODS,
                    pod.namespace(),
                    pod.name(),
                    new DeleteOptions(null, DeleteOptions.Propagation.Background, pod.uid(), null, false));
        } catch (ApiException e) {
            if (e.code() != 404) {
                throw e;
            }
        }
        readAgain(pod);
        events.record(job, Notice.normal("SuccessfulDelete", "Deleted pod: " + pod.name()));
    }

    private void readAgain(ApiObject pod) {
        var stored = client.get(Resources.PODS, pod.namespace(), pod.name())
                .filter(found -> new ApiObject(found).uid().equals(pod.uid()));
        stored.ifPresentOrElse(
                found -> {
                    keepOnlyWhatCounts(found);
                    pods.wrote(found);
                },
                () -> pods.deleted(pod));
    }

    private void release(ApiObject pod) {
        var position = pod.finalizers().indexOf(JobPod.TRACKING_FINALIZER);
        if (position < 0) {
            return;
        }
        var path = "/metadata/finalizers/" + position;
        var patch = Json.array();
        patch.addObject().put("op", "test").put("path", "/metadata/uid").put("value", pod.uid());
        patch.addObject().put("op", "test").put("path", path).put("value", JobPod.TRACKING_FINALIZER);
        patch.addObject().put("op", "remove").put("path", path);
        try {
            client.patch(Resources.PODS, pod.namespace(), pod.name(), PatchType.JSON, patch, "");
        } catch (ApiException e) {
            if (e.code() != 404) {
                throw e;
            }
        }
        readAgain(pod);
    }

    private void writeStatus(ApiObject job, ObjectNode status, List<Notice> notices) {
        var changed = job.tree().deepCopy();
        changed.set("status", status);
        jobs.wrote(client.updateStatus(Resources.JOBS, changed));
        notices.forEach(notice -> events.record(job, notice));
    }

    private void releaseOrphan(String key) {
        var pod = pods.get(key);
        if (pod.isEmpty() || !pod.get().finalizers().contains(JobPod.TRACKING_FINALIZER)) {
            return;
        }
        var owner = owningJob(pod.get()).orElseThrow();
        var known = jobs.get(pod.get().namespace() + "/" + owner.name())
                .filter(job -> job.uid().equals(owner.uid()));
        if (known.isEmpty() && !exists(pod.get().namespace(), owner)) {
            release(pod.get());
        }
    }

    /** The watch of Jobs may lag behind the watch of pods, so a Job that seems gone is read from the API. */
    private boolean exists(String namespace, OwnerReference owner) {
        return client.get(Resources.JOBS, namespace, owner.name())
                .filter(job -> new ApiObject(job).uid().equals(owner.uid()))
                .isPresent();
    }
}
