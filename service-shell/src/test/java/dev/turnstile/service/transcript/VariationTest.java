package dev.turnstile.service.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.json.Json;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class VariationTest {
    private static final Story STORY = Story.of("a", """
        steps:
        - manifests:
          - {kind: ResourceFlavor, metadata: {name: default}}
          - {kind: ClusterQueue, metadata: {name: cq}}
          - {kind: LocalQueue, metadata: {name: main}}
        - manifests:
          - kind: Job
            metadata: {name: low, labels: {kueue.x-k8s.io/queue-name: main}}
            spec: {parallelism: 3, completions: 3, template: {spec: {containers: [{resources: {requests: {cpu: '1'}}}]}}}
        """);

    private static Variation only(Variation.Kind kind) {
        return new Variation(7, Set.of(kind), kind == Variation.Kind.NAMES ? Set.of("low", "cq") : Set.of());
    }

    private static ObjectNode job() {
        return (ObjectNode)
                Json.items(STORY.steps().getLast().tree(), "manifests").getFirst();
    }

    @Test
    void eachSeedGivesOneAndTheSameOneEachTime() {
        assertThat(LongStream.range(0, 50).mapToObj(seed -> Variation.of(seed, STORY)))
                .allMatch(variation -> !variation.kinds().isEmpty())
                .allMatch(variation -> variation.equals(Variation.of(variation.seed(), STORY)));
        assertThat(LongStream.range(0, 50)
                        .mapToObj(seed -> Variation.of(seed, STORY))
                        .flatMap(variation -> variation.kinds().stream())
                        .distinct())
                .containsExactlyInAnyOrder(Variation.Kind.values());
    }

    @Test
    void otherNamesAreSentAndTheRecordedOnesAreSeen() {
        Variation variation = only(Variation.Kind.NAMES);
        ObjectNode sent = variation.sent(job());

        assertThat(Json.name(sent)).isEqualTo("v7x-low");
        assertThat(Json.text(sent, "metadata", "labels", "kueue.x-k8s.io/queue-name"))
                .isEqualTo("main");
        Names names = new Names(variation);
        assertThat(names.text("Created Workload: team/v7x-low")).isEqualTo("Created Workload: team/low");
        assertThat(names.present("", "low")).isEqualTo("v7x-low");
        assertThat(names.present("", "main")).isEqualTo("main");
    }

    @Test
    void twiceAsManyPodsOfHalfTheSizeAreSentAndTheRecordedNumberIsSeen() {
        Variation variation = only(Variation.Kind.PODS);
        ObjectNode sent = variation.sent(job());

        assertThat(sent.path("spec").path("parallelism").asInt()).isEqualTo(6);
        assertThat(sent.at("/spec/template/spec/containers/0/resources/requests/cpu")
                        .asString())
                .isEqualTo("500m");
        assertThat(variation.seen(sent).path("spec")).isEqualTo(job().path("spec"));
        JsonNode pod = Json.parse("{\"kind\": \"Pod\", \"metadata\": {\"generateName\": \"low-\"}}");
        assertThat(variation.seen(List.of((ObjectNode) pod, (ObjectNode) pod.deepCopy())))
                .hasSize(1);
    }

    @Test
    void aScenarioAboutSecondsIsLeftAsItIs() {
        assertThat(Variation.of(1, Story.of("a", "{configuration: {waitForPodsReady: {timeout: 2s}}, steps: []}")))
                .isEqualTo(Variation.NONE);
    }
}
