package dev.turnstile.embedded.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class JsonPathExpressionTest {
    private static final JsonNode OBJECT = Json.parse("""
        {"metadata": {"labels": {"a.b/c": "label"}},
         "spec": {"list": [{"n": 1}, {"n": 2}]},
         "status": {"conditions": [{"type": "Ready", "status": "True"}, {"type": "Other", "status": "False"}]}}\
        """);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ".spec.list[0].n | 1",
                ".spec.list[-1].n | 2",
                ".spec.list[*].n | 1 2",
                ".metadata.labels.a\\.b/c | label",
                ".metadata.labels['a.b/c'] | label",
                ".status.conditions[?(@.type==\"Ready\")].status | True",
                ".status.conditions[?(@.type!='Ready')].status | False"
            })
    void finds(String path, String expected) {
        assertThat(String.join(
                        " ",
                        JsonPathExpression.parse(path).find(OBJECT).stream()
                                .map(node -> Json.text(node))
                                .toList()))
                .isEqualTo(expected);
    }
}
