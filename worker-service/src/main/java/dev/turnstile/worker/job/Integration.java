package dev.turnstile.worker.job;

import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.ReclaimablePod;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.vocabulary.Component;
import dev.turnstile.vocabulary.Label;
import dev.turnstile.worker.inbound.WorkloadFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is particular to one kind of job that can be suspended. Pure: it reads the object as it came from the API and
 * answers with fields to set; who asks writes them.
 */
public interface Integration extends JobKind {
    /** How a job ended. */
    record Ending(boolean succeeded, String message) {}

    /** What the pods of a set get on admission, in addition to what their user wrote. */
    record Placement(
            String podSet,
            int count,
            ObjectNode labels,
            ObjectNode annotations,
            ObjectNode nodeSelector,
            List<ObjectNode> tolerations) {
        /** Pods that get nothing yet. */
        public static Placement nowhere(String podSet, int count) {
            return new Placement(
                    podSet,
                    count,
                    JsonNodeFactory.instance.objectNode(),
                    JsonNodeFactory.instance.objectNode(),
                    JsonNodeFactory.instance.objectNode(),
                    new ArrayList<>());
        }
    }

    /** The kind. */
    ApiResource resource();

    @Override
    default JobController controller(JobEnvironment environment) {
        return new SuspendableJobs(this, environment);
    }

    /** Who speaks in events on these jobs. */
    default String component() {
        return Component.jobController(framework());
    }

    /** Whether it asks that no pods run. */
    boolean suspended(ObjectNode job);

    /** Whether pods of it run or are about to. */
    boolean active(ObjectNode job);

    /** Whether its own controller has taken note of its suspension, so that the template may be changed. */
    boolean settled(ObjectNode job);

    /** The pods it asks for, as its user wrote them. */
    List<PodSet> podSets(ObjectNode job);

    /**
     * Whether it still is what a Workload was made for.
     *
     * @param admittedCounts how many pods of each set were admitted, or null while it waits
     */
    boolean matches(ObjectNode job, List<PodSet> podSets, @Nullable List<Integer> admittedCounts);

    /** The fields that make it run where and as it was admitted. */
    ObjectNode start(ObjectNode job, List<Placement> placements, Marks marks);

    /** The fields that make it stop. */
    ObjectNode stop(ObjectNode job);

    /** The status fields that have to go before the template can be restored, or null where there are none. */
    @Nullable
    ObjectNode forgetStart(ObjectNode job);

    /** The fields that make it what its user wrote, or null where it is. */
    @Nullable
    ObjectNode restore(ObjectNode job, List<PodSet> podSets);

    /** Whether all its pods are ready or done. */
    boolean podsReady(ObjectNode job);

    /** Pods that are done and will not be replaced. */
    List<ReclaimablePod> reclaimable(ObjectNode job);

    /** How it ended, or null while it has not. */
    @Nullable
    Ending ending(ObjectNode job);

    /** The pods' priority class, or the empty string. */
    String podPriorityClass(ObjectNode job);

    /**
     * What admitted pods learn of their admission.
     *
     * @param dispatched whether a manager sent the job
     */
    record Marks(String workload, String clusterQueue, String localQueue, boolean dispatched) {
        /** What an admitted Workload says. */
        public static Marks of(Workload workload) {
            Admission admission = workload.status().admission();
            return new Marks(
                    WorkloadFacts.key(workload).name(),
                    admission == null ? "" : Objects.requireNonNullElse(admission.clusterQueue(), ""),
                    Objects.requireNonNullElse(workload.spec().queueName(), ""),
                    WorkloadFacts.dispatched(workload));
        }

        /** Labels of admitted pods and templates. */
        public Map<String, String> labels() {
            Map<String, String> labels = new TreeMap<>();
            labels.put(Label.CLUSTER_QUEUE_NAME.text(), clusterQueue);
            labels.put(Label.LOCAL_QUEUE_NAME.text(), localQueue);
            if (dispatched) {
                labels.put(Label.MULTIKUEUE_WORKER_WORKLOAD_POD.text(), "true");
            }
            return labels;
        }
    }
}
