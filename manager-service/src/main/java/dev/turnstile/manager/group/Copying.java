package dev.turnstile.manager.group;

import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.core.dispatch.JobReading;
import dev.turnstile.core.dispatch.RemoteJob;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.job.Owner;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** The kinds of jobs that are copied to worker clusters, each by its own {@link Copies}. */
public final class Copying {
    private final JobCopies jobs;
    private final PodCopies pods;

    /** Of Jobs and pods of our own cluster. */
    public Copying(Store<ObjectNode> jobs, Store<ObjectNode> pods, ObjectWriter writer, InstantSource clock) {
        this.jobs = new JobCopies(jobs, writer, clock);
        this.pods = new PodCopies(pods, writer, clock);
    }

    /** All kinds that a group of that owner may have left anywhere. */
    private List<Copies> of(Owner owner) {
        return switch (owner) {
            case Owner.Job job -> List.of(jobs);
            case Owner.Pods members -> List.of(pods);
            case Owner.Other(Set<String> kinds) -> List.of(jobs, pods);
            case Owner.Nobody() -> List.of(jobs, pods);
        };
    }

    RemoteJob in(RemoteSession session, ObjectKey workload, Owner owner, boolean placedHere) {
        return of(owner).stream()
                .map(copies -> copies.in(session, workload, owner, placedHere))
                .filter(job -> !(job instanceof RemoteJob.Absent))
                .findFirst()
                .orElseGet(RemoteJob.Absent::new);
    }

    /** Why it can not run elsewhere. */
    Optional<String> refusal(GroupView view) {
        if (view.owner() instanceof Owner.Other(Set<String> kinds)) {
            return Optional.of(
                    "Only Jobs of batch/v1 and pods are dispatched: its owner is one of %s; give it a queue without this check"
                            .formatted(kinds));
        }
        return of(view.owner()).stream()
                .map(copies -> copies.refusal(view))
                .flatMap(Optional::stream)
                .findFirst();
    }

    void create(RemoteSession session, GroupView view, String origin) throws InterruptedException {
        for (Copies copies : of(view.owner())) {
            copies.create(session, view, origin);
        }
    }

    void delete(RemoteSession session, GroupView view) throws InterruptedException {
        for (Copies copies : of(view.owner())) {
            copies.delete(session, view);
        }
    }

    boolean follow(RemoteSession session, GroupView view) throws InterruptedException {
        boolean said = true;
        for (Copies copies : of(view.owner())) {
            said &= copies.follow(session, view);
        }
        return said;
    }

    /** Reads the remote job from its API server: what of any kind is there, or that nothing is. */
    JobRead read(RemoteSession session, GroupView view) {
        JobRead read = new JobRead(new JobReading.State.Gone(), Map.of());
        for (Copies copies : of(view.owner())) {
            if (read.state() instanceof JobReading.State.Gone) {
                read = copies.read(session, view);
            }
        }
        return read;
    }

    /** Whether the local job shows how the remote one ended. */
    boolean end(GroupView view, JobRead read, Finish finish) throws InterruptedException {
        boolean shown = true;
        for (Copies copies : of(view.owner())) {
            shown &= copies.end(view, read, finish);
        }
        return shown;
    }

    void stopped(GroupView view) throws InterruptedException {
        for (Copies copies : of(view.owner())) {
            copies.stopped(view);
        }
    }
}
