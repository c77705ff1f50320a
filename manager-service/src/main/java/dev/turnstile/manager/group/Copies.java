package dev.turnstile.manager.group;

import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.core.dispatch.RemoteJob;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.job.Owner;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.ObjectKey;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** How one kind of job is known and written in a worker cluster, and followed here. */
sealed interface Copies permits JobCopies, PodCopies {

    /**
     * What of a group is in a cluster.
     *
     * @param placedHere whether it is to run there: then all of it has to be there, else any of it is too much
     */
    RemoteJob in(RemoteSession session, ObjectKey workload, Owner owner, boolean placedHere);

    /** Why it can not run elsewhere. */
    Optional<String> refusal(GroupView view);

    /** Makes what is missing in the cluster in which it was placed. */
    void create(RemoteSession session, GroupView view, String origin) throws InterruptedException;

    /** Removes all of it from a cluster. */
    void delete(RemoteSession session, GroupView view) throws InterruptedException;

    /** Writes to the local ones what the remote ones show while they run; whether they show it. */
    boolean follow(RemoteSession session, GroupView view) throws InterruptedException;

    /** Reads the remote ones from their API server. */
    JobRead read(RemoteSession session, GroupView view);

    /** Writes to the local ones how the remote ones ended; whether they show it. */
    boolean end(GroupView view, JobRead read, Finish finish) throws InterruptedException;

    /** Has the local ones say that they do not run, since no copy is followed any more. */
    void stopped(GroupView view) throws InterruptedException;

    /** Whether it was created now; not where one is there already, whoever made it. */
    static boolean created(ObjectWriter writer, ApiResource resource, String namespace, ObjectNode object)
            throws InterruptedException {
        try {
            writer.create(resource, namespace, object);
            return true;
        } catch (ApiStatusException e) {
            if (e.alreadyExists()) {
                return false;
            }
            throw e;
        }
    }
}
