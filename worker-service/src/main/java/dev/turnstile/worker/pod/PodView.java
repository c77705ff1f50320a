package dev.turnstile.worker.pod;

import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.Finalizer;
import dev.turnstile.vocabulary.Label;
import dev.turnstile.vocabulary.PodConditionType;
import dev.turnstile.vocabulary.PodPhase;
import dev.turnstile.vocabulary.PodSchedulingGate;
import dev.turnstile.worker.job.JobMetadata;
import dev.turnstile.worker.job.RoleHash;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A pod as far as decisions look at it.
 *
 * @param gated whether our gate is on it, so that it cannot be scheduled
 * @param deletion when it has to be gone, which includes its grace period; null while nobody has deleted it
 * @param held whether our finalizer is on it
 * @param stopped whether we have said on it that it has to end
 */
record PodView(
        JobMetadata metadata,
        String phase,
        boolean gated,
        @Nullable Instant deletion,
        boolean held,
        boolean ready,
        boolean stopped,
        ObjectNode object) {

    /** The reason of a condition whose pod has failed. */
    private static final String ENDED = "PodFailed";

    /** The oldest first. */
    static final Comparator<PodView> BY_AGE = Comparator.<PodView, Instant>comparing(
                    pod -> pod.metadata().created())
            .thenComparing(pod -> pod.metadata().key());

    static PodView of(ObjectNode pod) {
        JsonNode metadata = pod.path("metadata");
        return new PodView(
                JobMetadata.of(pod),
                pod.path("status").path("phase").asString(PodPhase.PENDING.text()),
                carriesOurGate(pod),
                metadata.has("deletionTimestamp") ? time(metadata.path("deletionTimestamp"), Instant.EPOCH) : null,
                metadata.path("finalizers")
                        .valueStream()
                        .anyMatch(name -> name.asString("").equals(Finalizer.MANAGED.text())),
                condition(pod, PodConditionType.READY.text()),
                condition(pod, ConditionType.TERMINATION_TARGET.text()),
                pod);
    }

    private static Instant time(JsonNode node, Instant otherwise) {
        String text = node.asString("");
        return text.isEmpty() ? otherwise : Instant.parse(text);
    }

    static boolean carriesOurGate(JsonNode pod) {
        return pod.path("spec")
                .path("schedulingGates")
                .valueStream()
                .anyMatch(gate -> gate.path("name").asString("").equals(PodSchedulingGate.ADMISSION.text()));
    }

    private static boolean condition(JsonNode pod, String type) {
        return pod.path("status")
                .path("conditions")
                .valueStream()
                .anyMatch(condition -> condition.path("type").asString("").equals(type)
                        && condition.path("status").asString("").equals("True"));
    }

    /** The group that a pod belongs to, or null. */
    static @Nullable String group(JobMetadata metadata) {
        return metadata.labels().get(Label.POD_GROUP_NAME.text());
    }

    /** Whether it is ours to hold and to stop; the label alone may be set by anybody. */
    boolean ours() {
        return held || gated || metadata.annotations().containsKey(Annotation.WORKLOAD.text());
    }

    boolean deleting() {
        return deletion != null;
    }

    boolean succeeded() {
        return phase.equals(PodPhase.SUCCEEDED.text());
    }

    boolean failed() {
        return phase.equals(PodPhase.FAILED.text());
    }

    boolean over() {
        return succeeded() || failed();
    }

    /** When it had failed or was asked to end, whichever came first; now where neither is known. */
    Instant ended(Instant now) {
        Instant failure = object.path("status")
                .path("conditions")
                .valueStream()
                .filter(condition ->
                        condition.path("type").asString("").equals(PodConditionType.CONTAINERS_READY.text())
                                && condition.path("status").asString("").equals("False")
                                && condition.path("reason").asString("").equals(ENDED))
                .map(condition -> time(condition.path("lastTransitionTime"), now))
                .findFirst()
                .orElse(now);
        return deletion != null && deletion.isBefore(failure) ? deletion : failure;
    }

    /** Whether it runs or may come to run, and nobody has asked it to end. */
    boolean atLarge() {
        return !gated && !over() && !deleting();
    }

    /**
     * Whether it uses what it was given (KEP-6143).
     *
     * @param fastRelease whether a pod that is asked to end counts as ended
     */
    boolean active(boolean fastRelease, Instant now) {
        boolean mayEnd = deletion != null && (fastRelease || !now.isBefore(deletion));
        return phase.equals(PodPhase.RUNNING.text()) && !mayEnd;
    }

    /** Whether it counts as one of the pods that its group needs. */
    boolean serves(boolean fastRelease, Instant now) {
        return succeeded() || (!failed() && (!deleting() || active(fastRelease, now)));
    }

    /** Pods of the same role are alike. */
    String role() {
        String hash = metadata.annotations().get(Annotation.ROLE_HASH.text());
        return hash == null ? RoleHash.of(object.path("spec")) : hash;
    }

    /** Whether its failure ends its group. */
    boolean irreplaceable() {
        return "false".equals(metadata.annotations().get(Annotation.RETRIABLE_IN_GROUP.text()));
    }

    String priorityClass() {
        return object.path("spec").path("priorityClassName").asString("");
    }
}
