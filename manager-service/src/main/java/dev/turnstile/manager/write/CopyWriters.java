package dev.turnstile.manager.write;

import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.core.dispatch.JobReading;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.manager.group.JobRead;
import dev.turnstile.manager.inbound.CopyReaders;
import dev.turnstile.manager.job.Owner;
import dev.turnstile.service.apply.ObjectWriter;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The kinds of jobs that are copied to worker clusters, each by its own {@link CopyWriter}. */
public final class CopyWriters {
    private final CopyReaders readers;
    private final JobCopyWriter jobs;
    private final PodCopyWriter pods;

    /** Of Jobs and pods of our own cluster. */
    public CopyWriters(CopyReaders readers, ObjectWriter writer, InstantSource clock) {
        this.readers = readers;
        this.jobs = new JobCopyWriter(readers.jobs(), writer, clock);
        this.pods = new PodCopyWriter(readers.pods(), writer, clock);
    }

    /** Changes with what a group has created in clusters. */
    String revision(GroupView view) {
        return readers.revision(view.owner(), view.local());
    }

    /** All kinds that a group of that owner may have left anywhere. */
    private List<CopyWriter> of(Owner owner) {
        return switch (owner) {
            case Owner.Job job -> List.of(jobs);
            case Owner.Pods members -> List.of(pods);
            case Owner.Other(Set<String> kinds) -> List.of(jobs, pods);
            case Owner.Nobody() -> List.of(jobs, pods);
        };
    }

    void create(RemoteSession session, GroupView view, String origin) throws InterruptedException {
        for (CopyWriter copies : of(view.owner())) {
            copies.create(session, view, origin);
        }
    }

    void delete(RemoteSession session, GroupView view) throws InterruptedException {
        for (CopyWriter copies : of(view.owner())) {
            copies.delete(session, view);
        }
    }

    boolean follow(RemoteSession session, GroupView view) throws InterruptedException {
        boolean said = true;
        for (CopyWriter copies : of(view.owner())) {
            said &= copies.follow(session, view);
        }
        return said;
    }

    /** Reads the remote job from its API server: what of any kind is there, or that nothing is. */
    JobRead read(RemoteSession session, GroupView view) {
        JobRead read = new JobRead(new JobReading.State.Gone(), Map.of());
        for (CopyWriter copies : of(view.owner())) {
            if (read.state() instanceof JobReading.State.Gone) {
                read = copies.read(session, view);
            }
        }
        return read;
    }

    /** Whether the local job shows how the remote one ended. */
    boolean end(GroupView view, JobRead read, Finish finish) throws InterruptedException {
        boolean shown = true;
        for (CopyWriter copies : of(view.owner())) {
            shown &= copies.end(view, read, finish);
        }
        return shown;
    }

    void stopped(GroupView view) throws InterruptedException {
        for (CopyWriter copies : of(view.owner())) {
            copies.stopped(view);
        }
    }
}
