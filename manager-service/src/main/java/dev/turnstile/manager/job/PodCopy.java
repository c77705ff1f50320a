package dev.turnstile.manager.job;

import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.FinishedReason;
import dev.turnstile.vocabulary.KubernetesReason;
import dev.turnstile.vocabulary.PodConditionType;
import dev.turnstile.vocabulary.PodPhase;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A pod and its copy in another cluster. The local one stays behind the gate of its queue for all its life and only
 * says what the copy says.
 */
public final class PodCopy {
    private static final String PENDING = PodPhase.PENDING.text();
    private static final String SUCCEEDED = PodPhase.SUCCEEDED.text();
    private static final String FAILED = PodPhase.FAILED.text();
    private static final String SCHEDULED = PodConditionType.POD_SCHEDULED.text();
    private static final String GATED = "Scheduling is blocked due to non-empty scheduling gates";

    private PodCopy() {}

    /** The copy to create, behind the same gates: the worker opens that of its queue. */
    public static ObjectNode toCreate(ObjectNode pod, ObjectKey workload, String origin) {
        JsonNode from = pod.path("metadata");
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        copy.put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode metadata = CopiedMetadata.of(from, workload, origin);
        if (from.path("finalizers").isArray()) {
            metadata.set("finalizers", from.path("finalizers").deepCopy());
        }
        copy.set("metadata", metadata);
        copy.set("spec", pod.path("spec").deepCopy());
        return copy;
    }

    /** Whether a pod has ended, as its status says. */
    public static boolean isOver(JsonNode status) {
        String phase = status.path("phase").asString("");
        return phase.equals(SUCCEEDED) || phase.equals(FAILED);
    }

    /**
     * The status that the local pod is to have, or null where it has it. What has ended here has ended; and a remote
     * pod that is being stopped says nothing of the local one, which may run elsewhere yet. Where the remote pod was
     * replaced, the local one waits again in between: the API lets no container that has ended run again.
     */
    public static @Nullable ObjectNode followed(ObjectNode local, JsonNode remoteStatus, boolean leaving, String time) {
        JsonNode now = local.path("status");
        boolean meaningless =
                leaving && !remoteStatus.path("phase").asString("").equals(SUCCEEDED);
        if (!(remoteStatus instanceof ObjectNode wanted) || wanted.isEmpty() || meaningless || isOver(now)) {
            return null;
        }
        boolean replaced =
                now.has("startTime") && !now.path("startTime").equals(wanted.path("startTime")) && !isOver(wanted);
        ObjectNode waiting = replaced ? waiting(local, time) : null;
        if (waiting != null) {
            return waiting;
        }
        return now.equals(wanted) ? null : wanted;
    }

    /**
     * The last status of the local pod, or null where it has ended already.
     *
     * @param remoteStatus the status of the remote pod as it was read, or a missing node; where that shows no end, the
     *     end is declared
     */
    public static @Nullable ObjectNode inTheEnd(ObjectNode local, JsonNode remoteStatus, Finish finish) {
        if (isOver(local.path("status"))) {
            return null;
        }
        if (remoteStatus instanceof ObjectNode wanted && isOver(wanted)) {
            return wanted;
        }
        ObjectNode status = local.path("status") instanceof ObjectNode known
                ? known.deepCopy()
                : JsonNodeFactory.instance.objectNode();
        status.remove("containerStatuses");
        return status.put("phase", finish.reason().equals(FinishedReason.SUCCEEDED.text()) ? SUCCEEDED : FAILED)
                .put("reason", finish.reason())
                .put("message", finish.message());
    }

    /** How a pod ended, as its worker-service reports it of a Workload that is its own; empty where it did not. */
    public static Optional<Finish> ending(JsonNode status) {
        return isOver(status)
                ? Optional.of(new Finish(
                        status.path("phase").asString(""),
                        status.path("message").asString("")))
                : Optional.empty();
    }

    /** The status of a pod that waits here again after its copy was given up, or null where it says so. */
    public static @Nullable ObjectNode waiting(ObjectNode local, String now) {
        JsonNode status = local.path("status");
        boolean gated = !local.path("spec").path("schedulingGates").isEmpty();
        if (!gated || saysThatItWaits(status)) {
            return null;
        }
        ObjectNode waiting = JsonNodeFactory.instance.objectNode();
        waiting.put("phase", PENDING);
        if (status.has("qosClass")) {
            waiting.set("qosClass", status.path("qosClass"));
        }
        ObjectNode condition = waiting.putArray("conditions").addObject();
        condition.put("type", SCHEDULED).put("status", "False").put("reason", KubernetesReason.SCHEDULING_GATED.text());
        condition.put("message", GATED).put("lastTransitionTime", now);
        return waiting;
    }

    private static boolean saysThatItWaits(JsonNode status) {
        boolean scheduled = status.path("conditions")
                .valueStream()
                .anyMatch(condition -> condition.path("type").asString("").equals(SCHEDULED)
                        && condition.path("status").asString("").equals("True"));
        return status.path("phase").asString(PENDING).equals(PENDING) && !status.has("startTime") && !scheduled;
    }
}
