package dev.turnstile.playground;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.ResourceType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Manifests of the module {@code deploy}, created in a cluster as an operator would apply them. */
final class Manifests {
    private static final List<String> DEFINITIONS = List.of(
            "admissionchecks",
            "clusterqueues",
            "cohorts",
            "localqueues",
            "multikueueclusters",
            "multikueueconfigs",
            "resourceflavors",
            "workloadpriorityclasses",
            "workloads");
    /** Of the features, those that the playground has on. */
    private static final List<String> ADMISSION = List.of(
            "policies/jobs",
            "policies/pods",
            "policies/workloads",
            "features/SchedulingGatedBy",
            "features/WorkloadAdmissionConstraints",
            "webhooks/mutating",
            "webhooks/validating");

    private static final Map<String, String> WEBHOOKS = Map.of(
            "mutatingwebhookconfigurations", "kueue-mutating-webhook-configuration",
            "validatingwebhookconfigurations", "kueue-validating-webhook-configuration");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final YAMLMapper YAML = YAMLMapper.builder().build();

    private Manifests() {}

    /** The definitions alone: enough for an API without services to take our kinds. */
    static void define(EmbeddedCluster cluster) {
        DEFINITIONS.forEach(plural -> create(cluster, "/crds/" + plural + ".kueue.x-k8s.io.yaml"));
    }

    /** What an installation brings: the services never create these themselves. */
    static void install(EmbeddedCluster cluster) {
        define(cluster);
        ObjectNode namespace = YAML.createObjectNode().put("apiVersion", "v1").put("kind", "Namespace");
        namespace.putObject("metadata").put("name", "kueue-system");
        create(cluster, namespace);
        ADMISSION.forEach(file -> create(cluster, "/" + file + ".yaml"));
    }

    /** Waits until the worker of that cluster has made itself known: its webhooks fail closed. */
    static void awaitWebhooks(EmbeddedCluster cluster) {
        Instant end = Instant.now().plus(PATIENCE);
        while (!webhooksAnswer(cluster)) {
            if (Instant.now().isAfter(end)) {
                throw new IllegalStateException("the worker-service of " + cluster.name()
                        + " has not put its certificate into the webhook configurations within " + PATIENCE);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static boolean webhooksAnswer(EmbeddedCluster cluster) {
        return WEBHOOKS.entrySet().stream()
                .allMatch(configuration -> cluster.client()
                        .get(
                                new GroupVersionResource("admissionregistration.k8s.io", "v1", configuration.getKey()),
                                "",
                                configuration.getValue())
                        .filter(found -> found.at("/webhooks/0/clientConfig").has("caBundle"))
                        .isPresent());
    }

    /** Creates every document of a file, in order. */
    static void create(EmbeddedCluster cluster, String file) {
        try (InputStream text = Manifests.class.getResourceAsStream(file)) {
            if (text == null) {
                throw new IllegalStateException(file + " is not on the class path: is the module deploy built?");
            }
            try (MappingIterator<JsonNode> documents =
                    YAML.readerFor(JsonNode.class).readValues(text)) {
                while (documents.hasNextValue()) {
                    create(cluster, (ObjectNode) documents.nextValue());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static void create(EmbeddedCluster cluster, ObjectNode object) {
        String apiVersion = object.path("apiVersion").asString();
        String kind = object.path("kind").asString();
        ResourceType type = cluster.client().types().stream()
                .filter(served ->
                        served.apiVersion().equals(apiVersion) && served.kind().equals(kind))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException(cluster.name() + " serves no " + kind + " of " + apiVersion));
        cluster.client().create(type.resource(), object);
    }
}
