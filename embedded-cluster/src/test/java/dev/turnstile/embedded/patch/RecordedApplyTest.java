package dev.turnstile.embedded.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.BuiltInSchemas;
import dev.turnstile.embedded.schema.GroupVersionKind;
import dev.turnstile.embedded.schema.Schema;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a real kube-apiserver made of applies and updates (recorded by {@code oracle/record-apply}), we make of them
 * too.
 */
class RecordedApplyTest {

    private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");

    @TestFactory
    Stream<DynamicTest> theRealServersAnswers() throws Exception {
        try (InputStream recorded = RecordedApplyTest.class.getResourceAsStream("recorded-apply.json")) {
            JsonNode record = JsonMapper.shared().readTree(recorded);
            Schema gadget = Schema.ofCustomResource(record.at("/crd/spec/versions/0/schema/openAPIV3Schema"));
            List<DynamicTest> tests = new ArrayList<>();
            int number = 0;
            for (JsonNode step : record.path("steps")) {
                String name = step.path("story").asString() + ", step " + ++number + ": "
                        + step.path("manager").asString() + " "
                        + step.path("verb").asString();
                tests.add(DynamicTest.dynamicTest(name, () -> check(step, gadget)));
            }
            return tests.stream();
        }
    }

    private static void check(JsonNode step, Schema gadget) throws Exception {
        ObjectNode body = (ObjectNode) step.path("body");
        boolean custom = body.path("kind").asString().equals("Gadget");
        Schema schema = custom
                ? gadget
                : BuiltInSchemas.forKind(GroupVersionKind.of(Json.text(body, "apiVersion"), Json.text(body, "kind")))
                        .orElseThrow();
        @Nullable ObjectNode before = step.path("before") instanceof ObjectNode object ? object.deepCopy() : null;
        Writer writer = new Writer(
                step.path("manager").asString(),
                body.path("apiVersion").asString(),
                step.path("subresource").asString(),
                !body.path("kind").asString().equals("ConfigMap"),
                NOW);
        if (step.path("verb").asString().equals("update")) {
            ObjectNode updated = (ObjectNode) step.path("after").deepCopy();
            ((ObjectNode) updated.path("metadata")).remove("managedFields");
            JsonNode sent = body.path("metadata").get("managedFields");
            if (sent != null) {
                ((ObjectNode) updated.path("metadata")).set("managedFields", sent);
            }
            ManagedFields.trackUpdate(schema, before, updated, writer);
            assertThat(owners(updated)).isEqualTo(owners(step.path("after")));
        } else if (step.path("code").asInt() == 409) {
            ApplyConflictException refused = catchThrowableOfType(
                    ApplyConflictException.class,
                    () -> ServerSideApply.apply(
                            schema, before, body, writer, step.path("force").asBoolean()));
            assertThat(refused).hasMessage(step.path("message").asString());
            assertThat(refused.conflicts())
                    .extracting(ApplyConflictException.Conflict::message, ApplyConflictException.Conflict::field)
                    .containsExactlyElementsOf(step.path("causes")
                            .valueStream()
                            .map(cause -> Assertions.tuple(
                                    cause.path("message").asString(),
                                    cause.path("field").asString()))
                            .toList());
        } else {
            ObjectNode result = ServerSideApply.apply(
                    schema, before, body, writer, step.path("force").asBoolean());
            assertThat(owners(result)).isEqualTo(owners(step.path("after")));
            if (!body.path("kind").asString().equals("Deployment")) {
                assertThat(content(asTheServerKeepsIt(result, before, writer)))
                        .isEqualTo(content((ObjectNode) step.path("after")));
            }
        }
    }

    /** A write through one door does not change what belongs to the other. */
    private static ObjectNode asTheServerKeepsIt(ObjectNode result, @Nullable ObjectNode before, Writer writer) {
        ObjectNode kept = result.deepCopy();
        String foreign = writer.subresource().equals("status") ? "spec" : "status";
        kept.remove(foreign);
        if (before != null && before.has(foreign)) {
            kept.set(foreign, before.get(foreign));
        }
        return kept;
    }

    private static JsonNode content(ObjectNode object) {
        ObjectNode content = object.deepCopy();
        ObjectNode metadata = (ObjectNode) content.path("metadata");
        metadata.remove(List.of("managedFields", "generation", "namespace"));
        return content;
    }

    private static List<String> owners(JsonNode object) {
        return object.path("metadata")
                .path("managedFields")
                .valueStream()
                .map(entry -> {
                    ObjectNode owner = (ObjectNode) entry.deepCopy();
                    owner.remove("time");
                    owner.set("fieldsV1", FieldSet.parse(entry.path("fieldsV1")).toJson());
                    return String.join(
                            " ",
                            owner.path("manager").asString(),
                            owner.path("operation").asString(),
                            owner.path("apiVersion").asString(),
                            owner.path("subresource").asString(""),
                            owner.path("fieldsV1").toString());
                })
                .sorted()
                .toList();
    }
}
