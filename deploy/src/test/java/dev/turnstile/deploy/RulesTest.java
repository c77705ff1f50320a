package dev.turnstile.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.model.kueue.KueueKinds;
import dev.turnstile.model.meta.ResourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Every CEL rule of our definitions has examples, and they hold. {@link DefinitionsIT} plays the same on an API server.
 */
class RulesTest {
    private final SchemaServer server = new SchemaServer();

    static Stream<ResourceKind<?, ?>> kinds() {
        return KueueKinds.ALL.stream();
    }

    static Stream<RuleExample> examples() {
        return RuleExample.all();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyRuleHasAnExampleAndEveryExampleARule(ResourceKind<?, ?> kind) {
        List<String> rules = new ArrayList<>();
        collectRules("", Definition.of(kind).schema(), rules);

        assertThat(rules).doesNotHaveDuplicates();
        assertThat(RuleExample.of(kind).stream().map(RuleExample::rule).distinct())
                .containsExactlyInAnyOrderElementsOf(rules);
    }

    private static void collectRules(String path, JsonNode schema, List<String> rules) {
        for (JsonNode rule : schema.path("x-kubernetes-validations")) {
            rules.add(path + ": " + rule.path("message").asString());
        }
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            collectRules((path.isEmpty() ? "" : path + ".") + property.getKey(), property.getValue(), rules);
        }
        if (schema.has("items")) {
            collectRules(path + "[]", schema.path("items"), rules);
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aRuleAcceptsAndRefusesAsItsExampleSays(RuleExample example) {
        RuleServer.play(server, example);
    }

    @Test
    void anExampleThatDoesNotHoldIsNoticed() {
        RuleExample example = RuleExample.of(KueueKinds.MULTIKUEUE_CONFIG).getFirst();
        ObjectNode nothing = example.accepted().deepCopy().removeAll();

        assertThatThrownBy(() -> RuleServer.play(server, example(example, example.refused(), example.refused())))
                .hasMessageContaining("the accepting example was refused")
                .hasMessageContaining("must be unique");
        assertThatThrownBy(() -> RuleServer.play(server, example(example, nothing, nothing)))
                .hasMessageContaining("was not refused with \"must be unique\" of spec.clusters");
        assertThat(server.tryToPatch(example.kind(), example.base(), Subresource.OBJECT, example.accepted()))
                .isEmpty();
    }

    private static RuleExample example(RuleExample like, ObjectNode accepted, ObjectNode refused) {
        return new RuleExample(
                like.kind(),
                like.at(),
                like.message(),
                like.field(),
                like.base(),
                like.write(),
                like.given(),
                accepted,
                refused);
    }
}
