package dev.turnstile.embedded.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a real kube-apiserver answered to definitions and custom resources ({@code oracle/record-validation}), we answer
 * too.
 */
class RecordedValidationTest {

    /**
     * Where the words of the libraries behind differ: regular expressions, parsers of expressions, and what Go prints
     * of structs.
     */
    private static final Set<String> OTHER_WORDS =
            Set.of("bad pattern", "syntax error in rule", "no storage version", "bad default");

    private final JsonNode record = read();

    private static JsonNode read() {
        try (InputStream recorded = RecordedValidationTest.class.getResourceAsStream("recorded-validation.json")) {
            return JsonMapper.shared().readTree(recorded);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @TestFactory
    Stream<DynamicTest> definitions() {
        return record.path("bad")
                .valueStream()
                .map(step -> DynamicTest.dynamicTest(step.path("title").asString(), () -> {
                    ObjectNode definition = (ObjectNode) step.path("definition").deepCopy();
                    CrdValidation.applyDefaults(definition);
                    List<FieldError> errors = CrdValidation.validate(definition, null);
                    if (step.path("code").asInt() == 201) {
                        assertThat(errors).isEmpty();
                    } else if (OTHER_WORDS.contains(step.path("title").asString())) {
                        assertThat(fields(errors)).isNotEmpty().isSubsetOf(fields(step));
                    } else {
                        assertThat(causes(errors)).containsExactlyInAnyOrderElementsOf(causes(step));
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> structure() {
        Schema schema = Schema.ofCustomResource(record.at("/things/spec/versions/0/schema/openAPIV3Schema"));
        return record.path("thingAnswers")
                .valueStream()
                .map(step ->
                        DynamicTest.dynamicTest(step.path("body").path("spec").toString(), () -> {
                            ObjectNode object = (ObjectNode) step.path("body").deepCopy();
                            List<String> unknown = schema.unknownFields(object);
                            schema.prune(object);
                            schema.applyDefaults(object);
                            List<FieldError> errors = schema.validate(object, null);
                            if (step.path("code").asInt() == 201) {
                                assertThat(errors).isEmpty();
                                assertThat(JsonEquality.same(
                                                object.path("spec"),
                                                step.path("object").path("spec")))
                                        .as("%s", object)
                                        .isTrue();
                                assertThat(unknown.stream()
                                                .map(message -> "299 - " + FieldError.quote(message))
                                                .toList())
                                        .isEqualTo(texts(step.path("warnings")));
                            } else if (object.path("spec").path("size").isFloatingPointNumber()) {
                                assertThat(causes(errors)).isNotEmpty().isSubsetOf(causes(step));
                            } else {
                                assertThat(causes(errors)).containsExactlyInAnyOrderElementsOf(causes(step));
                            }
                        }));
    }

    @TestFactory
    Stream<DynamicTest> rules() {
        return replay("ruledAnswers", "/ruleds/spec/versions/0/schema/openAPIV3Schema");
    }

    /** Which functions exist, and their errors on invalid calls. */
    @TestFactory
    Stream<DynamicTest> calls() {
        return record.path("calls")
                .valueStream()
                .map(step -> DynamicTest.dynamicTest(step.path("rule").asString(), () -> {
                    ObjectNode definition = (ObjectNode) record.path("called").deepCopy();
                    ((ObjectNode) definition.path("metadata")).put("name", "bads.oracle.example.com");
                    ((ObjectNode) definition.at("/spec/names"))
                            .put("kind", "Bad")
                            .put("plural", "bads");
                    ObjectNode spec =
                            (ObjectNode) definition.at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");
                    spec.putArray("x-kubernetes-validations")
                            .addObject()
                            .put("rule", step.path("rule").asString());
                    CrdValidation.applyDefaults(definition);
                    assertThat(causes(CrdValidation.validate(definition, null)))
                            .containsExactlyInAnyOrderElementsOf(causes(step));
                }));
    }

    @TestFactory
    Stream<DynamicTest> results() {
        return replay("calledAnswers", "/called/spec/versions/0/schema/openAPIV3Schema");
    }

    /** The costs of rules, as exactly as the factor by which they exceed the budget shows them. */
    @TestFactory
    Stream<DynamicTest> costs() {
        return record.path("dear")
                .valueStream()
                .map(step -> DynamicTest.dynamicTest(
                        step.path("number").asInt() + " x " + step.path("rule").asString(), () -> {
                            ObjectNode items =
                                    (ObjectNode) record.path("dearSchema").deepCopy();
                            items.putArray("x-kubernetes-validations")
                                    .addObject()
                                    .put("rule", step.path("rule").asString());
                            ObjectNode list = JsonMapper.shared().createObjectNode();
                            list.put("type", "array")
                                    .put("x-kubernetes-list-type", "map")
                                    .set("items", items);
                            list.putArray("x-kubernetes-list-map-keys").add("name");
                            if (step.path("number").asInt() > 0) {
                                list.put("maxItems", step.path("number").asInt());
                            }
                            ObjectNode spec =
                                    JsonMapper.shared().createObjectNode().put("type", "object");
                            spec.putObject("properties").set("items", list);
                            ObjectNode schema =
                                    JsonMapper.shared().createObjectNode().put("type", "object");
                            schema.putObject("properties").set("spec", spec);
                            List<FieldError> errors = new ArrayList<>();
                            CrdSchemaCheck.check(
                                    schema,
                                    Path.ROOT.field("spec").field("validation").field("openAPIV3Schema"),
                                    errors);
                            assertThat(causes(errors)).containsExactlyInAnyOrderElementsOf(causes(step));
                        }));
    }

    @TestFactory
    Stream<DynamicTest> ratcheting() {
        return replay("ratcheting", "/strict/spec/versions/0/schema/openAPIV3Schema");
    }

    private Stream<DynamicTest> replay(String steps, String source) {
        Schema schema = Schema.ofCustomResource(record.at(source));
        return record.path(steps)
                .valueStream()
                .map(step ->
                        DynamicTest.dynamicTest(step.path("body").path("spec").toString(), () -> {
                            ObjectNode object = (ObjectNode) step.path("body").deepCopy();
                            schema.prune(object);
                            schema.applyDefaults(object);
                            @Nullable ObjectNode old = step.path("old") instanceof ObjectNode stored ? stored : null;
                            assertThat(causes(schema.validate(object, old)))
                                    .containsExactlyInAnyOrderElementsOf(causes(step));
                        }));
    }

    private static List<String> causes(List<FieldError> errors) {
        return errors.stream()
                .map(FieldError::toCause)
                .map(RecordedValidationTest::words)
                .toList();
    }

    private static List<String> causes(JsonNode step) {
        return step.path("causes")
                .valueStream()
                .map(RecordedValidationTest::words)
                .toList();
    }

    /** The reason why an address is invalid depends on the parser. */
    private static String words(JsonNode cause) {
        String message = cause.path("message")
                .asString()
                .replaceAll("(ParseAddr\\(\"[^\"]*\"\\)): [A-Za-z0-9 ]+ evaluating", "$1 evaluating");
        return cause.path("reason").asString() + " " + cause.path("field").asString() + " "
                + message.replace("\\u003e", ">").replace("\\u003c", "<");
    }

    private static List<String> fields(List<FieldError> errors) {
        return errors.stream().map(FieldError::path).toList();
    }

    private static List<String> fields(JsonNode step) {
        List<String> fields = new ArrayList<>();
        step.path("causes").forEach(cause -> fields.add(cause.path("field").asString()));
        return fields;
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }
}
