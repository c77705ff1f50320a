package dev.turnstile.manager.inbound;

import dev.turnstile.core.dispatch.RemoteJob;
import dev.turnstile.core.message.Message;
import dev.turnstile.manager.cluster.RemoteObject;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.job.JobCopy;
import dev.turnstile.manager.job.JobStatus;
import dev.turnstile.manager.job.Owner;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Jobs of batch/v1: one here, one there.
 *
 * @param jobs those of our own cluster
 */
public record JobCopyReader(Store<ObjectNode> jobs) implements CopyReader {

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
        ObjectNode local = local(owner);
        return local != null && JobStatus.runsAgain(local, remote.path("status"))
                ? RemoteJob.Run.LATER
                : RemoteJob.Run.CURRENT;
    }

    /** The name of the remote job: that of the local one, or what was found where that is gone. */
    public static @Nullable ObjectKey there(RemoteSession session, ObjectKey workload, Owner owner) {
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
    public Optional<Message> refusal(Owner owner) {
        ObjectNode job = local(owner);
        return job == null || JobCopy.isDispatched(job)
                ? Optional.empty()
                : Optional.of(Message.of("The owner is not managed by Kueue: Expecting spec.managedBy to be \""
                        + ApiNames.MULTIKUEUE_CONTROLLER + "\" not \"" + JobCopy.managedBy(job)
                        + "\", Previously: \"Pending\""));
    }

    @Override
    public String revision(Owner owner) {
        ObjectNode job = local(owner);
        return job == null ? "" : revision(job);
    }

    /** Its spec is that of the Workload; its generation changes whenever it is started and stopped. */
    static String revision(ObjectNode object) {
        JsonNode metadata = object.path("metadata");
        return metadata.path("uid").asString("") + metadata.path("labels") + metadata.path("annotations");
    }

    /** The local job; null where there is none. */
    public @Nullable ObjectNode local(Owner owner) {
        return owner instanceof Owner.Job(ObjectKey job) ? jobs.get(job) : null;
    }
}
