package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Objects.configMap;
import static dev.turnstile.embedded.contract.Objects.line;
import static dev.turnstile.embedded.contract.Objects.refused;
import static dev.turnstile.embedded.contract.Objects.yaml;
import static dev.turnstile.embedded.contract.WebhookServer.allowed;
import static dev.turnstile.embedded.contract.WebhookServer.denied;
import static dev.turnstile.embedded.contract.WebhookServer.patching;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.testing.TestCluster;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Mutating and validating webhooks, called over HTTPS on loopback. */
class WebhookIT {
    private static final String CONFIG_MAPS = WebhookConfigurations.CONFIG_MAPS;

    private final TestCluster cluster = TestCluster.shared();
    private final Objects objects = new Objects(cluster, "webhooks");
    private final WebhookServer server = new WebhookServer();
    private final WebhookConfigurations webhooks = new WebhookConfigurations(cluster, objects, server);

    @AfterEach
    void takeDown() {
        webhooks.remove();
        server.close();
    }

    @Test
    void aMutatingWebhookSeesTheRequestAndPatchesTheObject() {
        server.answers("/m", _ -> patching("[{\"op\": \"add\", \"path\": \"/data/added\", \"value\": \"yes\"}]"));
        webhooks.mutating(webhooks.webhook("m", CONFIG_MAPS));

        var created = new ApiObject(cluster.api()
                .post(objects.path("configmaps") + "?fieldManager=tester", yaml(configMap("a", "", "x: y"))));

        assertThat(created.texts("data")).isEqualTo(Map.of("x", "y", "added", "yes"));
        var request = only("/m");
        assertThat(request.path("uid").asString("")).matches("[0-9a-f-]{36}");
        assertThat(request.path("kind")).isEqualTo(yaml("{group: '', version: v1, kind: ConfigMap}"));
        assertThat(request.path("resource")).isEqualTo(yaml("{group: '', version: v1, resource: configmaps}"));
        assertThat(request.path("requestKind")).isEqualTo(request.path("kind"));
        assertThat(request.path("requestResource")).isEqualTo(request.path("resource"));
        assertThat(request.path("name").asString("")).isEqualTo("a");
        assertThat(request.path("namespace").asString("")).isEqualTo(objects.namespace());
        assertThat(request.path("operation").asString("")).isEqualTo("CREATE");
        assertThat(request.path("userInfo").path("groups").toString()).contains("system:masters");
        assertThat(request.path("dryRun").asBoolean(true)).isFalse();
        assertThat(request.path("oldObject").isNull()).isTrue();
        assertThat(request.path("options"))
                .isEqualTo(yaml("{kind: CreateOptions, apiVersion: meta.k8s.io/v1, fieldManager: tester}"));
        // What the API itself fills in comes later.
        assertThat(Json.text(request, "object", "metadata", "uid")).isEmpty();
        assertThat(created.uid()).isNotEmpty();
        assertThat(Json.text(request, "object", "kind")).isEqualTo("ConfigMap");
    }

    @Test
    void updatesCarryTheOldObjectAndDeletionsOnlyThat() {
        webhooks.validating(webhooks.webhook("v", CONFIG_MAPS));
        objects.create("configmaps", configMap("a", "", "x: '1'"));

        objects.merge("configmaps", "a", "data: {x: '2'}");
        objects.delete("configmaps", "a", "");

        assertThat(server.asked("/v"))
                .extracting(request -> Json.text(request, "operation") + " "
                        + Json.text(request, "oldObject", "data", "x") + " "
                        + Json.text(request, "object", "data", "x"))
                .containsExactly("CREATE  1", "UPDATE 1 2", "DELETE 2 ");
        assertThat(server.asked("/v").getLast().path("object").isNull()).isTrue();
        assertThat(Json.text(server.asked("/v").getLast(), "options", "kind")).isEqualTo("DeleteOptions");
    }

    @Test
    void aDenialHasTheWebhooksMessage() {
        server.answers("/v", _ -> denied(418, "no such day"));
        webhooks.validating(webhooks.webhook("v", CONFIG_MAPS));

        var refusal = refused(() -> objects.create("configmaps", configMap("a", "", "")));

        assertThat(refusal.code()).isEqualTo(418);
        assertThat(refusal.status().path("message").asString(""))
                .isEqualTo("admission webhook \"v.example.com\" denied the request: no such day");
        assertThat(objects.isThere("configmaps", "a")).isFalse();
    }

