package dev.turnstile.service.transcript;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The pace at which the stories were recorded: a reader had heard of one request, and done something about it, before
 * the next one came. We are quicker, and wait.
 */
final class RecordersPace {
    /** Until a request was heard of, and what a pod's end brings about was written; it may bring about nothing. */
    private static final Duration SEEN = Duration.ofSeconds(3);

    /** Who watches beside us is told at the same time; a busy machine lets it read a moment later. */
    private static final long HEARD_MILLIS = 150;

    private final Map<String, StoryCluster> clusters;
    private final Names names;
    private long jobMadeInSecond;

    RecordersPace(Map<String, StoryCluster> clusters, Names names) {
        this.clusters = clusters;
        this.names = names;
    }

    void beginStep() {
        jobMadeInSecond = 0;
    }

    /** Which of two Jobs came first is told by seconds; where the recorder made one after the other, so do we. */
    void before(JsonNode object) throws InterruptedException {
        if (Json.text(object, "kind").equals("Job")) {
            while (second() <= jobMadeInSecond) {
                TimeUnit.MILLISECONDS.sleep(StoryPlayer.POLL_MILLIS);
            }
        }
    }

    private static long second() {
        return TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis());
    }

    /** Whoever watches has heard of what was made or changed. */
    void letBeHeard(JsonNode request, Answer answer) throws InterruptedException {
        StoryCluster cluster = cluster(request);
        ApiObject made = new ApiObject(answer.object());
        if (cluster != null && !made.uid().isEmpty() && Kinds.COMPARED.contains(made.kind())) {
            await(SEEN, 1, () -> cluster.mirror().knows(made));
            TimeUnit.MILLISECONDS.sleep(HEARD_MILLIS);
        }
    }

    /** Whoever watches has heard that an object goes. */
    void letDeletionBeHeard(JsonNode request) throws InterruptedException {
        StoryCluster cluster = cluster(request);
        JsonNode gone = request.path("delete");
        if (cluster != null) {
            await(
                    SEEN,
                    1,
                    () -> !cluster.mirror()
                            .showsToStay(
                                    Json.text(gone, "kind"),
                                    Json.text(gone, "namespace"),
                                    names.present(cluster.name(), Json.text(gone, "name"))));
            TimeUnit.MILLISECONDS.sleep(HEARD_MILLIS);
        }
    }

    /**
     * The recorder was so slow that a job's Workload had been decided on before the next job came; we are not, and
     * those of one second have no order.
     */
    void letBeSeen(JsonNode request, Answer answer, JsonNode then) throws InterruptedException {
        ObjectNode made = answer.object();
        String uid = Json.text(made, "metadata", "uid");
        StoryCluster cluster = cluster(request);
        if (Json.text(made, "kind").equals("Job")) {
            jobMadeInSecond = second();
        }
        if (cluster == null
                || uid.isEmpty()
                || !isDecided(Json.items(then, "objects"), "name", names.text(Json.name(made)))) {
            return;
        }
        await(
                StoryPlayer.SHORTEST,
                StoryPlayer.POLL_MILLIS,
                () -> isDecided(cluster.mirror().objects().values(), "uid", uid));
        if (jobMadeInSecond > 0) {
            jobMadeInSecond = second();
        }
    }

    /** How many writes on Workloads were told of in the cluster of an action. */
    int writes(JsonNode action) {
        StoryCluster cluster = cluster(action);
        return cluster == null ? 0 : cluster.mirror().writeCount();
    }

    /** Pods of a group that end one by one were told of one by one; whoever sees both at once tells it otherwise. */
    void letEndBeSeen(JsonNode action, int before) throws InterruptedException {
        await(SEEN, StoryPlayer.POLL_MILLIS, () -> writes(action) != before);
    }

    private @Nullable StoryCluster cluster(JsonNode request) {
        return clusters.get(Json.text(request, "cluster"));
    }

    private static void await(Duration longest, long pollMillis, BooleanSupplier done) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        while (System.nanoTime() < end && !done.getAsBoolean()) {
            TimeUnit.MILLISECONDS.sleep(pollMillis);
        }
    }

    /** Whether there is a Workload that was decided on, and whose owner has that name or uid. */
    private static boolean isDecided(Collection<? extends JsonNode> objects, String field, String value) {
        return objects.stream()
                .filter(object -> Json.text(object, "kind").equals("Workload"))
                .filter(object -> Json.items(object, "metadata", "ownerReferences").stream()
                        .anyMatch(owner -> Json.text(owner, field).equals(value)))
                .anyMatch(object -> new ApiObject((ObjectNode) object)
                        .condition("QuotaReserved")
                        .isPresent());
    }
}
