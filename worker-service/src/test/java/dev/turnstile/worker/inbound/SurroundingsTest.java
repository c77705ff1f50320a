package dev.turnstile.worker.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.message.Message;
import dev.turnstile.core.resource.Requests;
import dev.turnstile.model.config.Resources;
import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadSpec;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

class SurroundingsTest {
    private static final YAMLMapper YAML = YAMLMapper.builder().build();
    private static final String PLAIN = "containers: [{name: c, resources: {requests: {cpu: '1'}}}]";
    private static final String SILENT = "containers: [{name: c}]";
    private static final String ABOVE_MAXIMUM =
            "resources didn't satisfy LimitRange constraints: spec.podSets[0].template.spec.containers[0]:"
                    + " Invalid value: [\"cpu\"]: requests must not be above the limitRange max";

    private final Map<String, ObjectNode> runtimeClasses = new TreeMap<>();
    private final List<ObjectNode> limitRanges = new ArrayList<>();
    private final Surroundings surroundings = new Surroundings(
            new ResourceRules(new Resources(List.of(), List.of())), this::runtimeClass, this::limitRanges);

    private List<ObjectNode> limitRanges(String namespace) {
        return limitRanges.stream()
                .filter(range ->
                        range.path("metadata").path("namespace").asString("").equals(namespace))
                .toList();
    }

    private @Nullable ObjectNode runtimeClass(String name) {
        return runtimeClasses.get(name);
    }

    private static ObjectNode object(String yaml) {
        return (ObjectNode) YAML.readTree(yaml);
    }

    private static Workload workload(String podSpec) {
        ObjectNode template = object("{spec: {" + podSpec + "}}");
        return new Workload(
                new V1ObjectMeta().namespace("team").name("w").uid("u"),
                WorkloadSpec.EMPTY.withPodSets(List.of(new PodSet("main", template, 1, null))));
    }

    private Requests requests(String podSpec) {
        return surroundings.view(workload(podSpec)).podSets().getFirst().requests(1);
    }

    private void limit(String namespace, String limits) {
        limitRanges.add(
                object("{metadata: {namespace: " + namespace + ", name: l}, spec: {limits: [" + limits + "]}}"));
    }

    @Test
    void aRuntimeClassAddsItsOverhead() {
        runtimeClasses.put("vm", object("{overhead: {podFixed: {cpu: 250m}}}"));

        assertThat(requests(PLAIN + ", runtimeClassName: vm")).isEqualTo(Requests.of(Map.of("cpu", 1250L)));
        assertThat(requests(PLAIN + ", runtimeClassName: other")).isEqualTo(Requests.of(Map.of("cpu", 1000L)));
    }

    @Test
    void aLimitRangeFillsInWhatAContainerLeavesOut() {
        limit("team", "{type: Container, defaultRequest: {cpu: 750m}}");

        assertThat(requests(SILENT)).isEqualTo(Requests.of(Map.of("cpu", 750L)));
        assertThat(requests(PLAIN)).isEqualTo(Requests.of(Map.of("cpu", 1000L)));
    }

    @Test
    void thatOfAnotherNamespaceDoesNotCount() {
        limit("other", "{type: Container, defaultRequest: {cpu: 750m}}");

        assertThat(requests(SILENT)).isEqualTo(Requests.of(Map.of()));
    }

    @Test
    void aRequestAboveTheLimitNamesTheLimit() {
        limit("team", "{type: Container, max: {cpu: 500m}}");

        assertThat(surroundings.problem(workload(PLAIN)))
                .isEqualTo(new Surroundings.Problem(Message.of(ABOVE_MAXIMUM), Message.of(ABOVE_MAXIMUM)));
        assertThat(surroundings.problem(workload(SILENT))).isNull();
    }

    @Test
    void aRequestAboveTheDefaultLimitTooNamesBoth() {
        limit("team", "{type: Container, default: {cpu: 250m}, max: {cpu: 500m}}");

        assertThat(surroundings.problem(workload(PLAIN)))
                .isEqualTo(new Surroundings.Problem(
                        Message.of(ABOVE_MAXIMUM),
                        Message.of("resources validation failed: spec.podSets[0].template.spec.containers[0]:"
                                + " Invalid value: [\"cpu\"]: requests must not exceed its limits")));
    }
}