    @Test
    void aDenialWithoutAMessageIsReported() {
        server.answers("/v", _ -> Json.object().put("allowed", false));
        webhooks.validating(webhooks.webhook("v", CONFIG_MAPS));

        assertThat(line(refused(() -> objects.create("configmaps", configMap("a", "", "")))))
                .isEqualTo("400 : admission webhook \"v.example.com\" denied the request without explanation");
    }

    @Test
    void warningsReachTheClient() {
        server.answers("/v", _ -> {
            var response = allowed();
            response.putArray("warnings").add("mind the gap").add("and the step");
            return response;
        });
        webhooks.validating(webhooks.webhook("v", CONFIG_MAPS));

        var answer = cluster.api()
                .send(
                        "POST",
                        objects.path("configmaps"),
                        Map.of("Content-Type", "application/json"),
                        yaml(configMap("a", "", "")).toString());

        assertThat(answer.code()).isEqualTo(201);
        assertThat(answer.headers().get("warning")).containsExactly("299 - \"mind the gap\"", "299 - \"and the step\"");
    }

    @Test
    void matchConditionsDecideWhetherAWebhookIsCalled() {
        server.answers("/v", _ -> denied(403, "never"));
        webhooks.validating(webhooks.webhook("v", CONFIG_MAPS + """
            , matchConditions: [
              {name: marked, expression: "has(object.metadata.labels) && 'mark' in object.metadata.labels"},
              {name: not-by-hand, expression: "request.userInfo.username != 'nobody'"}]\
            """));

        objects.create("configmaps", configMap("a", "", ""));

        assertThat(line(refused(() -> objects.create("configmaps", configMap("b", "labels: {mark: x}", "")))))
                .isEqualTo("403 : admission webhook \"v.example.com\" denied the request: never");
        assertThat(server.asked("/v")).hasSize(1);
    }

    @Test
    void aFailingMatchConditionCountsAsAFailingWebhook() {
        webhooks.validating(
                webhooks.webhook(
                        "v", CONFIG_MAPS + ", matchConditions: [{name: odd, expression: \"object.data.x == 'y'\"}]"),
                webhooks.webhook(
                        "w",
                        CONFIG_MAPS + ", failurePolicy: Ignore, matchConditions: [{name: odd, expression:"
                                + " \"object.data.x == 'y'\"}]"));

        var refusal =
                refused(() -> objects.create("configmaps", "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}"));

        assertThat(refusal.code()).isEqualTo(403);
        assertThat(refusal.reason()).isEqualTo("Forbidden");
        assertThat(refusal.status().path("message").asString(""))
                .isEqualTo("configmaps \"a\" is forbidden: expression 'object.data.x == 'y'' resulted in error: no such"
                        + " key: data");
        assertThat(server.asked("/w")).isEmpty();
    }

    @Test
    void objectSelectorsDecideByOldAndNewLabels() {
        webhooks.validating(webhooks.webhook("v", CONFIG_MAPS + ", objectSelector: {matchLabels: {mark: x}}"));

        objects.create("configmaps", configMap("a", "", ""));
        objects.merge("configmaps", "a", "metadata: {labels: {mark: x}}");
        objects.merge("configmaps", "a", "metadata: {labels: {mark: null}}");
        objects.merge("configmaps", "a", "data: {k: v}");

        assertThat(server.asked("/v"))
                .extracting(request -> Json.text(request, "operation"))
                .containsExactly("UPDATE", "UPDATE");
    }

    @Test
    void rulesNameOperationsAndSubresources() {
        webhooks.validating(
                webhooks.webhook(
                        "pods",
                        "rules: [{apiGroups: [''], apiVersions: ['*'], operations: [UPDATE], resources: [pods]}]"),
                webhooks.webhook(
                        "status",
                        "rules: [{apiGroups: [''], apiVersions: [v1], operations: [UPDATE], resources:"
                                + " [pods/status]}]"));
        objects.create("pods", Objects.pod("p", "schedulingGates: [{name: a/b}], " + Objects.running("true")));

        objects.merge("pods", "p", "metadata: {labels: {a: b}}");
        cluster.api().patch(objects.path("pods", "p") + "/status", PatchType.MERGE, yaml("status: {message: m}"));

        assertThat(server.asked("/pods")).hasSize(1);
        assertThat(server.asked("/status"))
                .extracting(request -> Json.text(request, "subResource"))
                .containsOnly("status");
    }

