package dev.turnstile.worker.job;

import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.PriorityClassRef;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadSpec;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.apply.Difference;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.WriteResult;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.EventReason;
import dev.turnstile.vocabulary.Finalizer;
import dev.turnstile.vocabulary.Label;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.inbound.WorkloadFacts;
import dev.turnstile.worker.write.WriteAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes Workloads for jobs, and has them follow what their users change while they wait. */
public final class WorkloadMaker {
    /** The LocalQueue and the priority class that serve jobs that name none. */
    public static final String DEFAULT = "default";

    private static final Set<String> CONSTRAINTS =
            Set.of(Annotation.CANNOT_PREEMPT.text(), Annotation.CANNOT_BORROW.text());

    private final ApiResource kind;
    private final Store<Workload> workloads;
    private final Priorities priorities;
    private final ObjectWriter writer;
    private final EventRecorder events;
    private final int longestName;
    private final Supplier<List<String>> copiedLabels;

    /** For jobs of that kind; {@code copiedLabels} are taken over by Workloads that are made from now on. */
    public WorkloadMaker(
            ApiResource kind, Stores stores, WriteAccess access, int longestName, Supplier<List<String>> copiedLabels) {
        this.kind = kind;
        this.workloads = stores.workloads();
        this.priorities = new Priorities(stores.priorityClasses(), stores.podPriorityClasses());
        this.writer = access.objects();
        this.events = access.events();
        this.longestName = longestName;
        this.copiedLabels = copiedLabels;
    }

    /** What the Workload of a job is called. */
    public ObjectKey nameFor(JobMetadata job) {
        String prebuilt = PrebuiltWorkloads.name(job);
        if (prebuilt != null) {
            return new ObjectKey(job.key().namespace(), prebuilt);
        }
        String group = kind.apiVersion().contains("/")
                ? kind.apiVersion().substring(0, kind.apiVersion().indexOf('/'))
                : "";
        return new ObjectKey(
                job.key().namespace(),
                WorkloadNames.of(kind.kind(), group, job.key().name(), job.uid(), longestName));
    }

    /** What the Workload of a job is called. */
    public ObjectKey nameOf(ObjectNode job) {
        return nameFor(JobMetadata.of(job));
    }

    private static @Nullable String queueName(JobMetadata job) {
        return job.labels().getOrDefault(Label.QUEUE_NAME.text(), DEFAULT);
    }

    /**
     * What a Workload is made of.
     *
     * @param metadata of the job, or what the members of a group agree on
     * @param component who speaks in events
     * @param group the members of a group, all of which own the Workload; empty for a job that owns it alone
     */
    public record Order(
            JobMetadata metadata,
            String component,
            String podPriorityClass,
            List<PodSet> podSets,
            List<JobMetadata> group) {}

    /** Makes a Workload of that name, and says so. */
    public void create(ObjectKey key, Order order) throws InterruptedException {
        JobMetadata metadata = order.metadata();
        Priorities.Priority priority = priorities.of(metadata, order.podPriorityClass());
        if (priority == null) {
            events.warning(
                    metadata.target(kind),
                    order.component(),
                    EventReason.WORKLOAD_PRIORITY_CLASS_NOT_FOUND.text(),
                    "WorkloadPriorityClass \"" + metadata.labels().get(Label.PRIORITY_CLASS.text()) + "\" not found");
            return;
        }
        WorkloadSpec spec = new WorkloadSpec(
                order.podSets(),
                queueName(metadata),
                priority.reference(),
                priority.value(),
                true,
                executionTime(metadata),
                List.of(),
                null);
        ObjectNode workload = JsonNodeFactory.instance.objectNode();
        workload.put("apiVersion", ApiNames.API_VERSION).put("kind", "Workload");
        ObjectNode workloadMetadata = workload.putObject("metadata");
        workloadMetadata.put("name", key.name()).put("namespace", key.namespace());
        for (String constraint : CONSTRAINTS) {
            String value = metadata.annotations().get(constraint);
            if (value != null) {
                workloadMetadata.withObject("annotations").put(constraint, value);
            }
        }
        copied(order)
                .forEach((label, value) -> workloadMetadata.withObject("labels").put(label, value));
        workloadMetadata.putArray("finalizers").add(Finalizer.RESOURCE_IN_USE.text());
        if (order.group().isEmpty()) {
            workloadMetadata.withObject("labels").put(Label.JOB_UID.text(), metadata.uid());
            workloadMetadata.putArray("ownerReferences").add(Owners.controller(kind, metadata));
        } else {
            workloadMetadata.withObject("annotations").put(Annotation.IS_GROUP_WORKLOAD.text(), "true");
            ArrayNode owners = workloadMetadata.putArray("ownerReferences");
            order.group().forEach(member -> owners.add(Owners.member(kind, member)));
        }
        workload.set("spec", KubernetesJson.tree(spec));
        try {
            writer.create(workloads, key.namespace(), workload);
        } catch (ApiStatusException e) {
            if (e.alreadyExists()) {
                // Made by an earlier call whose object the watch has not shown yet.
                return;
            }
            throw e;
        }
        events.normal(
                metadata.target(kind),
                order.component(),
                EventReason.CREATED_WORKLOAD.text(),
                "Created Workload: " + key);
    }

