package dev.turnstile.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.KueueKinds;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.model.meta.ResourceKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A field of the API stands in two places, its record and its schema; this is the test that misses it in one of them.
 */
class RecordsAgreeWithSchemasTest {
    static Stream<ResourceKind<?, ?>> kinds() {
        return KueueKinds.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void recordAndSchemaHaveTheSameFields(ResourceKind<?, ?> kind) {
        assertThat(SchemaComparison.ofKind(kind.type(), Definition.of(kind).schema()))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aFieldForgottenInTheSchemaIsMissed(ResourceKind<?, ?> kind) {
        for (String path : fields(Definition.of(kind).schema())) {
            ObjectNode schema = Definition.of(kind).schema().deepCopy();
            ((ObjectNode) schema.at(parent(path))).remove(name(path));

            assertThat(SchemaComparison.ofKind(kind.type(), schema))
                    .as(path)
                    .anyMatch(
                            difference -> difference.contains(name(path)) && difference.contains("not in the schema"));
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aFieldForgottenInTheRecordIsMissed(ResourceKind<?, ?> kind) {
        for (String path : fields(Definition.of(kind).schema())) {
            ObjectNode schema = Definition.of(kind).schema().deepCopy();
            ((ObjectNode) schema.at(parent(path))).putObject("brandNew").put("type", "string");

            assertThat(SchemaComparison.ofKind(kind.type(), schema))
                    .as(path)
                    .anyMatch(difference -> difference.contains(".brandNew: in the schema, not in record"));
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aFieldOfAnotherTypeIsNoticed(ResourceKind<?, ?> kind) {
        for (String path : fields(Definition.of(kind).schema())) {
            ObjectNode schema = Definition.of(kind).schema().deepCopy();
            ObjectNode field = (ObjectNode) schema.at(path);
            field.removeAll();
            field.put("type", "number");

            assertThat(SchemaComparison.ofKind(kind.type(), schema))
                    .as(path)
                    .anyMatch(difference -> difference.contains("." + name(path)));
        }
    }

    record Shorter(@Nullable String apiVersion) {}

    @Test
    void aRecordWithoutTheFieldsOfItsSchemaIsNoticed() {
        List<String> differences = SchemaComparison.ofKind(
                Shorter.class, Definition.of(KueueKinds.CLUSTER_QUEUE).schema());

        assertThat(differences)
                .contains(
                        ".spec: in the schema, not in record Shorter",
                        ".status: in the schema, not in record Shorter",
                        ".kind: in the schema, not in record Shorter");
    }

    @Test
    void aListThatMergesOtherwiseAnEnumValueADefaultAndAnOptionalFieldAreNoticed() {
        ObjectNode schema = Definition.of(KueueKinds.CLUSTER_QUEUE).schema().deepCopy();
        ObjectNode spec = (ObjectNode) schema.at("/properties/spec/properties");
        ((ObjectNode) spec.at("/resourceGroups")).put("x-kubernetes-list-type", "set");
        ((ObjectNode) spec.at("/stopPolicy")).putArray("enum").add("None").add("Hold");
        ((ObjectNode) spec.at("/queueingStrategy")).put("default", "StrictFIFO");
        ((ObjectNode) spec.at("/fairSharing/properties/weight")).remove("default");
        ((ObjectNode) spec.at("/preemption/properties/borrowWithinCohort/properties/maxPriorityThreshold"))
                .put("format", "int64");

        assertThat(SchemaComparison.ofKind(ClusterQueue.class, schema))
                .containsExactly(
                        ".spec.resourceGroups: x-kubernetes-list-type atomic in the record, \"set\" in the schema",
                        ".spec.preemption.borrowWithinCohort.maxPriorityThreshold: integer int32 in the record,"
                                + " integer int64 in the schema",
                        ".spec.fairSharing.weight: never null in the record, optional in the schema",
                        ".spec.stopPolicy: values [Hold, HoldAndDrain, None] in the record, [Hold, None] in the schema",
                        ".spec.queueingStrategy: default StrictFIFO in the record, \"BestEffortFIFO\" in the schema");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theDefinitionNamesTheKindAsItsUsersKnowIt(ResourceKind<?, ?> kind) {
        Definition definition = Definition.of(kind);
        JsonNode spec = definition.tree().path("spec");

        assertThat(definition.tree().at("/metadata/name").asString()).isEqualTo(kind.definitionName());
        assertThat(spec.path("group").asString()).isEqualTo(ApiNames.GROUP);
        assertThat(spec.path("scope").asString()).isEqualTo(kind.namespaced() ? "Namespaced" : "Cluster");
        assertThat(spec.at("/names/kind").asString()).isEqualTo(kind.kind());
        assertThat(spec.at("/names/listKind").asString())
                .isEqualTo(kind.listType().getSimpleName());
        assertThat(spec.at("/names/plural").asString()).isEqualTo(kind.plural());
        assertThat(spec.at("/names/singular").asString()).isEqualTo(kind.singular());
        assertThat(spec.at("/names/categories/0").asString()).isEqualTo("kueue");
        assertThat(spec.path("versions")).hasSize(1);
        assertThat(definition.version().path("name").asString()).isEqualTo(ApiNames.VERSION);
        assertThat(definition.version().path("subresources").has("status"))
                .isEqualTo(Arrays.stream(kind.type().getRecordComponents())
                        .anyMatch(component -> component.getName().equals("status")));
    }

    @ParameterizedTest
    @CsvSource({
        "Workload, kwl wl",
        "ClusterQueue, cq",
        "LocalQueue, queue queues lq",
        "ResourceFlavor, flavor flavors rf",
        "Cohort, co",
        "WorkloadPriorityClass, wpc",
        "AdmissionCheck, ac",
        "MultiKueueConfig, mkconf",
        "MultiKueueCluster, mkc",
    })
    void shortNamesAreThoseOfKueue(String name, String shortNames) {
        ResourceKind<?, ?> kind =
                kinds().filter(each -> each.kind().equals(name)).findFirst().orElseThrow();
        List<String> names = new ArrayList<>();
        for (JsonNode shortName : Definition.of(kind).tree().at("/spec/names/shortNames")) {
            names.add(shortName.asString());
        }

        assertThat(String.join(" ", names)).isEqualTo(shortNames);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyFieldIsDescribed(ResourceKind<?, ?> kind) {
        JsonNode schema = Definition.of(kind).schema();

        assertThat(schema.path("description").asString()).isNotBlank();
        for (String path : fields(schema)) {
            if (!path.equals("/properties/metadata")) {
                assertThat(schema.at(path).path("description").asString())
                        .as(path)
                        .isNotBlank();
            }
        }
    }

    /** JSON pointers of every property of a schema, however deep, but for those that all objects have. */
    private static List<String> fields(JsonNode schema) {
        List<String> paths = new ArrayList<>();
        collect("", schema, paths);
        paths.removeAll(List.of("/properties/apiVersion", "/properties/kind", "/properties/metadata"));
        return paths;
    }

    private static void collect(String path, JsonNode schema, List<String> paths) {
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            String field = path + "/properties/" + property.getKey();
            paths.add(field);
            collect(field, property.getValue(), paths);
        }
        if (schema.has("items")) {
            collect(path + "/items", schema.path("items"), paths);
        }
        if (schema.has("additionalProperties")) {
            collect(path + "/additionalProperties", schema.path("additionalProperties"), paths);
        }
    }

    private static String parent(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
