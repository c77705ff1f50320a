package dev.turnstile.worker.job;

import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.ReclaimablePod;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.JobConditionType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Kubernetes' own Jobs: one pod set, suspended by {@code spec.suspend}. */
public final class BatchJob implements Integration {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Override
    public ApiResource resource() {
        return ApiResource.JOB;
    }

    @Override
    public String framework() {
        return "batch/job";
    }

    @Override
    public boolean suspended(ObjectNode job) {
        return job.path("spec").path("suspend").asBoolean(false);
    }

    @Override
    public boolean active(ObjectNode job) {
        return job.path("status").path("active").asInt(0) != 0;
    }

    @Override
    public boolean settled(ObjectNode job) {
        boolean foreign =
                !job.path("spec").path("managedBy").asString(JOB_CONTROLLER).equals(JOB_CONTROLLER);
        return foreign || condition(job, JobConditionType.SUSPENDED) != null;
    }

    private static final String JOB_CONTROLLER = "kubernetes.io/job-controller";

    private static @Nullable JsonNode condition(ObjectNode job, JobConditionType type) {
        for (JsonNode condition : job.path("status").path("conditions")) {
            if (condition.path("type").asString("").equals(type.text())
                    && condition.path("status").asString("").equals("True")) {
                return condition;
            }
        }
        return null;
    }

    private static int parallelism(ObjectNode job) {
        return job.path("spec").path("parallelism").asInt(1);
    }

    private static int completions(ObjectNode job) {
        return job.path("spec").path("completions").asInt(parallelism(job));
    }

    private static int pods(ObjectNode job) {
        return Math.min(parallelism(job), completions(job));
    }

    /** What its user asks for at least; as much as the job has now, where it was admitted with no more than that. */
    private static @Nullable Integer leastWanted(ObjectNode job) {
        String text = JobMetadata.of(job).annotations().get(Annotation.JOB_MINIMUM_PARALLELISM.text());
        if (text == null || !text.matches("[0-9]{1,9}")) {
            return null;
        }
        int least = Integer.parseInt(text);
        return least > 0 && least <= parallelism(job) ? least : null;
    }

    private static @Nullable Integer minimum(ObjectNode job) {
        Integer least = leastWanted(job);
        return least == null || least == parallelism(job) ? null : least;
    }

    private static boolean completionsFollow(ObjectNode job) {
        return "true"
                .equals(JobMetadata.of(job).annotations().get(Annotation.JOB_COMPLETIONS_EQUAL_PARALLELISM.text()));
    }

    @Override
    public List<PodSet> podSets(ObjectNode job) {
        return List.of(new PodSet(
                PodSet.DEFAULT_NAME, Templates.clean(job.path("spec").path("template")), pods(job), minimum(job)));
    }

    @Override
    public boolean matches(ObjectNode job, List<PodSet> podSets, @Nullable List<Integer> admittedCounts) {
        if (podSets.size() != 1) {
            return false;
        }
        PodSet made = podSets.getFirst();
        PodSet now = podSets(job).getFirst();
        if (admittedCounts != null) {
            boolean full = now.count().equals(made.count()) && (minimum(job) == null) == (made.minCount() == null);
            boolean partial = made.minCount() != null
                    && leastWanted(job) != null
                    && !admittedCounts.isEmpty()
                    && now.count().equals(admittedCounts.getFirst());
            return (full || partial) && Templates.sameButForPlacement(now.template(), made.template());
        }
        return now.count().equals(made.count())
                && Objects.equals(now.minCount(), made.minCount())
                && now.template().equals(made.template());
    }

    @Override
    public ObjectNode start(ObjectNode job, List<Placement> placements, Marks marks) {
        Placement placement = placements.getFirst();
        ObjectNode patch = NODES.objectNode();
        ObjectNode spec = patch.putObject("spec");
        spec.put("suspend", false);
        if (minimum(job) != null && placement.count() < parallelism(job)) {
            spec.put("parallelism", placement.count());
            if (completionsFollow(job)) {
                spec.put("completions", placement.count());
            }
        }
        spec.set("template", Templates.place(job.path("spec").path("template"), placement, marks));
        return patch;
    }

    @Override
    public ObjectNode stop(ObjectNode job) {
        ObjectNode patch = NODES.objectNode();
        patch.putObject("spec").put("suspend", true);
        return patch;
    }

    @Override
    public @Nullable ObjectNode forgetStart(ObjectNode job) {
        if (!job.path("status").has("startTime")) {
            return null;
        }
        ObjectNode patch = NODES.objectNode();
        patch.putObject("status").putNull("startTime");
        return patch;
    }

    @Override
    public @Nullable ObjectNode restore(ObjectNode job, List<PodSet> podSets) {
        PodSet made = podSets.getFirst();
        ObjectNode template = Templates.restore(job.path("spec").path("template"), made.template());
        if (template == null) {
            return null;
        }
        ObjectNode patch = NODES.objectNode();
        ObjectNode spec = patch.putObject("spec");
        spec.set("template", template);
        if (made.minCount() != null && pods(job) < made.count()) {
            spec.put("parallelism", made.count());
            if (completionsFollow(job)) {
                spec.put("completions", made.count());
            }
        }
        return patch;
    }

    @Override
    public boolean podsReady(ObjectNode job) {
        JsonNode status = job.path("status");
        // One that has succeeded is listed before it is counted.
        int listed = status.path("uncountedTerminatedPods").path("succeeded").size();
        return status.path("ready").asInt(0) + status.path("succeeded").asInt(0) + listed >= pods(job);
    }

    @Override
    public List<ReclaimablePod> reclaimable(ObjectNode job) {
        boolean indexed = job.path("spec").path("completionMode").asString("").equals("Indexed");
        if (condition(job, JobConditionType.FAILURE_TARGET) != null
                || (condition(job, JobConditionType.SUCCESS_CRITERIA_MET) != null && !indexed)) {
            // It is about to end, which gives all of its quota back at once. Indexes count a write before the Job is
            // complete, other pods with it.
            return List.of();
        }
        int succeeded = job.path("status").path("succeeded").asInt(0);
        int parallelism = parallelism(job);
        int remaining = Math.max(0, completions(job) - succeeded);
        return parallelism == 1 || succeeded == 0 || remaining >= parallelism
                ? List.of()
                : List.of(new ReclaimablePod(PodSet.DEFAULT_NAME, parallelism - remaining));
    }

    @Override
    public @Nullable Ending ending(ObjectNode job) {
        JsonNode complete = condition(job, JobConditionType.COMPLETE);
        if (complete != null) {
            return new Ending(true, complete.path("message").asString(""));
        }
        JsonNode failed = condition(job, JobConditionType.FAILED);
        return failed == null ? null : new Ending(false, failed.path("message").asString(""));
    }

    @Override
    public String podPriorityClass(ObjectNode job) {
        return job.path("spec")
                .path("template")
                .path("spec")
                .path("priorityClassName")
                .asString("");
    }
}
