package dev.turnstile.manager.job;

import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.vocabulary.FinishedReason;
import dev.turnstile.vocabulary.JobConditionType;
import dev.turnstile.vocabulary.KubernetesReason;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the status of a local Job shows of its remote job. The API refuses what no job controller would write (a start
 * that changes, counts that go back, an end that was not announced), and a status that is refused is refused for ever.
 */
public final class JobStatus {
    private static final String START_TIME = "startTime";
    private static final String COMPLETE = JobConditionType.COMPLETE.text();
    private static final String FAILED = JobConditionType.FAILED.text();
    private static final String SUSPENDED = JobConditionType.SUSPENDED.text();
    private static final String SUCCESS_CRITERIA_MET = JobConditionType.SUCCESS_CRITERIA_MET.text();
    private static final String FAILURE_TARGET = JobConditionType.FAILURE_TARGET.text();
    private static final Set<String> ANNOUNCE_AN_END = Set.of(SUCCESS_CRITERIA_MET, FAILURE_TARGET);

    private JobStatus() {}

    /** Whether a job is at its end. */
    public static boolean isOver(ObjectNode job) {
        return ending(job.path("status")).isPresent();
    }

    /** How a job ended, as its worker-service reports it of the Workload; empty where its status shows no end. */
    public static Optional<Finish> ending(JsonNode status) {
        return condition(status, COMPLETE)
                .map(complete -> new Finish(
                        FinishedReason.SUCCEEDED.text(),
                        complete.path("message").asString("")))
                .or(() -> condition(status, FAILED)
                        .map(failed -> new Finish(
                                FinishedReason.FAILED.text(),
                                failed.path("message").asString(""))));
    }

    private static Optional<JsonNode> condition(JsonNode status, String type) {
        return status.path("conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asString("").equals(type)
                        && condition.path("status").asString("").equals("True"))
                .findFirst();
    }

    /** What is to be done about the local job's status. */
    public sealed interface StatusStep {
        /** It shows what it is to show. */
        record Same() implements StatusStep {}

        /** It has to change otherwise first, which brings the next call. */
        record NotYet() implements StatusStep {}

        /** Write this as the whole status. */
        record Write(ObjectNode status) implements StatusStep {}
    }

    /** Whether the remote job runs for another time than the one of which the local job shows the start. */
    public static boolean runsAgain(ObjectNode local, JsonNode remoteStatus) {
        JsonNode shown = local.path("status").path(START_TIME);
        JsonNode there = remoteStatus.path(START_TIME);
        return !isSuspended(local) && !isOver(local) && shown.isString() && there.isString() && !shown.equals(there);
    }

    /**
     * What the local job shows of a remote job that runs. An end is left out, whole or announced, until the replica has
     * finished. A local job that waits shows no start, since that would be taken for a leftover; and the API refuses to
     * take a start back from one that runs.
     */
    public static StatusStep whileItRuns(ObjectNode local, JsonNode remoteStatus) {
        if (!(remoteStatus instanceof ObjectNode there) || ending(there).isPresent()) {
            return new StatusStep.Same();
        }
        boolean startedThere = there.has(START_TIME);
        boolean startedHere = local.path("status").has(START_TIME);
        if (isSuspended(local) ? startedThere : startedHere && (!startedThere || runsAgain(local, there))) {
            return new StatusStep.NotYet();
        }
        ObjectNode wanted = countingOn(local.path("status"), there);
        if (wanted.path("conditions") instanceof ArrayNode conditions) {
            conditions.removeIf(
                    condition -> ANNOUNCE_AN_END.contains(condition.path("type").asString("")));
            if (conditions.isEmpty()) {
                wanted.remove("conditions");
            }
        }
        return step(local, wanted);
    }