    @Test
    void aFailingWebhookRefusesOrIsSkipped() {
        server.answers("/f", _ -> allowed().put("httpStatus", 500));
        server.answers("/i", _ -> allowed().put("httpStatus", 500));
        webhooks.validating(
                webhooks.webhook("i", CONFIG_MAPS + ", failurePolicy: Ignore"),
                webhooks.webhook("f", CONFIG_MAPS + ", objectSelector: {matchLabels: {mark: x}}"));

        objects.create("configmaps", configMap("a", "", ""));
        var refusal = refused(() -> objects.create("configmaps", configMap("b", "labels: {mark: x}", "")));

        assertThat(refusal.code()).isEqualTo(500);
        assertThat(refusal.reason()).isEqualTo("InternalError");
        assertThat(refusal.status().path("message").asString(""))
                .startsWith(
                        "Internal error occurred: failed calling webhook \"f.example.com\": failed to call webhook: ");
        assertThat(server.asked("/i")).hasSize(2);
    }

    @Test
    void aWebhookThatTakesTooLongHasFailed() {
        server.answers("/v", _ -> {
            LockSupport.parkNanos(Duration.ofSeconds(3).toNanos());
            return allowed();
        });
        webhooks.validating(webhooks.webhook("v", CONFIG_MAPS + ", timeoutSeconds: 1"));

        var refusal = refused(() -> objects.create("configmaps", configMap("a", "", "")));

        assertThat(refusal.status().path("message").asString(""))
                .startsWith("Internal error occurred: failed calling webhook \"v.example.com\": failed to call webhook:"
                        + " Post \"https://127.0.0.1:")
                .endsWith("/v?timeout=1s\": context deadline exceeded");
    }

    @Test
    void aResponseWithAnotherUidIsInvalid() {
        server.answers("/v", _ -> allowed().put("uid", "another"));
        webhooks.validating(webhooks.webhook("v", CONFIG_MAPS));

        assertThat(refused(() -> objects.create("configmaps", configMap("a", "", "")))
                        .status()
                        .path("message")
                        .asString(""))
                .startsWith(
                        "Internal error occurred: failed calling webhook \"v.example.com\": received invalid webhook"
                                + " response: expected response.uid=");
    }

    @Test
    void aWebhookIsReinvokedAfterALaterChange() {
        server.answers("/first", _ -> allowed());
        server.answers("/never", _ -> allowed());
        server.answers(
                "/second",
                request -> Json.text(request, "object", "data", "seen").isEmpty()
                        ? patching("[{\"op\": \"add\", \"path\": \"/data/seen\", \"value\": \"yes\"}]")
                        : allowed());
        webhooks.mutating(
                webhooks.webhook("first", CONFIG_MAPS + ", reinvocationPolicy: IfNeeded"),
                webhooks.webhook("never", CONFIG_MAPS),
                webhooks.webhook("second", CONFIG_MAPS + ", reinvocationPolicy: IfNeeded"));

        objects.create("configmaps", configMap("a", "", "x: y"));

        assertThat(server.asked("/first"))
                .extracting(request -> Json.text(request, "object", "data", "seen"))
                .containsExactly("", "yes");
        assertThat(server.asked("/never")).hasSize(1);
        assertThat(server.asked("/second")).hasSize(1);
    }

    @Test
    void aDryRunIsStatedToTheWebhook() {
        webhooks.validating(webhooks.webhook("v", CONFIG_MAPS + ", sideEffects: NoneOnDryRun"));

        cluster.api().post(objects.path("configmaps") + "?dryRun=All", yaml(configMap("a", "", "")));

        assertThat(only("/v").path("dryRun").asBoolean(false)).isTrue();
        assertThat(only("/v").path("options").path("dryRun").toString()).isEqualTo("[\"All\"]");
    }

    @Test
    void aWebhookMustDeclareThatDryRunsHaveNoSideEffects() {
        var refusal = refused(() -> cluster.api().post(objects.path("validatingwebhookconfigurations"), yaml("""
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: contract-effects}
            webhooks:
            - {name: v.example.com, sideEffects: Some, admissionReviewVersions: [v1],
               clientConfig: {url: 'https://127.0.0.1:1/'}}
            """)));

        assertThat(Objects.causes(refusal))
                .containsExactly(
                        "webhooks[0].sideEffects FieldValueNotSupported: Unsupported value: \"Some\": supported"
                                + " values: \"None\", \"NoneOnDryRun\"");
    }

