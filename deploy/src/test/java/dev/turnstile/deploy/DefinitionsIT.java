package dev.turnstile.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.model.kueue.KueueKinds;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.model.meta.ResourceKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Our definitions on an API server: accepted, established, and with every rule doing what its example says. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DefinitionsIT {
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpApi api = TestCluster.shared().api();
    private final RuleServer rules = new HttpRuleServer(api);

    @BeforeAll
    void install() {
        for (ResourceKind<?, ?> kind : KueueKinds.ALL) {
            api.post(DEFINITIONS, Definition.of(kind).tree());
        }
        for (ResourceKind<?, ?> kind : KueueKinds.ALL) {
            Awaitility.await(kind.definitionName() + " to be served")
                    .atMost(PATIENCE)
                    .until(() -> conditions(kind).contains("Established=True")
                            && api.send("GET", kind.path(null), Map.of(), null).code() == 200);
        }
        ObjectNode team = KubernetesJson.mapper().createObjectNode();
        team.put("apiVersion", "v1")
                .put("kind", "Namespace")
                .putObject("metadata")
                .put("name", "team");
        api.post("/api/v1/namespaces", team);
    }

    Stream<ResourceKind<?, ?>> kinds() {
        return KueueKinds.ALL.stream();
    }

    Stream<RuleExample> examples() {
        return RuleExample.all();
    }

    Stream<Manifests> manifests() {
        return Manifests.all().stream();
    }

    private List<String> conditions(ResourceKind<?, ?> kind) {
        List<String> conditions = new ArrayList<>();
        JsonNode definition = api.get(DEFINITIONS + "/" + kind.definitionName());
        for (JsonNode condition : definition.at("/status/conditions")) {
            conditions.add(condition.path("type").asString() + "="
                    + condition.path("status").asString());
        }
        return conditions;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theDefinitionIsAcceptedAndStructural(ResourceKind<?, ?> kind) {
        assertThat(conditions(kind)).containsExactlyInAnyOrder("NamesAccepted=True", "Established=True");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aRuleAcceptsAndRefusesAsItsExampleSays(RuleExample example) {
        RuleServer.play(rules, example);
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void manifestsOfKueueApplyUnchanged(Manifests manifests) {
        for (ObjectNode object : manifests.objects()) {
            assertThat(rules.tryToCreate(Manifests.kindOf(object), object))
                    .as("%s", object)
                    .isEmpty();
        }
    }

    @Test
    void aFieldThatWeDoNotSupportIsRefusedByName() {
        ObjectNode flavor = KubernetesJson.mapper().createObjectNode();
        flavor.put("apiVersion", "kueue.x-k8s.io/v1beta2").put("kind", "ResourceFlavor");
        flavor.putObject("metadata").put("name", "f");
        flavor.putObject("spec").put("topologyName", "t");

        assertThat(rules.tryToCreate(KueueKinds.RESOURCE_FLAVOR, flavor))
                .singleElement()
                .satisfies(cause -> assertThat(cause.message())
                        .startsWith("400")
                        .contains("unknown field \\\"spec.topologyName\\\""));
    }

    @ParameterizedTest
    @CsvSource({"16, 1, 64", "1, 64, 64", "16, 64, 1", "16, 64, 10", "8, 16, 64"})
    void theRulesAreNotTooDearForTheLargestClusterQueue(int groups, int flavors, int resources) {
        assertThat(rules.tryToCreate(KueueKinds.CLUSTER_QUEUE, LargestObjects.clusterQueue(groups, flavors, resources)))
                .isEmpty();
    }

    @Test
    void theRulesAreNotTooDearForTheLargestWorkload() {
        ObjectNode workload = Merged.of(LargestObjects.workload(5), LargestObjects.workloadStatus(2));

        assertThat(rules.tryToPatch(
                        KueueKinds.WORKLOAD, workload, Subresource.STATUS, LargestObjects.workloadStatus(3)))
                .isEmpty();
        assertThat(rules.tryToPatch(
                        KueueKinds.WORKLOAD,
                        workload,
                        Subresource.OBJECT,
                        LargestObjects.workload(4).retain("spec")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "workloads, Name Queue Reserved_in Admitted Gated Finished Age",
        "clusterqueues, Name Cohort Strategy Pending_Workloads Admitted_Workloads",
        "localqueues, Name ClusterQueue Pending_Workloads Admitted_Workloads",
        "multikueueclusters, Name Connected Age",
        "workloadpriorityclasses, Name Value",
    })
    void kubectlShowsTheColumnsThatItsUsersKnow(String plural, String columns) {
        HttpApi.Answer table = api.send(
                "GET",
                "/apis/kueue.x-k8s.io/v1beta2/" + plural,
                Map.of("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io"),
                null);
        List<String> shown = new ArrayList<>();
        for (JsonNode column : table.json().path("columnDefinitions")) {
            shown.add(column.path("name").asString().replace(' ', '_'));
        }

        assertThat(String.join(" ", shown)).isEqualTo(columns);
    }
}
