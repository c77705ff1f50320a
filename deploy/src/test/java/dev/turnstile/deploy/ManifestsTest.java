package dev.turnstile.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.kueue.KueueKinds;
import dev.turnstile.model.meta.ApiObject;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.model.meta.ResourceKind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** What was written for Kueue applies to our definitions as it is, and our records hold all of it. */
class ManifestsTest {
    private final SchemaServer server = new SchemaServer();

    static Stream<Manifests> manifests() {
        return Manifests.all().stream();
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void manifestsOfKueueApplyUnchanged(Manifests manifests) {
        assertThat(manifests.objects()).isNotEmpty();
        for (ObjectNode object : manifests.objects()) {
            ResourceKind<?, ?> kind = Manifests.kindOf(object);

            assertThat(server.schema(kind).unknownFields(object))
                    .as("%s", object)
                    .isEmpty();
            assertThat(server.tryToCreate(kind, object)).as("%s", object).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void recordsHoldEveryFieldOfThem(Manifests manifests) {
        for (ObjectNode object : manifests.objects()) {
            ApiObject read =
                    KubernetesJson.read(object, Manifests.kindOf(object).type());
            ObjectNode defaulted = object.deepCopy();
            server.schema(Manifests.kindOf(object)).applyDefaults(defaulted);

            assertThat(KubernetesJson.read(defaulted, Manifests.kindOf(object).type()))
                    .as("the records' defaults are those of the schema: %s", object)
                    .isEqualTo(read);
            assertThat(KubernetesJson.read(
                            KubernetesJson.tree(read), Manifests.kindOf(object).type()))
                    .isEqualTo(read);
        }
    }

    @Test
    void thereIsAManifestOfEveryKind() {
        List<String> kinds = manifests()
                .flatMap(manifests -> manifests.objects().stream())
                .map(object -> object.path("kind").asString())
                .distinct()
                .toList();

        assertThat(kinds)
                .containsExactlyInAnyOrderElementsOf(
                        KueueKinds.ALL.stream().map(ResourceKind::kind).toList());
    }

    @Test
    void aFieldThatWeDoNotSupportIsNotInTheSchema() {
        ObjectNode flavor = (ObjectNode) KubernetesJson.mapper()
                .readTree("{\"apiVersion\": \"kueue.x-k8s.io/v1beta2\", \"kind\": \"ResourceFlavor\","
                        + " \"metadata\": {\"name\": \"f\"}, \"spec\": {\"topologyName\": \"t\"}}");

        assertThat(server.schema(KueueKinds.RESOURCE_FLAVOR).unknownFields(flavor))
                .containsExactly("unknown field \"spec.topologyName\"");
    }
}
