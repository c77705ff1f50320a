package dev.turnstile.manager.inbound;

import dev.turnstile.core.dispatch.RemoteJob;
import dev.turnstile.core.message.Message;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.job.Owner;
import dev.turnstile.service.informer.ObjectKey;
import java.util.Optional;

/** What is known of one kind of job in a worker cluster. */
sealed interface CopyReader permits JobCopyReader, PodCopyReader {

    /**
     * What of a group is in a cluster.
     *
     * @param placedHere whether it is to run there: then all of it has to be there, else any of it is too much
     */
    RemoteJob in(RemoteSession session, ObjectKey workload, Owner owner, boolean placedHere);

    /** Changes with what is created of it in a cluster. */
    String revision(Owner owner);

    /** Why it cannot run elsewhere. */
    Optional<Message> refusal(Owner owner);
}
