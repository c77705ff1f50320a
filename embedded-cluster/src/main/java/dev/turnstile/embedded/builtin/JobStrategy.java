package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.schema.FieldError;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

public final class JobStrategy implements ResourceStrategy {
    private static final List<String> NAME_LABELS = List.of("job-name", "batch.kubernetes.io/job-name");
    private static final List<String> UID_LABELS = List.of("controller-uid", "batch.kubernetes.io/controller-uid");

    /** Kubernetes' default for Jobs since they exist; kubectl always states a propagation policy. */
    @Override
    public boolean orphansByDefault() {
        return true;
    }

    @Override
    public String deletionWarning() {
        return "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove"
                + " them or set propagationPolicy=Orphan to suppress this warning";
    }

    @Override
    public void complete(ObjectNode job) {
        defaults(job);
    }

    @Override
    public void prepareForCreate(ObjectNode object) {
        if (!Json.flag(object, "spec", "manualSelector")) {
            generateSelector(object);
        }
        // Stored objects get defaults when they are read, so the template has labels here.
        labelsOfTemplate(object);
        object.putObject("status");
    }

    @Override
    public List<FieldError> validateCreate(ObjectNode object) {
        return JobValidation.job(new ApiObject(object));
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, String subresource) {
        return subresource.equals("status")
                ? JobStatusValidation.update(new ApiObject(object), new ApiObject(old))
                : JobValidation.update(new ApiObject(object), new ApiObject(old));
    }

    @Override
    public Map<String, String> selectableFields(ObjectNode object) {
        return Map.of("status.successful", Long.toString(Json.number(object, 0, "status", "succeeded")));
    }

    @Override
    public List<TableColumn> columns() {
        return JobColumns.ALL;
    }

    /** The defaults of a Job's spec, those of its template included. */
    static void defaults(ObjectNode job) {
        var spec = Json.child(job, "spec");
        if (!spec.has("parallelism")) {
            if (!spec.has("completions")) {
                spec.put("completions", 1);
            }
            spec.put("parallelism", 1);
        }
        if (!spec.has("backoffLimit")) {
            spec.put("backoffLimit", spec.has("backoffLimitPerIndex") ? Integer.MAX_VALUE : 6);
        }
        if (!spec.has("completionMode")) {
            spec.put("completionMode", "NonIndexed");
        }
        if (!spec.has("suspend")) {
            spec.put("suspend", false);
        }
        if (!spec.has("podReplacementPolicy")) {
            spec.put("podReplacementPolicy", spec.has("podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
        }
        if (!spec.has("manualSelector")) {
            spec.put("manualSelector", false);
        }
        var template = Json.child(spec, "template");
        PodSpecDefaults.apply(Json.child(template, "spec"));
        labelsOfTemplate(job);
    }

    /** A Job without labels gets those of its template. */
    private static void labelsOfTemplate(ObjectNode job) {
        var labels = Json.at(job, "spec", "template", "metadata", "labels");
        var own = Json.at(job, "metadata", "labels");
        if (labels != null && !labels.isEmpty() && (own == null || own.isEmpty())) {
            Json.metadata(job).set("labels", labels.deepCopy());
        }
    }

    /** Sets labels that select the Job's pods and no others. */
    private static void generateSelector(ObjectNode job) {
        var template = Json.child(Json.child(job, "spec"), "template");
        var labels = Json.child(Json.metadata(template), "labels");
        NAME_LABELS.stream().filter(label -> !labels.has(label)).forEach(label -> labels.put(label, Json.name(job)));
        var uid = Json.text(job, "metadata", "uid");
        UID_LABELS.stream().filter(label -> !labels.has(label)).forEach(label -> labels.put(label, uid));
        var selected = Json.child(Json.child(Json.child(job, "spec"), "selector"), "matchLabels");
        if (!selected.has("batch.kubernetes.io/controller-uid")) {
            selected.put("batch.kubernetes.io/controller-uid", uid);
        }
    }
}
