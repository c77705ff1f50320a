package dev.turnstile.service.transcript;

import dev.turnstile.embedded.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A recording.
 *
 * @param name its file's, without the ending
 * @param clusters the names of its clusters; one empty name where there is only one
 * @param settings what the controllers of all clusters start with
 * @param metrics what was measured at the end
 */
record Story(String name, NavigableSet<String> clusters, Settings settings, List<Step> steps, JsonNode metrics) {
    private static final YAMLMapper YAML = YAMLMapper.builder().build();
    private static final Pattern CREDENTIALS = Pattern.compile("HOST:PORT-OF-([a-z0-9-]+)");

    /**
     * One step.
     *
     * @param number as people count, from 1
     * @param seconds how long it took when it was recorded, without the waits that it consists of
     */
    record Step(int number, ObjectNode tree, double seconds) {
        String does() {
            return Json.text(tree, "does");
        }
    }

    /** Whether what a step of a single cluster ends in is over by time alone: in the next one nothing is done. */
    boolean passes(Step step) {
        return clusters.size() == 1
                && step.number() < steps.size()
                && Json.items(steps.get(step.number()).tree(), "manifests").isEmpty()
                && Json.items(steps.get(step.number()).tree(), "actions").stream()
                        .allMatch(action -> action.has("wait"));
    }

    /** Whether the next step whose end was recorded tells of an object of that kind and name. */
    boolean tells(Step step, ObjectNode object) {
        return steps.stream()
                .skip(step.number())
                .map(later -> later.tree().path("then"))
                .filter(JsonNode::isObject)
                .findFirst()
                .filter(then -> Json.items(then, "objects").stream()
                        .anyMatch(told -> Json.text(told, "kind").equals(Json.text(object, "kind"))
                                && Json.text(told, "metadata", "name").equals(Json.name(object))))
                .isPresent();
    }

    /** Whether a queue serves those that name none. */
    boolean hasDefaultQueue() {
        return steps.stream()
                .flatMap(step -> Stream.concat(
                        Json.items(step.tree(), "manifests").stream(),
                        Json.items(step.tree(), "actions").stream().map(action -> action.path("create"))))
                .anyMatch(made -> Json.text(made, "kind").equals("LocalQueue")
                        && Json.text(made, "metadata", "name").equals("default"));
    }

    static Story read(Path file) {
        try {
            return of(String.valueOf(file.getFileName()).replaceFirst("\\.yaml$", ""), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException("the story " + file + " cannot be read", e);
        }
    }

    private static DoubleStream waits(JsonNode step) {
        return Json.items(step, "actions").stream()
                .map(action -> Json.text(action, "wait"))
                .filter(wait -> wait.matches("[\\d.]+s"))
                .mapToDouble(wait -> Double.parseDouble(wait.replace("s", "")));
    }

    /** The longest wait in these steps, in seconds. */
    double longestWait(IntPredicate chosen) {
        return steps.stream()
                .filter(step -> chosen.test(step.number()))
                .flatMapToDouble(step -> waits(step.tree()))
                .max()
                .orElse(0);
    }

    static Story of(String name, String yaml) {
        ObjectNode tree = (ObjectNode) YAML.readTree(yaml);
        NavigableSet<String> clusters = new TreeSet<>();
        tree.findValuesAsString("cluster").forEach(clusters::add);
        // Of some there is nothing to tell but that they are connected.
        CREDENTIALS.matcher(yaml).results().forEach(named -> clusters.add(named.group(1)));
        List<Step> steps = new ArrayList<>();
        RecordedClock clock = RecordedClock.of(tree.path("clock"));
        double before = 0;
        for (JsonNode step : tree.path("steps")) {
            double until = Math.max(before, clock.latestIn(step.path("then")));
            double moved = Math.max(0, until - before - waits(step).sum());
            steps.add(new Step(steps.size() + 1, (ObjectNode) step, moved));
            before = until;
        }
        TreeMap<String, Boolean> features = new TreeMap<>();
        tree.path("features")
                .properties()
                .forEach(entry -> features.put(entry.getKey(), entry.getValue().asBoolean()));
        JsonNode configuration = tree.path("configuration");
        return new Story(
                name,
                clusters.isEmpty() ? new TreeSet<>(List.of("")) : clusters,
                new Settings(features, configuration.isObject() ? (ObjectNode) configuration : Json.object()),
                List.copyOf(steps),
                tree.path("metrics"));
    }
}
