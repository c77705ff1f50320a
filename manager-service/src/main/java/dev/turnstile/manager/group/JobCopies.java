package dev.turnstile.manager.group;

import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.core.dispatch.JobReading;
import dev.turnstile.core.dispatch.RemoteJob;
import dev.turnstile.manager.cluster.RemoteObject;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.job.JobCopy;
import dev.turnstile.manager.job.JobStatus;
import dev.turnstile.manager.job.Owner;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.service.apply.Difference;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.ObjectWriter.Part;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Jobs of batch/v1: one here, one there. */
final class JobCopies implements Copies {
    private final Store<ObjectNode> jobs;
    private final ObjectWriter writer;
    private final InstantSource clock;

    JobCopies(Store<ObjectNode> jobs, ObjectWriter writer, InstantSource clock) {
        this.jobs = jobs;
        this.writer = writer;
        this.clock = clock;
    }

    @Override
    public RemoteJob in(RemoteSession session, ObjectKey workload, Owner owner, boolean placedHere) {
        ObjectKey there = there(session, workload, owner);
        return switch (there == null ? null : session.jobs().get(there)) {
            case null -> new RemoteJob.Absent();
            case RemoteObject.Foreign<ObjectNode> _ -> new RemoteJob.Foreign("Job " + there);
            case RemoteObject.Ours<ObjectNode> ours -> new RemoteJob.Ours(run(owner, ours.object()));
        };
    }

    private RemoteJob.Run run(Owner owner, ObjectNode remote) {
        ObjectNode local = owner instanceof Owner.Job(ObjectKey job) ? jobs.get(job) : null;
        return local != null && JobStatus.runsAgain(local, remote.path("status"))
                ? RemoteJob.Run.LATER
                : RemoteJob.Run.CURRENT;
    }

    private static @Nullable ObjectKey there(RemoteSession session, ObjectKey workload, Owner owner) {
        if (owner instanceof Owner.Job(ObjectKey job)) {
            return job;
        }
        return session.jobs().of(workload).stream()
                .map(RemoteObject.Ours::key)
                .findFirst()
                .orElse(null);
    }

    /** A job that somebody else runs: nobody would keep its pods from starting here. */
    @Override
    public Optional<String> refusal(GroupView view) {
        ObjectNode job = local(view);
        return job == null || JobCopy.isDispatched(job)
                ? Optional.empty()
                : Optional.of("The owner is not managed by Kueue: Expecting spec.managedBy to be \""
                        + ApiNames.MULTIKUEUE_CONTROLLER + "\" not \"" + JobCopy.managedBy(job)
                        + "\", Previously: \"Pending\"");
    }

    private @Nullable ObjectNode local(GroupView view) {
        return view.local() != null && view.owner() instanceof Owner.Job(ObjectKey job) ? jobs.get(job) : null;
    }

    @Override
    public void create(RemoteSession session, GroupView view, String origin) throws InterruptedException {
        Workload workload = view.local();
        ObjectNode job = local(view);
        if (workload != null && job != null) {
            Copies.created(
                    session.writer(),
                    ApiResource.JOB,
                    view.key().namespace(),
                    JobCopy.toCreate(job, view.key(), workload, origin));
        }
    }

    @Override
    public void delete(RemoteSession session, GroupView view) throws InterruptedException {
        ObjectKey job = there(session, view.key(), view.owner());
        if (job != null && session.jobs().get(job) instanceof RemoteObject.Ours<ObjectNode> ours && !ours.leaving()) {
            session.jobs().delete(session.writer(), ours);
        }
    }

    @Override
    public boolean follow(RemoteSession session, GroupView view) throws InterruptedException {
        ObjectNode job = local(view);
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
        ObjectKey key = there(session, view.key(), view.owner());
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
        ObjectNode job = local(view);
        if (job == null || !(view.owner() instanceof Owner.Job(ObjectKey key))) {
            return true;
        }
        String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        JsonNode last = read.status(key);
        return taken(
                key, JobStatus.inTheEnd(job, last, finish, now), fresh -> JobStatus.inTheEnd(fresh, last, finish, now));
    }

    /** Whether the local job shows what it is to show; one that has changed since is decided on once more. */
    private boolean taken(ObjectKey job, JobStatus.StatusStep step, Function<ObjectNode, JobStatus.StatusStep> again)
            throws InterruptedException {
        return switch (step) {
            case JobStatus.StatusStep.Same same -> true;
            case JobStatus.StatusStep.NotYet notYet -> false;
            case JobStatus.StatusStep.Write write ->
                writer.update(
                                jobs,
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
        ObjectNode job = local(view);
        if (job == null || !(view.owner() instanceof Owner.Job(ObjectKey key)) || !JobCopy.isDispatched(job)) {
            return;
        }
        String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        writer.update(jobs, key, Part.STATUS, fresh -> {
            ObjectNode wanted = JobStatus.stopped(fresh, now);
            return wanted == null ? null : Difference.ofStatus((ObjectNode) fresh.path("status"), wanted);
        });
    }
}
