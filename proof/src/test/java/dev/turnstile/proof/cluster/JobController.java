package dev.turnstile.proof.cluster;

import dev.turnstile.proof.api.ApiServer;
import dev.turnstile.proof.api.Change;
import dev.turnstile.proof.thread.Baton;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Runs the Jobs of a cluster: their pods start, become ready, end, and stop slowly when their job is suspended. */
public final class JobController {
    /** Annotation of a Job's template: how many seconds its pods run. */
    public static final String RUNS_FOR = "proof.turnstile.dev/runs-for";

    private static final String OURS = "kubernetes.io/job-controller";
    private static final String JOBS = "jobs";
    private static final String SELF = "job-controller";

    private final ApiServer server;
    private final Baton baton;
    private final RandomGenerator random;
    private Duration slowestStop = Duration.ofSeconds(2);

    /** One that works from now on. */
    public JobController(ApiServer server, Baton baton, RandomGenerator random) {
        this.server = server;
        this.baton = baton;
        this.random = random;
        server.observe((_, change) -> changed(change));
    }

    /** From now on pods take up to that long to stop. */
    public void stopsWithin(Duration longest) {
        slowestStop = longest;
    }

    private void changed(Change change) {
        if (change.kind().equals(JOBS) && change.after() != null) {
            String uid = uid(change.object());
            baton.after(upTo(Duration.ofMillis(300)), () -> look(change.key(), uid));
        }
    }

    private Duration upTo(Duration longest) {
        return Duration.ofNanos(random.nextLong(longest.toNanos() + 1));
    }

    private @Nullable ObjectNode job(ObjectKey key, String uid) {
        ObjectNode job = server.find(JOBS, key);
        return job != null && uid(job).equals(uid) && !job.path("metadata").has("deletionTimestamp") ? job : null;
    }

    /** Looks at every job: after a restore nobody has heard of what is there again. */
    public void lookAtEverything() {
        for (ObjectNode job : server.list(JOBS)) {
            if (!ours(job)) {
                continue;
            }
            look(key(job), uid(job));
            String started = job.path("status").path("startTime").asString("");
            baton.after(runsFor(job), () -> finish(key(job), uid(job), started));
        }
    }

    private void look(ObjectKey key, String uid) {
        ObjectNode job = job(key, uid);
        if (job == null) {
            return;
        }
        JsonNode status = job.path("status");
        boolean over = is(status, "Complete") || is(status, "Failed");
        if (!over && !ours(job)) {
            return;
        }
        if (over) {
            JsonNode ttl = job.path("spec").path("ttlSecondsAfterFinished");
            if (ttl.isNumber()) {
                baton.after(Duration.ofSeconds(ttl.asInt()), () -> delete(key, uid));
            }
        } else if (job.path("spec").path("suspend").asBoolean(false)) {
            if (status.path("active").asInt(0) > 0) {
                baton.after(upTo(slowestStop), () -> stop(key, uid));
            } else if (!is(status, "Suspended")) {
                stop(key, uid);
            }
        } else if (status.path("active").asInt(0) == 0) {
            start(key, job);
        } else if (status.path("ready").asInt(0) == 0) {
            String started = status.path("startTime").asString("");
            baton.after(upTo(Duration.ofSeconds(1)), () -> ready(key, uid, started));
            baton.after(runsFor(job), () -> finish(key, uid, started));
        }
    }

    /** Others are run elsewhere. */
    private static boolean ours(ObjectNode job) {
        return job.path("spec").path("managedBy").asString(OURS).equals(OURS);
    }

    private static Duration runsFor(ObjectNode job) {
        return Duration.ofSeconds(job.path("spec")
                .path("template")
                .path("metadata")
                .path("annotations")
                .path(RUNS_FOR)
                .asInt(30));
    }

    private void start(ObjectKey key, ObjectNode job) {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        status.put("startTime", now())
                .put("active", job.path("spec").path("parallelism").asInt(1))
                .put("ready", 0);
        condition(status, job, "Suspended", "False", "JobResumed");
        write(key, status);
    }

    private void ready(ObjectKey key, String uid, String started) {
        ObjectNode job = running(key, uid, started);
        if (job != null) {
            write(
                    key,
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("ready", job.path("status").path("active").asInt()));
        }
    }

    private void finish(ObjectKey key, String uid, String started) {
        ObjectNode job = running(key, uid, started);
        if (job != null) {
            ObjectNode status = JsonNodeFactory.instance.objectNode();
            status.put("active", 0).put("ready", 0).put("completionTime", now());
            status.put("succeeded", job.path("spec").path("completions").asInt(1));
            condition(status, job, "SuccessCriteriaMet", "True", "CompletionsReached");
            condition(status, job, "Complete", "True", "CompletionsReached");
            write(key, status);
        }
    }

    /** The job, if it still is in the run that began then. */
    private @Nullable ObjectNode running(ObjectKey key, String uid, String started) {
        ObjectNode job = job(key, uid);
        if (job == null) {
            return null;
        }
        JsonNode status = job.path("status");
        boolean same = status.path("startTime").asString("").equals(started)
                && status.path("active").asInt(0) > 0
                && !job.path("spec").path("suspend").asBoolean(false);
        return same ? job : null;
    }

    private void stop(ObjectKey key, String uid) {
        ObjectNode job = job(key, uid);
        if (job != null && job.path("spec").path("suspend").asBoolean(false)) {
            ObjectNode status = JsonNodeFactory.instance.objectNode();
            status.put("active", 0).put("ready", 0);
            condition(status, job, "Suspended", "True", "JobSuspended");
            write(key, status);
        }
    }

    private void delete(ObjectKey key, String uid) {
        if (job(key, uid) != null) {
            server.delete(JOBS, key, JsonNodeFactory.instance.objectNode(), SELF);
        }
    }

    private void write(ObjectKey key, ObjectNode status) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.set("status", status);
        var _ = server.patch(JOBS, key, "status", patch, SELF);
    }

    private void condition(ObjectNode status, ObjectNode job, String type, String value, String reason) {
        ArrayNode conditions = status.get("conditions") instanceof ArrayNode begun
                ? begun
                : status.set(
                                "conditions",
                                job.path("status").path("conditions") instanceof ArrayNode known
                                        ? known.deepCopy()
                                        : JsonNodeFactory.instance.arrayNode())
                        .withArray("conditions");
        for (int i = conditions.size() - 1; i >= 0; i--) {
            if (conditions.get(i).path("type").asString("").equals(type)) {
                conditions.remove(i);
            }
        }
        conditions
                .addObject()
                .put("type", type)
                .put("status", value)
                .put("lastProbeTime", now())
                .put("lastTransitionTime", now())
                .put("reason", reason)
                .put("message", reason);
    }

    private String now() {
        Instant time = server.clock().instant();
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static boolean is(JsonNode status, String type) {
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("type").asString("").equals(type)) {
                return condition.path("status").asString("").equals("True");
            }
        }
        return false;
    }

    private static String uid(ObjectNode object) {
        return object.path("metadata").path("uid").asString("");
    }

    private static ObjectKey key(ObjectNode object) {
        JsonNode metadata = object.path("metadata");
        return new ObjectKey(
                metadata.path("namespace").asString(""), metadata.path("name").asString(""));
    }
}