    @Test
    void whatAWebhookMakesInvalidIsRefused() {
        server.answers(
                "/m",
                _ -> patching("[{\"op\": \"add\", \"path\": \"/metadata/labels\", \"value\": {\"a b\": \"c\"}}]"));
        webhooks.mutating(webhooks.webhook("m", CONFIG_MAPS));

        assertThat(line(refused(() -> objects.create("configmaps", configMap("a", "", "")))))
                .startsWith("422 Invalid: ConfigMap \"a\" is invalid: metadata.labels: Invalid value: \"a b\": ");
    }

    @Test
    void aPatchThatDoesNotFitIsAnError() {
        server.answers("/m", _ -> patching("[{\"op\": \"remove\", \"path\": \"/data/none\"}]"));
        webhooks.mutating(webhooks.webhook("m", CONFIG_MAPS));

        var refusal = refused(() -> objects.create("configmaps", configMap("a", "", "x: y")));

        assertThat(refusal.code()).isEqualTo(500);
        assertThat(refusal.status().path("message").asString("")).startsWith("Internal error occurred: ");
    }

    @Test
    void defaultsAndPruningApplyAgainToWhatAWebhookMadeOfACustomResource() {
        Gadgets.install(cluster);
        server.answers("/m", _ -> patching("""
            [{"op": "add", "path": "/spec/bogus", "value": 1},
             {"op": "remove", "path": "/spec/size"},
             {"op": "add", "path": "/spec/parts", "value": [{"name": "p", "bogus": 1}]}]\
            """));
        webhooks.mutating(webhooks.webhook(
                "m",
                "rules: [{apiGroups: [contract.turnstile.dev], apiVersions: [v1], operations: [CREATE],"
                        + " resources: [gadgets]}]"));

        var created = objects.create("gadgets", Gadgets.gadget("g", "size: large"));

        assertThat(created.at("spec")).isEqualTo(yaml("{replicas: 1, size: small, parts: [{name: p, weight: 1}]}"));
        assertThat(created.at("spec")).isEqualTo(objects.get("gadgets", "g").at("spec"));
    }

    @Test
    void defaultsApplyAgainToWhatAWebhookMadeOfAPod() {
        server.answers("/m", _ -> patching("""
            [{"op": "add", "path": "/spec/containers/-", "value": {"name": "side", "image": "example.com/side:1"}}]\
            """));
        webhooks.mutating(webhooks.webhook(
                "m", "rules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods]}]"));

        var created =
                objects.create("pods", Objects.pod("p", "schedulingGates: [{name: a/b}], " + Objects.running("true")));

        assertThat(created.list("spec", "containers"))
                .extracting(container -> container.path("imagePullPolicy").asString(""))
                .containsExactly("IfNotPresent", "IfNotPresent");
    }

    @Test
    void aLimitRangeAppliesToThePodThatWebhooksChanged() {
        objects.create("limitranges", """
            {apiVersion: v1, kind: LimitRange, metadata: {name: least}, spec: {limits: [{type: Container, min: {cpu: 50m}}]}}
            """);
        server.answers(
                "/m",
                request -> patching("""
                    [{"op": "replace", "path": "/spec/containers/0/resources/requests/cpu", "value": "%s"}]
                    """.formatted(Json.text(request, "name").equals("raised") ? "60m" : "10m")));
        webhooks.mutating(webhooks.webhook(
                "m", "rules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods]}]"));
        String gated = "schedulingGates: [{name: a/b}], containers: [{name: c, image: 'example.com/app:1', resources:"
                + " {requests: {cpu: %s}}}]";

        objects.create("pods", Objects.pod("raised", gated.formatted("10m")));
        var refusal = refused(() -> objects.create("pods", Objects.pod("lowered", gated.formatted("60m"))));

        assertThat(line(refusal))
                .isEqualTo("403 Forbidden: pods \"lowered\" is forbidden: minimum cpu usage per Container is 50m, but"
                        + " request is 10m");
    }

    private ObjectNode only(String path) {
        assertThat(server.asked(path)).hasSize(1);
        return server.asked(path).getFirst();
    }
}
