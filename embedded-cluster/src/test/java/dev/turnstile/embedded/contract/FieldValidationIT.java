package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Objects.configMap;
import static dev.turnstile.embedded.contract.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.client.HttpApi.Answer;
import dev.turnstile.embedded.testing.TestCluster;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fields that are unknown or stated twice: refused, warned of or passed over. */
class FieldValidationIT {
    private static final String ODD_POD = """
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "nme": "x"},
         "spec": {"schedulingGates": [{"name": "a/b"}], "restart": "no", "containers": [{"name": "c", "name": "c", "image": "i", "imag": "j"}]}}
        """;
    private static final String ODD_GADGET = """
        {"apiVersion": "contract.turnstile.dev/v1", "kind": "Gadget", "metadata": {"name": "g"},
         "spec": {"size": "small", "size": "large", "bogus": 1, "parts": [{"name": "p", "odd": 2}], "extra": {"any": 1}}}
        """;

    private final TestCluster cluster = TestCluster.shared();
    private final Objects objects = new Objects(cluster, "fields");

    @BeforeEach
    void install() {
        Gadgets.install(cluster);
    }

    @Test
    void strictRefusesAllUnknownFields() {
        var pod = post("pods", "Strict", ODD_POD);
        var gadget = post("gadgets", "Strict", ODD_GADGET);

        assertThat(pod.code()).isEqualTo(400);
        var complaint = "Pod in version \"v1\" cannot be handled as a Pod: strict decoding error: ";
        assertThat(pod.json().path("message").asString("")).startsWith(complaint);
        assertThat(pod.json()
                        .path("message")
                        .asString("")
                        .substring(complaint.length())
                        .split(", "))
                .containsExactlyInAnyOrder(
                        "duplicate field \"spec.containers[0].name\"",
                        "unknown field \"metadata.nme\"",
                        "unknown field \"spec.containers[0].imag\"",
                        "unknown field \"spec.restart\"");
        assertThat(gadget.code()).isEqualTo(400);
        assertThat(gadget.json().path("message").asString(""))
                .isEqualTo(
                        "Gadget in version \"v1\" cannot be handled as a Gadget: strict decoding error: duplicate field"
                                + " \"spec.size\", unknown field \"spec.bogus\", unknown field \"spec.parts[0].odd\"");
    }

    @Test
    void warnReportsAllUnknownFields() {
        var pod = post("pods", "Warn", ODD_POD);
        var gadget = post("gadgets", "Warn", ODD_GADGET);

        assertThat(pod.code()).isEqualTo(201);
        assertThat(warnings(pod))
                .containsExactlyInAnyOrder(
                        "299 - \"duplicate field \\\"spec.containers[0].name\\\"\"",
                        "299 - \"unknown field \\\"metadata.nme\\\"\"",
                        "299 - \"unknown field \\\"spec.containers[0].imag\\\"\"",
                        "299 - \"unknown field \\\"spec.restart\\\"\"");
        assertThat(gadget.code()).isEqualTo(201);
        assertThat(warnings(gadget))
                .containsExactlyInAnyOrder(
                        "299 - \"duplicate field \\\"spec.size\\\"\"",
                        "299 - \"unknown field \\\"spec.bogus\\\"\"",
                        "299 - \"unknown field \\\"spec.parts[0].odd\\\"\"");
        assertThat(gadget.json().path("spec"))
                .isEqualTo(yaml("{size: large, replicas: 1, parts: [{name: p, weight: 1}], extra: {any: 1}}"));
    }

    @Test
    void warnIsTheDefaultAndIgnoreReportsNothing() {
        assertThat(warnings(post("pods", "", ODD_POD))).hasSize(4);
        assertThat(warnings(post("gadgets", "Ignore", ODD_GADGET))).isEmpty();
    }

    @Test
    void patchesAreValidatedAsWell() {
        objects.create("configmaps", configMap("a", "", ""));
        objects.create("gadgets", Gadgets.gadget("g", ""));

        var merged = patch(
                "configmaps",
                "a",
                "application/merge-patch+json",
                "{\"bogus\": 1, \"data\": {\"x\": \"1\", \"x\": \"2\"}}");
        var custom = patch("gadgets", "g", "application/merge-patch+json", "{\"spec\": {\"bogus\": 1}}");
        var json = patch(
                "gadgets",
                "g",
                "application/json-patch+json",
                "[{\"op\": \"add\", \"path\": \"/spec/bogus\", \"value\": 1}]");

        assertThat(merged.code()).isEqualTo(422);
        assertThat(merged.json().path("message").asString(""))
                .contains("strict decoding error: duplicate field \"data.x\", unknown field \"bogus\"");
        assertThat(custom.code()).isEqualTo(422);
        assertThat(custom.json().path("message").asString(""))
                .contains("strict decoding error: unknown field \"spec.bogus\"");
        assertThat(json.json().path("message").asString("")).contains("unknown field \"spec.bogus\"");
    }

    @Test
    void anInvalidSelectorIsRefused() {
        var answer = post("configmaps", "Sometimes", configMapJson());

        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.json().path("message").asString(""))
                .isEqualTo(
                        "CreateOptions.meta.k8s.io \"\" is invalid: fieldValidation: Unsupported value: \"Sometimes\":"
                                + " supported values: \"\", \"Ignore\", \"Strict\", \"Warn\"");
    }

    private static String configMapJson() {
        return yaml(configMap("a", "", "")).toString();
    }

    private Answer post(String resource, String validation, String body) {
        var query = validation.isEmpty() ? "" : "?fieldValidation=" + validation;
        return cluster.api()
                .send("POST", objects.path(resource) + query, Map.of("Content-Type", "application/json"), body);
    }

    private Answer patch(String resource, String name, String type, String body) {
        return cluster.api()
                .send(
                        "PATCH",
                        objects.path(resource, name) + "?fieldValidation=Strict",
                        Map.of("Content-Type", type),
                        body);
    }

    private static List<String> warnings(Answer answer) {
        return answer.headers().getOrDefault("warning", List.of());
    }
}
