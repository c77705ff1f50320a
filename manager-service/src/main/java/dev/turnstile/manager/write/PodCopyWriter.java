package dev.turnstile.manager.write;

import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.core.dispatch.JobReading;
import dev.turnstile.core.dispatch.Life;
import dev.turnstile.manager.cluster.RemoteObject;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.manager.group.JobRead;
import dev.turnstile.manager.inbound.PodCopyReader;
import dev.turnstile.manager.job.Owner;
import dev.turnstile.manager.job.PodCopy;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.service.apply.Difference;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.ObjectWriter.Part;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.Annotation;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Single pods and pod groups: for each pod here one of its name there. Members come and go while a group runs, so what
 * is there is corrected whenever it differs.
 */
final class PodCopyWriter implements CopyWriter {
    private final PodCopyReader reader;
    private final ObjectWriter writer;
    private final InstantSource clock;

    PodCopyWriter(PodCopyReader reader, ObjectWriter writer, InstantSource clock) {
        this.reader = reader;
        this.writer = writer;
        this.clock = clock;
    }

    @Override
    public void create(RemoteSession session, GroupView view, String origin) throws InterruptedException {
        if (!(view.owner() instanceof Owner.Pods(List<ObjectKey> keys))) {
            return;
        }
        List<RemoteObject.Ours<ObjectNode>> there = session.pods().of(view.key());
        delete(session, reader.surplus(keys, there));
        for (ObjectNode pod : reader.missing(keys, there)) {
            ObjectNode copy = PodCopy.toCreate(pod, view.key(), origin);
            ObjectKey key = new ObjectKey(
                    view.key().namespace(), pod.path("metadata").path("name").asString(""));
            if (!CopyWriter.created(session.writer(), session.pods().store(), key.namespace(), copy)) {
                session.findOutWhose(key, view.key());
            }
        }
    }

    @Override
    public void delete(RemoteSession session, GroupView view) throws InterruptedException {
        delete(session, session.pods().of(view.key()));
    }

    private static void delete(RemoteSession session, List<RemoteObject.Ours<ObjectNode>> copies)
            throws InterruptedException {
        for (RemoteObject.Ours<ObjectNode> copy : copies) {
            if (!copy.leaving()) {
                session.pods().delete(session.writer(), copy);
            }
        }
    }

    @Override
    public boolean follow(RemoteSession session, GroupView view) throws InterruptedException {
        boolean shown = true;
        String now = now();
        for (RemoteObject.Ours<ObjectNode> copy : session.pods().of(view.key())) {
            ObjectNode local = reader.pods().get(copy.key());
            JsonNode status = copy.object().path("status");
            if (PodCopy.isOver(status) && isSingle(view)) {
                // The replica's end comes first: an end that is shown before finishes the Workload here.
                continue;
            }
            if (local != null && PodCopy.followed(local, status, copy.leaving(), now) != null) {
                shown &= write(copy.key(), fresh -> PodCopy.followed(fresh, status, copy.leaving(), now));
            }
        }
        return shown;
    }

    /** Of pods that are known to have ended nothing new can be read. */
    @Override
    public JobRead read(RemoteSession session, GroupView view) {
        Map<ObjectKey, JsonNode> found = new HashMap<>();
        session.pods()
                .of(view.key())
                .forEach(copy -> found.put(copy.key(), copy.object().path("status")));
        List<ObjectKey> keys = view.owner() instanceof Owner.Pods(List<ObjectKey> members) ? members : List.of();
        for (ObjectKey key : keys) {
            JsonNode known = found.remove(key);
            Optional<JsonNode> status = known != null && PodCopy.isOver(known)
                    ? Optional.of(known)
                    : session.read(session.pods(), key, view.key());
            status.ifPresent(read -> found.put(key, read));
        }
        return new JobRead(state(view, found), found);
    }

    private static JobReading.State state(GroupView view, Map<ObjectKey, JsonNode> found) {
        if (found.isEmpty()) {
            return new JobReading.State.Gone();
        }
        Optional<Finish> end = isSingle(view) && found.size() == 1
                ? PodCopy.ending(found.values().iterator().next())
                : Optional.empty();
        return end.<JobReading.State>map(JobReading.State.Ended::new).orElseGet(JobReading.State.Unfinished::new);
    }

    @Override
    public boolean end(GroupView view, JobRead read, Finish finish) throws InterruptedException {
        boolean shown = true;
        List<ObjectKey> keys = view.owner() instanceof Owner.Pods(List<ObjectKey> members) ? members : List.of();
        for (ObjectKey key : keys) {
            ObjectNode local = reader.pods().get(key);
            if (local != null
                    && !PodCopyReader.isLeaving(local)
                    && PodCopy.inTheEnd(local, read.status(key), finish) != null) {
                shown &= write(key, fresh -> PodCopy.inTheEnd(fresh, read.status(key), finish));
            }
        }
        return shown;
    }

    /** Its end is the end of its Workload; of a group's pods each ends for itself. */
    private static boolean isSingle(GroupView view) {
        return view.local() != null
                && !Absent.map(view.local().metadata().getAnnotations())
                        .containsKey(Annotation.IS_GROUP_WORKLOAD.text());
    }

    private boolean write(ObjectKey pod, Function<ObjectNode, @Nullable ObjectNode> wanted)
            throws InterruptedException {
        return writer.update(reader.pods(), pod, Part.STATUS, fresh -> {
                    ObjectNode before = fresh.path("status") instanceof ObjectNode known ? known : fresh.objectNode();
                    ObjectNode status = wanted.apply(fresh);
                    return status == null ? null : Difference.ofStatus(before, status);
                })
                .changed();
    }

    /** Only where it is to wait again; what has finished, or is gone, says what it said last. */
    @Override
    public void stopped(GroupView view) throws InterruptedException {
        boolean waitsAgain = view.group().local().exists()
                && view.group().local().finished().isEmpty()
                && (view.group().local().evicted()
                        || view.group().local().reservedSince().isEmpty()
                        || view.group().local().life() instanceof Life.Present);
        if (!waitsAgain || !(view.owner() instanceof Owner.Pods(List<ObjectKey> keys))) {
            return;
        }
        String now = now();
        for (ObjectKey key : keys) {
            ObjectNode pod = reader.pods().get(key);
            if (pod != null && !PodCopyReader.isLeaving(pod) && PodCopy.waiting(pod, now) != null) {
                write(key, fresh -> PodCopy.waiting(fresh, now));
            }
        }
    }

    private String now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
