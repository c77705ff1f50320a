package dev.turnstile.embedded.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.turnstile.embedded.admission.AdmissionRequest.Operation;
import dev.turnstile.embedded.api.AccessAttributes;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.UserInfo;
import dev.turnstile.embedded.schema.BuiltInSchemas;
import dev.turnstile.embedded.schema.GroupVersionKind;
import dev.turnstile.embedded.schema.Schema;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class AdmissionTest {

    private final Cluster cluster = new Cluster();
    private final Admission admission = new Admission(cluster);

    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text.replace('`', '"'));
    }

    private static AdmissionRequest job(String spec, boolean dryRun) {
        ObjectNode object = json("{`apiVersion`:`batch/v1`,`kind`:`Job`,`metadata`:{`name`:`j`},`spec`:" + spec + "}");
        return new AdmissionRequest(
                Operation.CREATE,
                new GroupVersionKind("batch", "v1", "Job"),
                new GroupVersionResource("batch", "v1", "jobs"),
                "",
                "j",
                "team",
                new UserInfo("alice", "", List.of("dev"), Map.of()),
                object,
                null,
                json("{}"),
                dryRun);
    }

    private void policy(String validations, String more, String binding) {
        cluster.policies = List.of(json(
                "{`metadata`:{`name`:`few`},`spec`:{`matchConstraints`:{`resourceRules`:[{`apiGroups`:[`batch`],`apiVersions`:[`*`],"
                    + "`operations`:[`CREATE`],`resources`:[`jobs`]}]}," + more + "`validations`:[" + validations
                        + "]}}"));
        cluster.bindings = List.of(json("{`metadata`:{`name`:`all`},`spec`:{`policyName`:`few`," + binding
                + "`validationActions`:[`Deny`,`Warn`]}}"));
    }

    @Test
    void aPolicyRefusesWithKubernetesMessage() {
        policy(
                "{`expression`:`variables.wanted <= 3`,`messageExpression`:`'at most 3, not ' +"
                        + " string(variables.wanted)`}",
                "`variables`:[{`name`:`wanted`,`expression`:`object.spec.parallelism`}],",
                "");

        assertThatThrownBy(() -> admission.validate(job("{`parallelism`:5}", false)))
                .isInstanceOfSatisfying(AdmissionDeniedException.class, denied -> {
                    assertThat(denied.code()).isEqualTo(422);
                    assertThat(denied.warnings()).hasSize(1);
                })
                .hasMessage("jobs.batch \"j\" is forbidden: ValidatingAdmissionPolicy 'few' with binding 'all' denied"
                        + " request: at most 3, not 5");
    }

    @Test
    void aPolicyAdmitsWhatItAllows() throws Exception {
        policy("{`expression`:`object.spec.parallelism <= 3`}", "", "");

        assertThat(admission.validate(job("{`parallelism`:2}", false)).warnings())
                .isEmpty();
    }

    @Test
    void variablesUseEarlierOnesAndAreEvaluatedOnDemand() {
        policy(
                "{`expression`:`variables.few`,`messageExpression`:`'not ' + string(variables.twice)`}",
                "`variables`:[{`name`:`wanted`,`expression`:`object.spec.parallelism`},"
                        + "{`name`:`twice`,`expression`:`variables.wanted * 2`},"
                        + "{`name`:`broken`,`expression`:`object.spec.missing`},"
                        + "{`name`:`few`,`expression`:`variables.twice <= 6`}],",
                "");

        assertThatThrownBy(() -> admission.validate(job("{`parallelism`:5}", false)))
                .hasMessageEndingWith("denied request: not 10");
    }

    @Test
    void aPolicyTakesItsLimitFromParameters() {
        policy(
                "{`expression`:`object.spec.parallelism <= int(params.data.max)`}",
                "`paramKind`:{`apiVersion`:`v1`,`kind`:`ConfigMap`},",
                "`paramRef`:{`name`:`limits`,`parameterNotFoundAction`:`Deny`},");

        assertThatThrownBy(() -> admission.validate(job("{`parallelism`:5}", false)))
                .hasMessageContaining("no params found for policy binding with `Deny` parameterNotFoundAction");
        cluster.objects = List.of(json("{`metadata`:{`name`:`limits`},`data`:{`max`:`4`}}"));
        assertThatThrownBy(() -> admission.validate(job("{`parallelism`:5}", false)))
                .hasMessageContaining("failed expression: object.spec.parallelism <= int(params.data.max)");
    }

    @Test
    void aFailingExpressionRefusesUnlessThePolicyFailsOpen() throws Exception {
        policy("{`expression`:`object.spec.missing > 1`}", "", "");
        assertThatThrownBy(() -> admission.validate(job("{}", false)))
                .hasMessageContaining("expression 'object.spec.missing > 1' resulted in error: no such key: missing");

        policy("{`expression`:`object.spec.missing > 1`}", "`failurePolicy`:`Ignore`,", "");
        assertThat(admission.validate(job("{}", false)).object()).isNotNull();
    }

    @Test
    void theAuthorizerDecidesForTheUser() throws Exception {
        policy(
                "{`expression`:`authorizer.group('batch').resource('jobs').namespace('team').check('delete').allowed()`},{`expression`:`authorizer.requestResource.check('create').allowed()"
                    + " && request.userInfo.username == 'alice'`},{`expression`:`namespaceObject.metadata.labels.tier"
                    + " == 'gold'`}",
                "",
                "");

        assertThat(admission.validate(job("{}", false)).object()).isNotNull();
    }

    @Test
    void anErrorNamesTheExpressionThatDoesNotCompile() {
        assertThat(PolicyValidation.validate(json("{`spec`:{`validations`:[{`expression`:`object.`}]}}")))
                .singleElement()
                .satisfies(error -> assertThat(error.path()).isEqualTo("spec.validations[0].expression"));
    }

    @Test
    void aMutatingWebhookChangesTheObject() throws Exception {
        String patch = Base64.getEncoder()
                .encodeToString("[{\"op\":\"add\",\"path\":\"/spec/suspend\",\"value\":true}]"
                        .getBytes(StandardCharsets.UTF_8));
        try (Hook hook =
                new Hook("`allowed`:true,`warnings`:[`careful`],`patchType`:`JSONPatch`,`patch`:`" + patch + "`")) {
            cluster.mutating = List.of(hook.configuration("`sideEffects`:`None`,"));

            AdmissionResult result = admission.mutate(job("{}", true));

            assertThat(String.valueOf(result.object())).contains("\"suspend\":true");
            assertThat(result.warnings()).containsExactly("careful");
        }
    }

    @Test
    void aValidatingWebhookRefuses() throws Exception {
        try (Hook hook = new Hook("`allowed`:false,`status`:{`message`:`no`,`code`:403}")) {
            cluster.validating = List.of(hook.configuration("`sideEffects`:`Unknown`,"));

            assertThatThrownBy(() -> admission.validate(job("{}", false)))
                    .hasMessage("admission webhook \"hook.example.com\" denied the request: no")
                    .isInstanceOfSatisfying(
                            AdmissionDeniedException.class,
                            denied -> assertThat(denied.code()).isEqualTo(403));
            assertThatThrownBy(() -> admission.validate(job("{}", true)))
                    .hasMessage("admission webhook \"hook.example.com\" does not support dry run");
        }
    }

    @Test
    void aFalseConditionSkipsTheWebhook() throws Exception {
        try (Hook hook = new Hook("`allowed`:false")) {
            cluster.validating = List.of(hook.configuration(
                    "`matchConditions`:[{`name`:`labelled`,`expression`:`has(object.metadata.labels)`}],"));

            assertThat(admission.validate(job("{}", false)).object()).isNotNull();
        }
    }

    @Test
    void anUnreachableWebhookFollowsItsFailurePolicy() throws Exception {
        Hook gone = new Hook("`allowed`:true");
        gone.close();
        cluster.validating = List.of(gone.configuration(""));
        assertThatThrownBy(() -> admission.validate(job("{}", false)))
                .hasMessageStartingWith(
                        "Internal error occurred: failed calling webhook \"hook.example.com\": failed to call"
                                + " webhook:");

        cluster.validating = List.of(gone.configuration("`failurePolicy`:`Ignore`,"));
        assertThat(admission.validate(job("{}", false)).object()).isNotNull();
    }

    /** A webhook that always sends the same response. */
    private static final class Hook implements AutoCloseable {
        private final HttpServer server;

        Hook(String response) throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                JsonNode review = JsonMapper.shared().readTree(exchange.getRequestBody());
                ObjectNode answer = json("{`response`:{" + response + "}}");
                ((ObjectNode) answer.path("response")).set("uid", review.at("/request/uid"));
                byte[] body = JsonMapper.shared().writeValueAsBytes(answer);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            server.start();
        }

        ObjectNode configuration(String more) {
            return json(
                    "{`metadata`:{`name`:`hook`},`webhooks`:[{`name`:`hook.example.com`," + more
                            + "`clientConfig`:{`url`:`http://127.0.0.1:"
                            + server.getAddress().getPort()
                            + "/`},`rules`:[{`apiGroups`:[`batch`],`apiVersions`:[`v1`],`operations`:[`CREATE`],`resources`:[`jobs`]}]}]}");
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    private static final class Cluster implements AdmissionConfiguration {
        List<ObjectNode> mutating = List.of();
        List<ObjectNode> validating = List.of();
        List<ObjectNode> policies = List.of();
        List<ObjectNode> bindings = List.of();
        List<ObjectNode> objects = List.of();

        @Override
        public List<ObjectNode> mutatingWebhookConfigurations() {
            return mutating;
        }

        @Override
        public List<ObjectNode> validatingWebhookConfigurations() {
            return validating;
        }

        @Override
        public List<ObjectNode> validatingAdmissionPolicies() {
            return policies;
        }

        @Override
        public List<ObjectNode> validatingAdmissionPolicyBindings() {
            return bindings;
        }

        @Override
        public Optional<ObjectNode> namespace(String name) {
            return Optional.of(json("{`metadata`:{`name`:`" + name + "`,`labels`:{`tier`:`gold`}}}"));
        }

        @Override
        public Optional<Schema> schema(GroupVersionKind kind) {
            return BuiltInSchemas.forKind(kind);
        }

        @Override
        public List<ObjectNode> objects(GroupVersionKind kind, String namespace) {
            return objects;
        }

        @Override
        public boolean isAuthorized(UserInfo user, AccessAttributes attributes) {
            return user.username().equals("alice");
        }
    }
}
