package dev.turnstile.manager.inbound;

import dev.turnstile.core.dispatch.RemoteJob;
import dev.turnstile.core.message.Message;
import dev.turnstile.manager.cluster.RemoteObject;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.job.Owner;
import dev.turnstile.manager.job.PodCopy;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * Single pods and pod groups: for each pod here one of its name there.
 *
 * @param pods those of our own cluster
 */
public record PodCopyReader(Store<ObjectNode> pods) implements CopyReader {

    @Override
    public RemoteJob in(RemoteSession session, ObjectKey workload, Owner owner, boolean placedHere) {
        List<RemoteObject.Ours<ObjectNode>> there = session.pods().of(workload);
        if (owner instanceof Owner.Pods(List<ObjectKey> keys)) {
            Optional<ObjectKey> taken =
                    keys.stream().filter(session.pods()::taken).findFirst();
            if (taken.isPresent()) {
                return new RemoteJob.Foreign("Pod " + taken.get());
            }
            boolean whole =
                    missing(keys, there).isEmpty() && surplus(keys, there).isEmpty();
            if (placedHere && !whole) {
                return new RemoteJob.Absent();
            }
        }
        return there.isEmpty() ? new RemoteJob.Absent() : new RemoteJob.Ours(RemoteJob.Run.CURRENT);
    }

    /** Pods that are to run and have no copy; one that has ended needs none any more. */
    public List<ObjectNode> missing(List<ObjectKey> keys, List<RemoteObject.Ours<ObjectNode>> there) {
        Set<ObjectKey> copied = there.stream().map(RemoteObject.Ours::key).collect(Collectors.toSet());
        List<ObjectNode> missing = new ArrayList<>();
        for (ObjectKey key : keys) {
            ObjectNode pod = copied.contains(key) ? null : pods.get(key);
            if (pod != null && !isLeaving(pod) && !PodCopy.isOver(pod.path("status"))) {
                missing.add(pod);
            }
        }
        return missing;
    }

    /** Copies of pods that are no longer wanted there. */
    public List<RemoteObject.Ours<ObjectNode>> surplus(
            List<ObjectKey> keys, List<RemoteObject.Ours<ObjectNode>> there) {
        return there.stream()
                .filter(copy -> !copy.leaving())
                .filter(copy -> {
                    ObjectNode pod = keys.contains(copy.key()) ? pods.get(copy.key()) : null;
                    return pod == null || isLeaving(pod);
                })
                .toList();
    }

    /** Whether a pod of our own cluster is being deleted. */
    public static boolean isLeaving(ObjectNode pod) {
        return pod.path("metadata").has("deletionTimestamp");
    }

    @Override
    public String revision(Owner owner) {
        List<ObjectKey> keys = owner instanceof Owner.Pods(List<ObjectKey> members) ? members : List.of();
        return keys.stream()
                .map(pods::get)
                .filter(Objects::nonNull)
                .map(JobCopyReader::revision)
                .collect(Collectors.joining(","));
    }

    @Override
    public Optional<Message> refusal(Owner owner) {
        return Optional.empty();
    }
}
