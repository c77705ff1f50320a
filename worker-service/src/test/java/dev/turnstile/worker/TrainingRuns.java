package dev.turnstile.worker;

import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.ReclaimablePod;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.worker.job.Integration;
import dev.turnstile.worker.job.Templates;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A third kind of job, as {@code docs/custom-kinds.md} shows it: {@code TrainingRun} of {@code example.com} has a
 * {@code spec.paused}, a number of {@code spec.workers} and their {@code spec.template}; its own controller reports
 * {@code status.running} and {@code status.phase}.
 */
public final class TrainingRuns implements Integration {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Override
    public String framework() {
        return "example.com/trainingrun";
    }

    @Override
    public ApiResource resource() {
        return new ApiResource("example.com/v1", "TrainingRun", "trainingruns", true);
    }

    @Override
    public boolean suspended(ObjectNode run) {
        return run.path("spec").path("paused").asBoolean(false);
    }

    @Override
    public boolean active(ObjectNode run) {
        return run.path("status").path("running").asInt(0) > 0;
    }

    @Override
    public boolean settled(ObjectNode run) {
        return true;
    }

    @Override
    public List<PodSet> podSets(ObjectNode run) {
        int workers = run.path("spec").path("workers").asInt(1);
        return List.of(new PodSet("workers", Templates.clean(run.path("spec").path("template")), workers, null));
    }

    @Override
    public boolean matches(ObjectNode run, List<PodSet> podSets, @Nullable List<Integer> admittedCounts) {
        PodSet now = podSets(run).getFirst();
        PodSet made = podSets.getFirst();
        return now.count().equals(made.count()) && Templates.sameButForPlacement(now.template(), made.template());
    }

    @Override
    public ObjectNode start(ObjectNode run, List<Placement> placements, Marks marks) {
        ObjectNode patch = NODES.objectNode();
        patch.putObject("spec")
                .put("paused", false)
                .set("template", Templates.place(run.path("spec").path("template"), placements.getFirst(), marks));
        return patch;
    }

    @Override
    public ObjectNode stop(ObjectNode run) {
        ObjectNode patch = NODES.objectNode();
        patch.putObject("spec").put("paused", true);
        return patch;
    }

    @Override
    public @Nullable ObjectNode forgetStart(ObjectNode run) {
        return null;
    }

    @Override
    public @Nullable ObjectNode restore(ObjectNode run, List<PodSet> podSets) {
        JsonNode template = run.path("spec").path("template");
        ObjectNode original = Templates.restore(template, podSets.getFirst().template());
        if (original == null) {
            return null;
        }
        ObjectNode patch = NODES.objectNode();
        patch.putObject("spec").set("template", original);
        return patch;
    }

    @Override
    public boolean podsReady(ObjectNode run) {
        return run.path("status").path("running").asInt(0)
                >= run.path("spec").path("workers").asInt(1);
    }

    @Override
    public List<ReclaimablePod> reclaimable(ObjectNode run) {
        return List.of();
    }

    @Override
    public @Nullable Ending ending(ObjectNode run) {
        return switch (run.path("status").path("phase").asString("")) {
            case "Succeeded" -> new Ending(true, "the model is trained");
            case "Failed" -> new Ending(false, "the training failed");
            default -> null;
        };
    }

    @Override
    public String podPriorityClass(ObjectNode run) {
        return run.path("spec")
                .path("template")
                .path("spec")
                .path("priorityClassName")
                .asString("");
    }
}