    /**
     * What the local job shows in the end.
     *
     * @param remoteStatus the last status of the remote job as it was read, or a missing node; where that shows no end,
     *     the end is declared
     */
    public static StatusStep inTheEnd(ObjectNode local, JsonNode remoteStatus, Finish finish, String now) {
        if (isOver(local)) {
            return new StatusStep.Same();
        }
        if (isSuspended(local)) {
            return new StatusStep.NotYet();
        }
        JsonNode shown = local.path("status");
        if (!(remoteStatus instanceof ObjectNode there) || ending(there).isEmpty()) {
            return new StatusStep.Write(declared(shown, finish, now));
        }
        ObjectNode wanted = countingOn(shown, there);
        if (shown.has(START_TIME)) {
            // It may have run twice unseen: the API lets the start that was shown first stand, and no other.
            wanted.set(START_TIME, shown.get(START_TIME));
        }
        return step(local, wanted);
    }

    /** The remote status, with counts that do not go back: those of an earlier reservation stay, as the API demands. */
    private static ObjectNode countingOn(JsonNode shown, ObjectNode remoteStatus) {
        ObjectNode wanted = remoteStatus.deepCopy();
        for (String count : List.of("succeeded", "failed")) {
            if (shown.path(count).asInt(0) > wanted.path(count).asInt(0)) {
                wanted.set(count, shown.get(count));
            }
        }
        return wanted;
    }

    private static StatusStep step(ObjectNode local, ObjectNode wanted) {
        JsonNode shown = local.path("status");
        boolean same = shown.equals(wanted) || (shown.isEmpty() && wanted.isEmpty());
        return same ? new StatusStep.Same() : new StatusStep.Write(wanted);
    }

    private static boolean isSuspended(ObjectNode job) {
        return job.path("spec").path("suspend").asBoolean(false);
    }

    /** The end of a job of which nothing more can be read: only what the replica reports of it is known. */
    private static ObjectNode declared(JsonNode shown, Finish finish, String now) {
        boolean succeeded = finish.reason().equals(FinishedReason.SUCCEEDED.text());
        ObjectNode status =
                shown instanceof ObjectNode known ? known.deepCopy() : JsonNodeFactory.instance.objectNode();
        status.remove(List.of("active", "ready", "terminating", "uncountedTerminatedPods"));
        if (!status.has(START_TIME)) {
            status.put(START_TIME, now);
        }
        String started = status.path(START_TIME).asString("");
        ArrayNode conditions = status.withArray("conditions");
        for (String type : succeeded ? List.of(SUCCESS_CRITERIA_MET, COMPLETE) : List.of(FAILURE_TARGET, FAILED)) {
            conditions
                    .addObject()
                    .put("type", type)
                    .put("status", "True")
                    .put("lastProbeTime", now)
                    .put("lastTransitionTime", now)
                    .put("reason", finish.reason())
                    .put("message", finish.message());
        }
        if (succeeded) {
            // Both are written alike, so that the later time is the later text; the end never is before the start.
            status.put("completionTime", started.compareTo(now) > 0 ? started : now);
        }
        return status;
    }

    /**
     * The status of a job that was stopped here while no remote job is followed, or null where it shows that. Nobody
     * else would write it: Kubernetes' own controller leaves a job with another manager alone.
     */
    public static @Nullable ObjectNode stopped(ObjectNode local, String now) {
        JsonNode status = local.path("status");
        boolean quiet = status.path("active").asInt(0) == 0
                && status.path("ready").asInt(0) == 0
                && !status.has(START_TIME)
                && !says(status, SUSPENDED, "False");
        if (!isSuspended(local) || quiet || isOver(local)) {
            return null;
        }
        ObjectNode stopped = ((ObjectNode) status).deepCopy();
        stopped.remove(List.of("active", START_TIME));
        stopped.put("ready", 0);
        var conditions = stopped.withArray("conditions");
        for (int i = conditions.size() - 1; i >= 0; i--) {
            if (conditions.get(i).path("type").asString("").equals(SUSPENDED)) {
                conditions.remove(i);
            }
        }
        conditions
                .addObject()
                .put("type", SUSPENDED)
                .put("status", "True")
                .put("lastProbeTime", now)
                .put("lastTransitionTime", now)
                .put("reason", KubernetesReason.JOB_SUSPENDED.text())
                .put("message", "Job suspended");
        return stopped;
    }

    private static boolean says(JsonNode status, String type, String value) {
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("type").asString("").equals(type)
                    && condition.path("status").asString("").equals(value)) {
                return true;
            }
        }
        return false;
    }
}