    /** The labels that the Workload takes over; members of a group do not disagree about them. */
    private Map<String, String> copied(Order order) {
        List<JobMetadata> sources = order.group().isEmpty() ? List.of(order.metadata()) : order.group();
        Map<String, String> labels = new TreeMap<>();
        for (String label : copiedLabels.get()) {
            sources.stream()
                    .flatMap(source -> Stream.ofNullable(source.labels().get(label)))
                    .findFirst()
                    .ifPresent(value -> labels.put(label, value));
        }
        return labels;
    }

    private static @Nullable Integer executionTime(JobMetadata job) {
        String text = job.labels().get(Label.MAXIMUM_EXECUTION_TIME_SECONDS.text());
        return text != null && text.matches("[1-9][0-9]{0,8}") ? Integer.valueOf(text) : null;
    }

    /** The job changed while it waits: so does its Workload. */
    void changePodSets(JobMetadata metadata, String component, List<PodSet> podSets, Workload workload)
            throws InterruptedException {
        boolean changed = changePodSets(WorkloadFacts.key(workload), _ -> podSets);
        if (changed) {
            events.normal(
                    metadata.target(kind),
                    component,
                    EventReason.UPDATED_WORKLOAD.text(),
                    "Updated not matching Workload for suspended job: " + WorkloadFacts.key(workload));
        }
    }

    /** Has the Workload follow labels and annotations; returns whether something was written. */
    public boolean follow(JobMetadata metadata, String component, String podPriorityClass, Workload workload)
            throws InterruptedException {
        ObjectKey key = WorkloadFacts.key(workload);
        Priorities.Priority priority = priorities.of(metadata, podPriorityClass);
        String label = metadata.labels().get(Label.PRIORITY_CLASS.text());
        PriorityClassRef before = workload.spec().priorityClassRef();
        boolean other = label != null && priority != null && !Objects.equals(before, priority.reference());
        WriteResult<Workload> result = writeSpec(key, fresh -> {
            WorkloadSpec wanted = fresh.spec();
            if (!WorkloadFacts.reserved(fresh)) {
                wanted = wanted.withQueueName(queueName(metadata))
                        .withMaximumExecutionTimeSeconds(executionTime(metadata));
            }
            if (other && priority != null) {
                wanted = wanted.withPriority(priority.value(), priority.reference());
            }
            return wanted;
        });
        if (result.changed() && other) {
            events.normal(
                    metadata.target(kind),
                    component,
                    EventReason.UPDATED_WORKLOAD.text(),
                    "Updated workload priority class: " + key);
        }
        return result.changed() || writeConstraints(metadata, key);
    }

    /** Has a Workload that waits request other pods; returns whether something was written. */
    public boolean changePodSets(ObjectKey key, UnaryOperator<List<PodSet>> change) throws InterruptedException {
        return writeSpec(
                        key,
                        fresh -> WorkloadFacts.reserved(fresh)
                                ? fresh.spec()
                                : fresh.spec()
                                        .withPodSets(change.apply(fresh.spec().podSets())))
                .changed();
    }

    private boolean writeConstraints(JobMetadata metadata, ObjectKey key) throws InterruptedException {
        return writer.update(workloads, key, ObjectWriter.Part.MAIN, fresh -> {
                    Map<String, String> now =
                            Objects.requireNonNullElse(fresh.metadata().getAnnotations(), Map.of());
                    Map<String, @Nullable String> changes = new TreeMap<>();
                    for (String constraint : CONSTRAINTS) {
                        String wanted = metadata.annotations().get(constraint);
                        if (!Objects.equals(wanted, now.get(constraint))) {
                            changes.put(constraint, wanted);
                        }
                    }
                    if (changes.isEmpty()) {
                        return null;
                    }
                    ObjectNode patch = JsonNodeFactory.instance.objectNode();
                    ObjectNode annotations = patch.putObject("metadata").putObject("annotations");
                    changes.forEach((name, value) -> annotations.put(name, value));
                    return patch;
                })
                .changed();
    }

    private interface SpecChange {
        WorkloadSpec of(Workload fresh);
    }

    private WriteResult<Workload> writeSpec(ObjectKey key, SpecChange change) throws InterruptedException {
        return writer.update(workloads, key, ObjectWriter.Part.MAIN, fresh -> {
            WorkloadSpec wanted = change.of(fresh);
            if (wanted.equals(fresh.spec())) {
                return null;
            }
            JsonNode difference = Difference.between(KubernetesJson.tree(fresh.spec()), KubernetesJson.tree(wanted));
            if (difference == null) {
                return null;
            }
            ObjectNode patch = JsonNodeFactory.instance.objectNode();
            patch.set("spec", difference);
            return patch;
        });
    }

    /** The keys of jobs that wait for a priority class of that name. */
    public List<ObjectKey> waitingFor(String priorityClass, Iterable<ObjectNode> jobs) {
        List<ObjectKey> keys = new ArrayList<>();
        for (ObjectNode job : jobs) {
            JobMetadata metadata = JobMetadata.of(job);
            if (priorityClass.equals(metadata.labels().get(Label.PRIORITY_CLASS.text()))) {
                keys.add(metadata.key());
            }
        }
        return keys;
    }
}
