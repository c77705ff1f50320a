package dev.turnstile.manager.write;

import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.manager.group.JobRead;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.Store;
import tools.jackson.databind.node.ObjectNode;

/** How one kind of job is written in a worker cluster, and followed here. */
sealed interface CopyWriter permits JobCopyWriter, PodCopyWriter {

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

    /** Whether it was created now; not where one exists already. */
    static boolean created(ObjectWriter writer, Store<?> store, String namespace, ObjectNode object)
            throws InterruptedException {
        try {
            writer.create(store, namespace, object);
            return true;
        } catch (ApiStatusException e) {
            if (e.alreadyExists()) {
                return false;
            }
            throw e;
        }
    }
}
