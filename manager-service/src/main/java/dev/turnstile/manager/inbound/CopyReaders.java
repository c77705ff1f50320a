package dev.turnstile.manager.inbound;

import dev.turnstile.core.dispatch.RemoteJob;
import dev.turnstile.core.message.Message;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.job.Owner;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The kinds of jobs that are copied to worker clusters, each read by its own {@link CopyReader}. */
public record CopyReaders(JobCopyReader jobs, PodCopyReader pods) {

    /** All kinds that a group of that owner may have left anywhere. */
    private List<CopyReader> of(Owner owner) {
        return switch (owner) {
            case Owner.Job job -> List.of(jobs);
            case Owner.Pods members -> List.of(pods);
            case Owner.Other(Set<String> kinds) -> List.of(jobs, pods);
            case Owner.Nobody() -> List.of(jobs, pods);
        };
    }

    /**
     * What of a group is in a cluster.
     *
     * @param placedHere whether it is to run there: then all of it has to be there, else any of it is too much
     */
    public RemoteJob in(RemoteSession session, ObjectKey workload, Owner owner, boolean placedHere) {
        return of(owner).stream()
                .map(copies -> copies.in(session, workload, owner, placedHere))
                .filter(job -> !(job instanceof RemoteJob.Absent))
                .findFirst()
                .orElseGet(RemoteJob.Absent::new);
    }

    /** Changes with what is created of it in clusters: its Workload's spec, and its job's labels and annotations. */
    public String revision(Owner owner, @Nullable Workload local) {
        String workload = local == null
                ? ""
                : local.metadata().getUid() + "/" + local.metadata().getGeneration();
        return of(owner).stream()
                .map(copies -> copies.revision(owner))
                .collect(Collectors.joining(";", workload + ";", ""));
    }

    /** Why it cannot run elsewhere. */
    public Optional<Message> refusal(Owner owner) {
        if (owner instanceof Owner.Other(Set<String> kinds)) {
            return Optional.of(Message.of(
                    "Only Jobs of batch/v1 and pods are dispatched: its owner is one of %s; give it a queue without this check"
                            .formatted(kinds)));
        }
        return of(owner).stream()
                .map(copies -> copies.refusal(owner))
                .flatMap(Optional::stream)
                .findFirst();
    }
}
