package dev.turnstile.service.transcript;

import dev.turnstile.embedded.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A scenario played otherwise than it was recorded, in a way that does not change what it means: what was recorded is
 * still what is expected.
 *
 * @param seed that it follows from
 * @param kinds in which it differs
 * @param renamed names of objects that get {@link #PREFIX} on their way to the API server
 */
record Variation(long seed, Set<Kind> kinds, Set<String> renamed) {
    /** In what a played scenario differs from the recorded one. */
    enum Kind {
        /** Jobs, pods and ClusterQueues have other names, which sort as before. */
        NAMES,
        /** Each Job has twice as many pods, each of half the size. */
        PODS,
        /** Objects that are made in one step before any job are made in another order. */
        ORDER,
        /** Beside it there is a queue that has nothing to do with it, with a job that runs and one that waits. */
        NEIGHBOURS,
        /** Kubelets take up to a second for what they do. */
        SLOW_KUBELET
    }

    static final Variation NONE = new Variation(0, Set.of(), Set.of());
    static final String PREFIX = "v7x-";
    /** In the name of each object that belongs to the queue beside the scenario. */
    static final String NEIGHBOUR = "neighbour";

    private static final Set<String> RENAMED = Set.of("Job", "Pod", "ClusterQueue");
    private static final Set<String> ORDERED = Set.of("Job", "Pod", "Workload", "Namespace", "Secret");
    private static final int LONGEST_NAME = 40;
    private static final Duration SLOWEST = Duration.ofSeconds(1);

    /**
     * The variation of a scenario that follows from a seed: one kind at least, of those that keep its meaning.
     * {@link #NONE} where it is about seconds: under load, and with slower kubelets, it is another scenario.
     */
    static Variation of(long seed, Story story) {
        if (isAboutSeconds(story)) {
            return NONE;
        }
        Set<Kind> possible = EnumSet.of(Kind.ORDER, Kind.NEIGHBOURS, Kind.SLOW_KUBELET);
        Set<String> names = names(story);
        if (!names.isEmpty()) {
            possible.add(Kind.NAMES);
        }
        if (mayHaveMorePods(story)) {
            possible.add(Kind.PODS);
        }
        Random random = new Random(seed);
        Set<Kind> chosen = possible.stream()
                .filter(_ -> random.nextBoolean())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Kind.class)));
        if (chosen.isEmpty()) {
            chosen.add(List.copyOf(possible).get(random.nextInt(possible.size())));
        }
        return new Variation(seed, chosen, chosen.contains(Kind.NAMES) ? names : Set.of());
    }

    private static boolean isAboutSeconds(Story story) {
        return story.settings().configuration().has("waitForPodsReady")
                || story.steps().stream()
                        .anyMatch(step -> step.tree().toString().contains("max-exec-time-seconds"));
    }

    private static Stream<JsonNode> made(Story story) {
        return story.steps().stream()
                .flatMap(step -> Stream.concat(
                        Json.items(step.tree(), "manifests").stream(),
                        Json.items(step.tree(), "actions").stream().map(action -> action.path("create"))));
    }

    private static Set<String> names(Story story) {
        Set<String> taken = made(story)
                .filter(object -> !RENAMED.contains(Json.text(object, "kind")))
                .map(object -> Json.text(object, "metadata", "name"))
                .collect(Collectors.toSet());
        return made(story)
                .filter(object -> RENAMED.contains(Json.text(object, "kind")))
                .map(object -> Json.text(object, "metadata", "name"))
                .filter(name -> !name.isEmpty() && name.length() <= LONGEST_NAME && !taken.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Jobs of which all pods do the same, and whose numbers nobody changes or reads. */
    private static boolean mayHaveMorePods(Story story) {
        boolean touched = story.steps().stream()
                .flatMap(step -> Json.items(step.tree(), "actions").stream())
                .anyMatch(action ->
                        action.toString().matches(".*(parallelism|\"completions|reclaimablePods|podSets|Failed).*"));
        boolean named = story.steps().stream()
                .flatMap(step -> step.tree().path("kubelet").valueStream())
                .anyMatch(pods -> !pods.asString("").equals("all"));
        return !touched
                && !named
                && made(story).noneMatch(object -> Json.text(object, "kind").equals("Pod"))
                && made(story)
                        .filter(object -> Json.text(object, "kind").equals("Job"))
                        .allMatch(Variation::isPlain);
    }

    private static boolean isPlain(JsonNode job) {
        JsonNode spec = job.path("spec");
        JsonNode pods = spec.path("template").path("spec");
        return spec.path("parallelism").asInt(-1) == spec.path("completions").asInt(-2)
                && !spec.has("completionMode")
                && !job.path("metadata").path("annotations").toString().contains("min-parallelism")
                && pods.path("containers").size() == 1
                && !pods.has("initContainers")
                && !pods.has("overhead")
                && pods.at("/containers/0/resources").properties().stream()
                        .allMatch(part -> part.getKey().equals("requests")
                                && part.getValue().size() == 1
                                && part.getValue().path("cpu").asString("").matches("\\d+"));
    }

    private boolean has(Kind kind) {
        return kinds.contains(kind);
    }

    /** The manifests of a step in the order in which they are applied. */
    List<JsonNode> ordered(List<JsonNode> manifests) {
        boolean any = manifests.stream().noneMatch(object -> ORDERED.contains(Json.text(object, "kind")));
        if (!has(Kind.ORDER) || !any) {
            return manifests;
        }
        List<JsonNode> shuffled = new ArrayList<>(manifests);
        Collections.shuffle(shuffled, new Random(seed));
        return shuffled;
    }

    /** How long a kubelet takes before it does something. */
    Duration kubeletTakes(String pod) {
        return has(Kind.SLOW_KUBELET)
                ? Duration.ofMillis(new Random(seed + pod.hashCode()).nextLong(SLOWEST.toMillis()))
                : Duration.ZERO;
    }

    /** How many pods there are for one that was recorded. */
    int podsForOne() {
        return has(Kind.PODS) ? 2 : 1;
    }

    /** Whether there is another queue beside it. */
    boolean hasNeighbours() {
        return has(Kind.NEIGHBOURS);
    }

    /** The name under which the API server knows an object. */
    String actual(String name) {
        return renamed.contains(name) ? PREFIX + name : name;
    }

    /** The name, or text, as it was recorded. */
    String recorded(String text) {
        return renamed.isEmpty() ? text : text.replace(PREFIX, "");
    }

    /** What is sent instead of a recorded request. */
    ObjectNode sent(ObjectNode request) {
        ObjectNode result = (ObjectNode) Texts.changed(request, this::actual);
        if (has(Kind.PODS) && Json.text(request, "kind").equals("Job") && request.has("spec")) {
            ObjectNode spec = Json.child(result, "spec");
            scale(spec, List.of("parallelism", "completions"), true);
            cpu(spec.path("template").path("spec"), true);
        }
        return result;
    }

    /** What is seen, with the numbers that it had when it was recorded. Names are translated where texts are. */
    Collection<ObjectNode> seen(Collection<ObjectNode> objects) {
        if (!has(Kind.PODS)) {
            return objects;
        }
        List<ObjectNode> result = new ArrayList<>();
        Set<String> odd = new TreeSet<>();
        for (ObjectNode object : objects) {
            ObjectNode as = seen(object);
            // Of pods that are alike, each second one is left out.
            if (!Json.text(as, "kind").equals("Pod") || alike(as, odd)) {
                result.add(as);
            }
        }
        return result;
    }

    private static boolean alike(ObjectNode pod, Set<String> odd) {
        String view = Json.text(pod, "metadata", "generateName") + ObjectView.of(pod);
        boolean first = odd.add(view);
        if (!first) {
            odd.remove(view);
        }
        return first;
    }

    /** One object, with the numbers that it had when it was recorded. */
    ObjectNode seen(ObjectNode object) {
        if (!has(Kind.PODS)) {
            return object;
        }
        ObjectNode result = object.deepCopy();
        switch (Json.text(object, "kind")) {
            case "Job" -> {
                scale(Json.child(result, "spec"), List.of("parallelism", "completions"), false);
                cpu(result.path("spec").path("template").path("spec"), false);
                scale(
                        Json.child(result, "status"),
                        List.of("active", "ready", "succeeded", "failed", "terminating"),
                        false);
            }
            case "Pod" -> cpu(result.path("spec"), false);
            case "Workload" -> {
                for (JsonNode podSet : result.path("spec").path("podSets")) {
                    scale((ObjectNode) podSet, List.of("count"), false);
                    cpu(podSet.path("template").path("spec"), false);
                }
                for (JsonNode podSet : result.at("/status/admission/podSetAssignments")) {
                    scale((ObjectNode) podSet, List.of("count"), false);
                }
                for (JsonNode podSet : result.at("/status/reclaimablePods")) {
                    scale((ObjectNode) podSet, List.of("count"), false);
                }
            }
            default -> {}
        }
        return result;
    }

    private static void scale(ObjectNode fields, List<String> names, boolean more) {
        for (String name : names) {
            if (fields.path(name).isInt()) {
                int value = fields.path(name).asInt();
                fields.put(name, more ? 2 * value : (value + 1) / 2);
            }
        }
    }

    private static void cpu(JsonNode podSpec, boolean less) {
        for (JsonNode container : podSpec.path("containers")) {
            if (container.path("resources").path("requests") instanceof ObjectNode requests && requests.has("cpu")) {
                String cpu = requests.path("cpu").asString("");
                int millis = cpu.endsWith("m")
                        ? Integer.parseInt(cpu.substring(0, cpu.length() - 1))
                        : 1000 * Integer.parseInt(cpu);
                int other = less ? millis / 2 : 2 * millis;
                requests.put("cpu", other % 1000 == 0 ? String.valueOf(other / 1000) : other + "m");
            }
        }
    }

    /** The queue beside the scenario, and its jobs. */
    static List<ObjectNode> neighbours() {
        String api = "kueue.x-k8s.io/v1beta2";
        return List.of(
                Json.parse(
                        "{\"apiVersion\": \"%s\", \"kind\": \"ResourceFlavor\", \"metadata\": {\"name\": \"%s\"}, \"spec\": {}}"
                                .formatted(api, NEIGHBOUR)),
                Json.parse("""
                    {"apiVersion": "%1$s", "kind": "ClusterQueue", "metadata": {"name": "%2$s"}, "spec": {
                     "namespaceSelector": {}, "resourceGroups": [{"coveredResources": ["cpu"], "flavors": [
                     {"name": "%2$s", "resources": [{"name": "cpu", "nominalQuota": "1"}]}]}]}}
                    """.formatted(api, NEIGHBOUR)),
                Json.parse("""
                    {"apiVersion": "%1$s", "kind": "LocalQueue", "metadata": {"name": "%2$s", "namespace": "team"},
                     "spec": {"clusterQueue": "%2$s"}}
                    """.formatted(api, NEIGHBOUR)),
                job(1),
                job(2));
    }

    private static ObjectNode job(int number) {
        return Json.parse("""
            {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "%1$s-%2$d", "namespace": "team",
             "labels": {"kueue.x-k8s.io/queue-name": "%1$s"}}, "spec": {"parallelism": 1, "completions": 1,
             "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "c",
             "image": "example.com/app:1", "resources": {"requests": {"cpu": "1"}}}]}}}}
            """.formatted(NEIGHBOUR, number));
    }

    @Override
    public String toString() {
        return "seed " + seed + " " + kinds;
    }
}
