package dev.turnstile.manager.group;

import dev.turnstile.core.dispatch.RemoteJob;
import dev.turnstile.manager.cluster.RemoteObject;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.job.JobCopy;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
            case RemoteObject.Ours<ObjectNode> ours -> new RemoteJob.Ours();
        };
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
        ObjectKey key = view.owner() instanceof Owner.Job(ObjectKey known) ? known : null;
        if (job == null || key == null || !(session.jobs().get(key) instanceof RemoteObject.Ours<ObjectNode> copy)) {
            return true;
        }
        if (JobCopy.isOver(copy.object()) && !Copies.finished(session, view.key())) {
            return true;
        }
        return switch (JobCopy.compare(job, copy.object().path("status"))) {
            case JobCopy.StatusStep.Same same -> true;
            case JobCopy.StatusStep.NotYet notYet -> false;
            case JobCopy.StatusStep.Write write -> write(key, write.status());
        };
    }

    private boolean write(ObjectKey job, ObjectNode status) throws InterruptedException {
        return writer.update(jobs, job, Part.STATUS, fresh -> {
                    ObjectNode before = fresh.path("status") instanceof ObjectNode known ? known : fresh.objectNode();
                    return JobCopy.compare(fresh, status) instanceof JobCopy.StatusStep.Write
                            ? Difference.ofStatus(before, status)
                            : null;
                })
                .changed();
    }

    @Override
    public void stopped(GroupView view) throws InterruptedException {
        ObjectNode job = local(view);
        if (job == null || !(view.owner() instanceof Owner.Job(ObjectKey key)) || !JobCopy.isDispatched(job)) {
            return;
        }
        String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        writer.update(jobs, key, Part.STATUS, fresh -> {
            ObjectNode wanted = JobCopy.stopped(fresh, now);
            return wanted == null ? null : Difference.ofStatus((ObjectNode) fresh.path("status"), wanted);
        });
    }
}
