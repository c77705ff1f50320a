package dev.turnstile.worker.job;

import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.ObjectWriter.Part;
import dev.turnstile.service.apply.WriteResult;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.EventReason;
import dev.turnstile.vocabulary.Label;
import dev.turnstile.worker.inbound.WorkloadFacts;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Workloads that are there before their jobs, such as a manager's replica in a worker cluster: the job names its
 * Workload, and becomes its owner.
 *
 * <p>Only what the API knows may own one that is free: where a job was dispatched before, its replica of then had the
 * same name, and who has not heard yet that the job of then is gone would tie the replica of now to it, and so to its
 * end.
 */
public final class PrebuiltWorkloads {
    private final Store<Workload> workloads;
    private final ObjectWriter writer;
    private final EventRecorder events;

    /** Has jobs own Workloads of that store. */
    public PrebuiltWorkloads(Store<Workload> workloads, ObjectWriter writer, EventRecorder events) {
        this.workloads = workloads;
        this.writer = writer;
        this.events = events;
    }

    /** The name of the Workload that a job brings along, or null where one is to be made. */
    public static @Nullable String name(JobMetadata job) {
        String annotation = job.annotations().get(Annotation.PREBUILT_WORKLOAD_NAME.text());
        String name = annotation == null ? job.labels().get(Label.PREBUILT_WORKLOAD_NAME.text()) : annotation;
        return name == null || name.isEmpty() ? null : name;
    }

    /** The Workload that a job brings along, or none. */
    public static List<ObjectKey> key(ObjectNode job) {
        JobMetadata metadata = JobMetadata.of(job);
        String name = name(metadata);
        return name == null ? List.of() : List.of(new ObjectKey(metadata.key().namespace(), name));
    }

    /** Whether nobody owns it yet, so that a job may. */
    public static boolean free(Workload workload) {
        return WorkloadFacts.owners(workload).isEmpty();
    }

    /** A job becomes the owner of a Workload that nobody owns. */
    public void own(ApiResource kind, JobMetadata job, ObjectKey workload) throws InterruptedException {
        if (!writer.exists(kind, job.key(), job.uid())) {
            return;
        }
        writer.update(workloads, workload, Part.MAIN, fresh -> {
            if (!free(fresh)) {
                return null;
            }
            ObjectNode patch = JsonNodeFactory.instance.objectNode();
            ObjectNode metadata = patch.putObject("metadata");
            metadata.putObject("labels").put(Label.JOB_UID.text(), job.uid());
            metadata.putArray("ownerReferences").add(Owners.controller(kind, job));
            return patch;
        });
    }

    /** Members of a group own its Workload, further ones too. */
    public void join(ApiResource kind, List<JobMetadata> members, ObjectKey workload, String component)
            throws InterruptedException {
        Workload seen = workloads.get(workload);
        boolean waited = seen != null && free(seen);
        List<JobMetadata> joining = waited ? present(kind, members) : members;
        int[] added = {0};
        WriteResult<Workload> result = writer.update(workloads, workload, Part.MAIN, fresh -> {
            List<V1OwnerReference> known = WorkloadFacts.owners(fresh);
            List<JobMetadata> missing = joining.stream()
                    .filter(member -> known.stream().noneMatch(owner -> Objects.equals(owner.getUid(), member.uid())))
                    .toList();
            added[0] = missing.size();
            if (missing.isEmpty()) {
                return null;
            }
            ObjectNode patch = JsonNodeFactory.instance.objectNode();
            ArrayNode owners = patch.putObject("metadata").putArray("ownerReferences");
            known.forEach(owner -> owners.add(KubernetesJson.tree(owner)));
            missing.forEach(member -> owners.add(Owners.member(kind, member)));
            return patch;
        });
        if (result instanceof WriteResult.Changed<Workload>(Workload changed)) {
            events.normal(
                    WorkloadFacts.target(changed),
                    component,
                    EventReason.OWNER_REFERENCES_ADDED.text(),
                    "Added " + added[0] + " owner reference(s)");
        }
    }

    private List<JobMetadata> present(ApiResource kind, List<JobMetadata> members) throws InterruptedException {
        List<JobMetadata> present = new ArrayList<>();
        for (JobMetadata member : members) {
            if (writer.exists(kind, member.key(), member.uid())) {
                present.add(member);
            }
        }
        return present;
    }
}
