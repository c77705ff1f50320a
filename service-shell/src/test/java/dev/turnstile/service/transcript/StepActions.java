package dev.turnstile.service.transcript;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Does what a step says was done. */
final class StepActions {
    private static final Duration QUIET = Duration.ofSeconds(2);
    private static final Duration LONGEST_UNREST = Duration.ofSeconds(30);
    private static final int ATTEMPTS = 10;
    private static final List<String> REQUESTS = List.of("create", "patch", "set", "delete", "replace");

    private final Map<String, StoryCluster> clusters;
    private final Rules rules;
    private final Names names;
    private final Variation variation;

    StepActions(Map<String, StoryCluster> clusters, Rules rules, Names names) {
        this(clusters, rules, names, Variation.NONE);
    }

    StepActions(Map<String, StoryCluster> clusters, Rules rules, Names names, Variation variation) {
        this.clusters = clusters;
        this.rules = rules;
        this.names = names;
        this.variation = variation;
    }

    /** Deletes an object, and waits until it is gone. */
    void remove(StoryCluster cluster, ObjectNode object) throws InterruptedException {
        ObjectNode options = Json.object().put("propagationPolicy", "Background");
        cluster.api().delete(path(object, object.path("metadata")), options);
        long end = System.nanoTime() + LONGEST_UNREST.toNanos();
        while (System.nanoTime() < end && cluster.mirror().knows(new ApiObject(object))) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private StoryCluster cluster(JsonNode action) {
        String name = Json.text(action, "cluster");
        return Objects.requireNonNull(clusters.get(name), () -> "the story has no cluster '" + name + "'");
    }

    /** Applies a manifest: creates it, or changes what is there into it. */
    Answer apply(JsonNode manifest) {
        StoryCluster cluster = cluster(manifest);
        ObjectNode object = request(cluster, manifest);
        Answer answer = create(cluster, object);
        JsonNode refusal = answer.refusal();
        return Json.text(refusal, "reason").equals("AlreadyExists")
                ? send(() -> cluster.api().patch(path(object, object.path("metadata")), PatchType.MERGE, object))
                : answer;
    }

    /** Does one action; null where it is no request. */
    @Nullable
    Answer perform(JsonNode action) throws InterruptedException {
        if (action.has("wait")) {
            pause(Json.text(action, "wait"));
            return null;
        }
        StoryCluster cluster = cluster(action);
        for (String verb : REQUESTS) {
            if (action.has(verb)) {
                return request(verb, cluster, action.path(verb));
            }
        }
        if (action.has("pod")) {
            pods(action, 1);
        } else if (action.has("stop")) {
            if (Json.text(action, "stop").equals("the API server")) {
                cluster.stopApi();
            } else {
                cluster.stopControllers();
            }
        } else if (Json.text(action, "start").equals("the API server")) {
            cluster.startApi();
        } else if (action.has("start")) {
            cluster.startControllers(rules.settings(settings(action)));
        } else {
            throw new IllegalArgumentException("the player does not know how to do " + action);
        }
        return null;
    }

    private static Settings settings(JsonNode action) {
        TreeMap<String, Boolean> features = new TreeMap<>();
        action.path("features")
                .properties()
                .forEach(one -> features.put(one.getKey(), one.getValue().asBoolean()));
        JsonNode configuration = action.path("configuration");
        return new Settings(features, configuration instanceof ObjectNode object ? object : Json.object());
    }

    private Answer request(String verb, StoryCluster cluster, JsonNode told) {
        ObjectNode request = request(cluster, told);
        JsonNode body = request.path("body");
        String at = path(request, request.has("metadata") ? request.path("metadata") : request);
        String subresource = Json.text(request, "subresource");
        String whole = subresource.isEmpty() ? at : at + "/" + subresource;
        return switch (verb) {
            case "create" -> create(cluster, request);
            case "patch" ->
                send(() -> cluster.api()
                        .patch(
                                whole,
                                Json.text(request, "type").equals("strategic") ? PatchType.STRATEGIC : PatchType.MERGE,
                                body));
            case "set" ->
                sendFresh(() -> {
                    ObjectNode present = cluster.api().get(at);
                    ObjectNode part = Json.child(present, subresource);
                    body.properties().forEach(field -> part.set(field.getKey(), field.getValue()));
                    return cluster.api().put(whole, present);
                });
            case "replace" ->
                sendFresh(() -> {
                    ObjectNode present = cluster.api().get(at);
                    request.set("metadata", present.path("metadata"));
                    request.put("apiVersion", Kinds.apiVersion(Json.text(request, "kind")));
                    return cluster.api().put(at, request);
                });
            case "delete" -> {
                request.retain("propagationPolicy", "gracePeriodSeconds");
                Answer answer = send(() -> cluster.api().delete(at, request));
                // The recorder made room for what it was about to create, whether there was anything or not.
                yield Json.text(answer.refusal(), "reason").equals("NotFound")
                        ? Answer.accepted(Json.object())
                        : answer;
            }
            default -> throw new IllegalArgumentException(verb);
        };
    }

    private static Answer create(StoryCluster cluster, ObjectNode object) {
        object.put("apiVersion", Kinds.apiVersion(Json.text(object, "kind")));
        return send(() -> cluster.api()
                .post(Kinds.path(Json.text(object, "kind"), Json.text(object, "metadata", "namespace")), object));
    }

    private static Answer send(Supplier<ObjectNode> request) {
        try {
            return Answer.accepted(request.get());
        } catch (ApiException e) {
            return Answer.refused(e);
        }
    }

    /** Sends what was made from the object as it is, again where it is not so any more. */
    private static Answer sendFresh(Supplier<ObjectNode> request) {
        Answer answer = send(request);
        for (int i = 0; i < ATTEMPTS && Json.text(answer.refusal(), "reason").equals("Conflict"); i++) {
            answer = send(request);
        }
        return answer;
    }

    /** Where an object is; {@code named} has its name and namespace. */
    private static String path(ObjectNode object, JsonNode named) {
        return Kinds.path(Json.text(object, "kind"), Json.text(named, "namespace")) + "/" + Json.text(named, "name");
    }

    /** A recorded request as it can be sent now. */
    private ObjectNode request(StoryCluster cluster, JsonNode told) {
        ObjectNode request = (ObjectNode) Texts.changed(rules.request(told), text -> present(cluster, text));
        request.remove("cluster");
        return variation.sent(request);
    }

    private String present(StoryCluster cluster, String text) {
        return text.equals("now") || text.matches("T\\d+")
                ? ApiObject.timestamp(Instant.now())
                : withCredentials(names.present(cluster.name(), text));
    }

    private String withCredentials(String text) {
        String result = text.replace("HOST:DEAD-PORT", "127.0.0.1:9");
        for (StoryCluster cluster : clusters.values()) {
            // Where nobody listens any cluster's will do, as long as they can be read.
            if (text.contains("HOST:PORT-OF-" + cluster.name()) || text.contains("HOST:DEAD-PORT")) {
                result = cluster.withCredentials(result);
            }
        }
        return result;
    }

    /**
     * Has pods come into a phase, as many as there are equal actions, all at once: the recorder's machine was idle, so
     * that a Job's controller, which gathers for a second, saw them together.
     */
    void pods(JsonNode action, int count) throws InterruptedException {
        StoryCluster cluster = cluster(action);
        JsonNode told = action.path("pod");
        String phase = Json.text(told, "becomes");
        long end = System.nanoTime() + LONGEST_UNREST.toNanos();
        List<ApiObject> pods = find(cluster, told, phase, count);
        while (pods.size() < count && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(50);
            pods = find(cluster, told, phase, count);
        }
        if (pods.size() < count) {
            throw new IllegalStateException("there are " + pods.size() + " of " + count + " pods for " + told);
        }
        try (ExecutorService reports = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> sent = new ArrayList<>();
            for (ApiObject pod : pods) {
                sent.add(reports.submit(() -> cluster.kubelet().report(pod.tree(), phase)));
            }
            for (Future<?> one : sent) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a pod for " + told + " could not be reported", e);
        }
    }

    /**
     * That pod, or of that Job the running ones with the lowest indexes, else the oldest; what starts is pending. Asks
     * the API itself: a watch may not have told yet what the action before has done.
     */
    private List<ApiObject> find(StoryCluster cluster, JsonNode told, String phase, int count) {
        String job = variation.actual(Json.text(told, "anyOfJob"));
        String name = names.present(cluster.name(), Json.text(told, "name"));
        String from = phase.equals("Running") ? "Pending" : "Running";
        return Json.items(cluster.api().get(Kinds.path("Pod", "team")), "items").stream()
                .map(pod -> new ApiObject((ObjectNode) pod))
                .filter(pod -> job.isEmpty()
                        ? pod.name().equals(name)
                        : job.equals(pod.labels().get("batch.kubernetes.io/job-name"))
                                && pod.text("status", "phase").equals(from)
                                && !pod.isBeingDeleted())
                .sorted(Comparator.comparingInt(StepActions::index)
                        .thenComparing(ApiObject::creationTimestamp)
                        .thenComparingLong(ApiObject::version))
                .limit(count)
                .toList();
    }

    private static int index(ApiObject pod) {
        return Integer.parseInt(pod.annotations().getOrDefault("batch.kubernetes.io/job-completion-index", "0"));
    }

    private void pause(String told) throws InterruptedException {
        if (!told.equals("until quiet")) {
            TimeUnit.MILLISECONDS.sleep((long) (1000 * rules.pace().told(Double.parseDouble(told.replace("s", "")))));
            return;
        }
        untilQuiet();
    }

    void untilQuiet() throws InterruptedException {
        long end = System.nanoTime() + LONGEST_UNREST.toNanos();
        while (System.nanoTime() < end && !quiet()) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private boolean quiet() {
        long now = System.nanoTime();
        return clusters.values().stream()
                .allMatch(cluster -> now - cluster.mirror().lastWrite() > QUIET.toNanos());
    }
}
