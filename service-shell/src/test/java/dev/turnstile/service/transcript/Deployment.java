package dev.turnstile.service.transcript;

import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.testing.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * What whoever deploys the controllers puts into a cluster beside the definitions: policies, and the configurations of
 * the webhooks, which the controllers then complete.
 */
final class Deployment {
    private static final Path FOLDER = Path.of("..", "deploy");
    private static final String ADMISSION = "/apis/admissionregistration.k8s.io/v1/";
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");
    private static final YAMLMapper YAML = YAMLMapper.builder().build();

    private Deployment() {}

    /**
     * Applies all, but of what belongs to a feature only what is on.
     *
     * @param defaultQueue whether a queue serves those that name none, so that webhooks have to see all
     */
    static void apply(HttpApi api, Settings settings, boolean defaultQueue) {
        List<Path> files = new ArrayList<>(listed("policies"));
        files.addAll(listed("webhooks"));
        listed("features").stream()
                .filter(file -> settings.features()
                        .getOrDefault(String.valueOf(file.getFileName()).replaceFirst("\\.yaml$", ""), false))
                .forEach(files::add);
        files.forEach(file -> apply(api, file, defaultQueue));
    }

    private static List<Path> listed(String folder) {
        try (Stream<Path> files = Files.list(FOLDER.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the deployment in " + folder + " cannot be read", e);
        }
    }

    private static void apply(HttpApi api, Path file, boolean defaultQueue) {
        try (MappingIterator<JsonNode> documents =
                YAML.readerFor(JsonNode.class).readValues(Files.readString(file))) {
            while (documents.hasNext()) {
                JsonNode document = documents.next();
                if (defaultQueue && Json.text(document, "kind").equals("MutatingWebhookConfiguration")) {
                    seeAll(document);
                }
                int code = api.send("POST", ADMISSION + plural(document), JSON, document.toString())
                        .code();
                if (code != 201 && code != 409) {
                    throw new IllegalStateException("the cluster answered " + code + " to " + document);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the file " + file + " cannot be read", e);
        }
    }

    /** As docs/webhooks.md says of a queue {@code default}. */
    private static void seeAll(JsonNode configuration) {
        for (JsonNode webhook : configuration.path("webhooks")) {
            ObjectNode fields = (ObjectNode) webhook;
            fields.remove("objectSelector");
            fields.putObject("namespaceSelector").putObject("matchLabels").put("kubernetes.io/metadata.name", "team");
        }
    }

    private static String plural(JsonNode document) {
        String kind = Json.text(document, "kind").toLowerCase(Locale.ROOT);
        return kind.endsWith("y") ? kind.substring(0, kind.length() - 1) + "ies" : kind + "s";
    }

    /** Waits until API server, policies and webhooks agree: the API server notices new ones a moment later. */
    static void awaitAnswers(HttpApi api) {
        await(api, "policies to hold", Kinds.path("Job", "team"), job("two"), 422);
        await(api, "webhooks to answer for Jobs", Kinds.path("Job", "team"), job("1"), 201);
        await(api, "webhooks to answer for queues", Kinds.path("Cohort", ""), cohort(), 201);
    }

    private static void await(HttpApi api, String what, String path, ObjectNode object, int code) {
        AtomicReference<String> last = new AtomicReference<>("nothing");
        try {
            Waiting.until(what, () -> {
                HttpApi.Answer answer = api.send("POST", path + "?dryRun=All", JSON, object.toString());
                last.set(answer.code() + " " + answer.body());
                return answer.code() == code;
            });
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException("waited for " + what + "; the last answer was " + last.get(), e);
        }
    }

    private static ObjectNode job(String minimum) {
        return (ObjectNode) YAML.readTree("""
            apiVersion: batch/v1
            kind: Job
            metadata: {name: probe, labels: {kueue.x-k8s.io/queue-name: main},
              annotations: {kueue.x-k8s.io/job-min-parallelism: '%s'}}
            spec: {parallelism: 2, template: {spec: {restartPolicy: Never, containers: [{name: c, image: example.com/c}]}}}
            """.formatted(minimum));
    }

    private static ObjectNode cohort() {
        return (ObjectNode) YAML.readTree("""
            {apiVersion: kueue.x-k8s.io/v1beta2, kind: Cohort, metadata: {name: probe}, spec: {}}
            """);
    }
}
