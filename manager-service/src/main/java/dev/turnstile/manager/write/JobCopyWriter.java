package dev.turnstile.manager.write;

import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.core.dispatch.JobReading;
import dev.turnstile.manager.cluster.RemoteObject;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.manager.group.JobRead;
import dev.turnstile.manager.inbound.JobCopyReader;
import dev.turnstile.manager.job.JobCopy;
import dev.turnstile.manager.job.JobStatus;
import dev.turnstile.manager.job.Owner;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.service.apply.Difference;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.ObjectWriter.Part;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ObjectKey;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Jobs of batch/v1: one here, one there. */
final class JobCopyWriter implements CopyWriter {
    private final JobCopyReader reader;
    private final ObjectWriter writer;
    private final InstantSource clock;

    JobCopyWriter(JobCopyReader reader, ObjectWriter writer, InstantSource clock) {
        this.reader = reader;
        this.writer = writer;
        this.clock = clock;
    }

    @Override
    public void create(RemoteSession session, GroupView view, String origin) throws InterruptedException {
        Workload workload = view.local();
        ObjectNode job = reader.local(view.owner());
        if (workload != null && job != null) {
            CopyWriter.created(
                    session.writer(),
                    session.jobs().store(),
                    view.key().namespace(),
                    JobCopy.toCreate(job, view.key(), workload, origin));
        }
    }

    @Override
    public void delete(RemoteSession session, GroupView view) throws InterruptedException {
        ObjectKey job = JobCopyReader.there(session, view.key(), view.owner());
        if (job != null && session.jobs().get(job) instanceof RemoteObject.Ours<ObjectNode> ours && !ours.leaving()) {
            session.jobs().delete(session.writer(), ours);
        }
    }

    @Override
    public boolean follow(RemoteSession session, GroupView view) throws InterruptedException {
        ObjectNode job = reader.local(view.owner());
        if (job == null
                || !(view.owner() instanceof Owner.Job(ObjectKey key))
                || !(session.jobs().get(key) instanceof RemoteObject.Ours<ObjectNode> remote)) {
            return true;
        }
        JsonNode status = remote.object().path("status");
        return taken(key, JobStatus.whileItRuns(job, status), fresh -> JobStatus.whileItRuns(fresh, status));
    }

    @Override
    public JobRead read(RemoteSession session, GroupView view) {
        ObjectKey key = JobCopyReader.there(session, view.key(), view.owner());
        Optional<JsonNode> status = key == null ? Optional.empty() : session.read(session.jobs(), key, view.key());
        if (key == null || status.isEmpty()) {
            return new JobRead(new JobReading.State.Gone(), Map.of());
        }
        JobReading.State state = JobStatus.ending(status.get())
                .<JobReading.State>map(JobReading.State.Ended::new)
                .orElseGet(JobReading.State.Unfinished::new);
        return new JobRead(state, Map.of(key, status.get()));
    }

    @Override
    public boolean end(GroupView view, JobRead read, Finish finish) throws InterruptedException {
        ObjectNode job = reader.local(view.owner());
        if (!(view.owner() instanceof Owner.Job(ObjectKey key))) {
            return true;
        }
        if (job == null) {
            return !isThereUnread(view, key);
        }
        String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        JsonNode last = read.status(key);
        return taken(
                key, JobStatus.inTheEnd(job, last, finish, now), fresh -> JobStatus.inTheEnd(fresh, last, finish, now));
    }

    /** Whether the API has the local job, though we have not read it: what is finished without it stays unfinished. */
    private boolean isThereUnread(GroupView view, ObjectKey key) throws InterruptedException {
        Workload workload = view.local();
        for (V1OwnerReference owner : workload == null
                ? List.<V1OwnerReference>of()
                : Absent.list(workload.metadata().getOwnerReferences())) {
            if (key.name().equals(owner.getName())
                    && writer.exists(ApiResource.JOB, key, String.valueOf(owner.getUid()))) {
                return true;
            }
        }
        return false;
    }

    /** Whether the local job shows what it is to show; one that has changed since is decided on once more. */
    private boolean taken(ObjectKey job, JobStatus.StatusStep step, Function<ObjectNode, JobStatus.StatusStep> again)
            throws InterruptedException {
        return switch (step) {
            case JobStatus.StatusStep.Same same -> true;
            case JobStatus.StatusStep.NotYet notYet -> false;
            case JobStatus.StatusStep.Write write ->
                writer.update(
                                reader.jobs(),
                                job,
                                Part.STATUS,
                                fresh -> again.apply(fresh) instanceof JobStatus.StatusStep.Write(ObjectNode wanted)
                                        ? Difference.ofStatus(status(fresh), wanted)
                                        : null)
                        .changed();
        };
    }

    private static ObjectNode status(ObjectNode job) {
        return job.path("status") instanceof ObjectNode known ? known : job.objectNode();
    }

    @Override
    public void stopped(GroupView view) throws InterruptedException {
        ObjectNode job = reader.local(view.owner());
        if (job == null || !(view.owner() instanceof Owner.Job(ObjectKey key)) || !JobCopy.isDispatched(job)) {
            return;
        }
        String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        writer.update(reader.jobs(), key, Part.STATUS, fresh -> {
            ObjectNode wanted = JobStatus.stopped(fresh, now);
            return wanted == null ? null : Difference.ofStatus((ObjectNode) fresh.path("status"), wanted);
        });
    }
}
