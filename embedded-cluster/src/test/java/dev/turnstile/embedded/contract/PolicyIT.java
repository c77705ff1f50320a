package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Objects.causes;
import static dev.turnstile.embedded.contract.Objects.configMap;
import static dev.turnstile.embedded.contract.Objects.refused;
import static dev.turnstile.embedded.contract.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.embedded.testing.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** ValidatingAdmissionPolicies and their bindings. */
class PolicyIT {
    private final TestCluster cluster = TestCluster.shared();
    private final Objects objects = new Objects(cluster, "policies");
    private final List<String> made = new ArrayList<>();

    /**
     * kube-apiserver stops to watch a built-in kind for good when the last policy goes whose parameters are of it: with
     * the next such policy it knows of no newer parameters. This one stays, bound to a namespace that is not there.
     */
    @BeforeAll
    static void keepParametersWatched() {
        var api = TestCluster.shared().api();
        var path = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
        var policy = api.post(path, yaml("""
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: {generateName: keeps-parameters-watched-}
            spec: {paramKind: {apiVersion: v1, kind: ConfigMap}, validations: [{expression: "true"}], matchConstraints: {
                   resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]}}
            """));
        var name = policy.path("metadata").path("name").asString("");
        api.post(path.replace("policies", "policybindings"), yaml("""
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata: {name: %1$s}
            spec: {policyName: %1$s, validationActions: [Audit],
                   paramRef: {name: none, namespace: nowhere, parameterNotFoundAction: Allow},
                   matchResources: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: nowhere}}}}
            """.formatted(name)));
    }

    @AfterEach
    void takeDown() {
        made.reversed().forEach(path -> cluster.api().delete(path, null));
    }

    @Test
    void aDenialNamesPolicyAndBinding() {
        policy("p", "validations: [{expression: \"object.data.x != 'bad'\"}]");
        bind("p", "validationActions: [Deny]");

        var refusal = denied("x: bad");

        assertThat(refusal.code()).isEqualTo(422);
        assertThat(refusal.reason()).isEqualTo("Invalid");
        assertThat(refusal.status().path("message").asString(""))
                .isEqualTo("configmaps \"a\" is forbidden: ValidatingAdmissionPolicy '" + name("p") + "' with binding '"
                        + name("p") + "' denied request: failed expression: object.data.x != 'bad'");
        assertThat(refusal.status()
                        .path("details")
                        .path("causes")
                        .path(0)
                        .path("message")
                        .asString(""))
                .startsWith("ValidatingAdmissionPolicy '" + name("p"));
        objects.create("configmaps", configMap("a", "", "x: good"));
    }

    @Test
    void aMessageIsFixedOrMadeFromTheObject() {
        policy("p", """
            variables: [{name: given, expression: "has(object.data.x) ? object.data.x : 'nothing'"}],
            validations: [
              {expression: "variables.given != 'fixed'", message: not this one, reason: Forbidden},
              {expression: "variables.given != 'made'", message: unused, reason: Invalid,
               messageExpression: "'not ' + variables.given + ' in ' + namespaceObject.metadata.name"},
              {expression: "variables.given != 'broken'", message: instead, reason: RequestEntityTooLarge,
               messageExpression: "'not ' + object.data.none"}]\
            """);
        bind("p", "validationActions: [Deny]");

        var fixed = denied("x: fixed");
        var made = denied("x: made");
        var broken = denied("x: broken");

        assertThat(fixed.code() + " " + fixed.reason()).isEqualTo("403 Forbidden");
        assertThat(fixed.getMessage()).endsWith("denied request: not this one");
        assertThat(made.code() + " " + made.reason()).isEqualTo("422 Invalid");
        assertThat(made.getMessage()).endsWith("denied request: not made in " + objects.namespace());
        assertThat(broken.code() + " " + broken.reason()).isEqualTo("413 RequestEntityTooLarge");
        assertThat(broken.getMessage()).endsWith("denied request: instead");
    }

    @Test
    void aVariableMayUseThoseBeforeIt() {
        policy("p", """
            variables: [{name: length, expression: "size(object.data.x)"}, {name: odd, expression: "variables.length % 2 == 1"}],
            validations: [{expression: "variables.length > 1", message: too short},
                          {expression: "variables.odd", message: not odd}]\
            """);
        bind("p", "validationActions: [Deny]");

        denied("x: a", "denied request: too short");
        denied("x: aa", "denied request: not odd");
        objects.create("configmaps", configMap("a", "", "x: aaa"));
    }

    @Test
    void updatesSeeTheOldObjectAndDeletionsOnlyIt() {
        policy("p", """
            validations: [
              {expression: "request.operation != 'UPDATE' || object.data.x == oldObject.data.x", message: x is fixed},
              {expression: "request.operation != 'DELETE' || !('keep' in oldObject.data)", message: keep it}]\
            """);
        bind("p", "validationActions: [Deny]");
        objects.create("configmaps", configMap("a", "", "x: '1', keep: 'yes'"));

        var attempt = objects.path("configmaps", "a") + "?dryRun=All";
        Waiting.until(
                "the policy to hold",
                () -> refusal(() -> cluster.api().patch(attempt, PatchType.MERGE, yaml("data: {x: '2'}"))) != null);
        assertThat(refused(() -> objects.merge("configmaps", "a", "data: {x: '3'}"))
                        .getMessage())
                .endsWith("denied request: x is fixed");
        assertThat(refused(() -> objects.delete("configmaps", "a", "")).getMessage())
                .endsWith("denied request: keep it");
        objects.merge("configmaps", "a", "data: {keep: null}");
        objects.delete("configmaps", "a", "");
    }

    @Test
    void aWarningAdmits() {
        policy("p", "validations: [{expression: \"object.data.x != 'odd'\", message: how odd}]");
        bind("p", "validationActions: [Warn, Audit]");

        Waiting.until("the warning", () -> !warnings("x: odd").isEmpty());

        assertThat(warnings("x: odd"))
                .containsExactly("299 - \"Validation failed for ValidatingAdmissionPolicy '" + name("p")
                        + "' with binding '" + name("p") + "': how odd\"");
        assertThat(warnings("x: even")).isEmpty();
    }

    @Test
    void anAuditAnnotationIsNotVisibleToTheClient() {
        policy("audited", "validations: [{expression: \"object.data.x != 'bad'\"}]");
        bind("audited", "validationActions: [Audit]");
        policy("p", "validations: [{expression: \"object.data.x != 'worse'\"}]");
        bind("p", "validationActions: [Deny]");
        denied("x: worse");

        assertThat(warnings("x: bad")).isEmpty();
    }

    @Test
    void matchConditionsComeBeforeValidations() {
        policy("p", """
            matchConditions: [{name: has-x, expression: "has(object.data) && 'x' in object.data"}],
            validations: [{expression: "object.data.x == 'good'"}]\
            """);
        bind("p", "validationActions: [Deny]");

        denied("x: bad");

        objects.create("configmaps", configMap("a", "", "y: bad"));
    }

    @Test
    void anExpressionThatFailsDenies() {
        policy("f", "validations: [{expression: \"object.data.x == 'good'\"}]");
        bind("f", "validationActions: [Deny]");
        assertThat(denied("y: z").getMessage())
                .endsWith("denied request: expression 'object.data.x == 'good'' resulted in error: no such key: x");
    }

    @Test
    void aPolicyMayIgnoreItsFailures() {
        policy("i", "failurePolicy: Ignore, validations: [{expression: \"object.data.x == 'good'\"}]");
        bind("i", "validationActions: [Deny]");
        denied("x: bad");
        objects.create("configmaps", configMap("a", "", "y: z"));
    }

    @Test
    void bindingsChooseObjects() {
        policy("p", "validations: [{expression: \"object.data.x == 'good'\"}]");
        bind("p", "validationActions: [Deny], matchResources: {objectSelector: {matchLabels: {strict: 'yes'}}}");

        Waiting.until(
                "the policy to hold",
                () -> refusal(() -> objects.create("configmaps", configMap("b", "labels: {strict: 'yes'}", "x: bad")))
                        != null);

        objects.create("configmaps", configMap("a", "", "x: bad"));
    }

    @Test
    void parametersComeFromAnObject() {
        objects.create("configmaps", configMap("limits", "", "max: '3'"));
        policy("p", """
            paramKind: {apiVersion: v1, kind: ConfigMap},
            matchConditions: [{name: not-params, expression: "request.name != 'limits'"}],
            validations: [{expression: "int(object.data.x) <= int(params.data.max)",
                           messageExpression: "'at most ' + params.data.max"}]\
            """);
        bind(
                "p",
                "validationActions: [Deny], paramRef: {name: limits, namespace: %s, parameterNotFoundAction: Deny}"
                        .formatted(objects.namespace()));

        denied("x: '4'", "denied request: at most 3");
        objects.merge("configmaps", "limits", "data: {max: '5'}");
        Waiting.until("the new limit", () -> refusal(() -> dryRun("x: '4'")) == null);
        denied("x: '6'", "denied request: at most 5");
        objects.delete("configmaps", "limits", "");
        denied(
                "x: '1'",
                "denied request: failed to configure binding: no params found for policy binding with `Deny`"
                        + " parameterNotFoundAction");
    }

    @Test
    void missingParametersMayBeAllowed() {
        policy("p", """
            paramKind: {apiVersion: v1, kind: ConfigMap},
            validations: [{expression: "object.data.x != params.data.not"}]\
            """);
        bind(
                "p",
                "validationActions: [Deny], paramRef: {selector: {matchLabels: {role: params}}, namespace: %s,"
                                .formatted(objects.namespace())
                        + " parameterNotFoundAction: Allow}");
        objects.create("configmaps", configMap("b", "", "x: bad"));
        objects.create("configmaps", configMap("one", "labels: {role: params}", "not: bad, x: ''"));

        assertThat(denied("x: bad").getMessage()).contains("object.data.x != params.data.not");
    }

    @Test
    void aPolicyIsCheckedWhenItIsWritten() {
        var broken = refused(() -> policy("p", """
            variables: [{name: fine, expression: '1'}, {name: odd, expression: 'nothing.here'}],
            matchConditions: [{name: "no good", expression: 'true'}, {name: number, expression: '1'}],
            validations: [{expression: 'object.x +'}, {expression: '1'},
                          {expression: 'true', messageExpression: '1'}, {expression: ''},
                          {expression: 'true', message: ' ', reason: Odd}],
            auditAnnotations: [{key: k, valueExpression: '1'}]\
            """));

        assertThat(broken.code()).isEqualTo(422);
        assertThat(causes(broken))
                .anySatisfy(cause -> assertThat(cause)
                        .startsWith("spec.variables[1].expression FieldValueInvalid: Invalid value:"
                                + " \"nothing.here\": compilation failed:"))
                .anySatisfy(cause -> assertThat(cause)
                        .startsWith("spec.matchConditions[0].name FieldValueInvalid: Invalid value: \"no good\": "))
                .contains("spec.matchConditions[1].expression FieldValueInvalid: Invalid value: \"1\": must evaluate to"
                        + " bool but got int")
                .anySatisfy(cause -> assertThat(cause)
                        .startsWith("spec.validations[0].expression FieldValueInvalid: Invalid value: \"object.x +\":"
                                + " compilation failed: "))
                .contains(
                        "spec.validations[1].expression FieldValueInvalid: Invalid value: \"1\": must evaluate to bool"
                                + " but got int")
                .contains("spec.validations[2].messageExpression FieldValueInvalid: Invalid value: \"1\": must evaluate"
                        + " to string but got int")
                .contains("spec.validations[3].expression FieldValueRequired: Required value: expression is not"
                        + " specified")
                .anySatisfy(cause -> assertThat(cause).startsWith("spec.validations[4].message "))
                .anySatisfy(cause -> assertThat(cause)
                        .startsWith("spec.validations[4].reason FieldValueNotSupported: Unsupported value: \"Odd\":"
                                + " supported values: "));
    }

    @Test
    void aBindingIsCheckedWhenItIsWritten() {
        assertThat(causes(refused(() -> bind("p", "validationActions: [Deny, Warn]"))))
                .anySatisfy(cause -> assertThat(cause)
                        .startsWith("spec.validationActions FieldValueInvalid: Invalid value: ")
                        .endsWith("must not contain both Deny and Warn (repeating the same validation failure"
                                + " information in the API response and headers serves no purpose)"));
        assertThat(causes(refused(() -> bind("p", "validationActions: []"))))
                .containsExactly(
                        "spec.validationActions FieldValueRequired: Required value: at least one validation action"
                                + " is required");
        assertThat(causes(refused(() -> bind("p", "validationActions: [Refuse]"))))
                .containsExactly(
                        "spec.validationActions[0] FieldValueNotSupported: Unsupported value: \"Refuse\": supported"
                                + " values: \"Audit\", \"Deny\", \"Warn\"");
    }

    private String name(String policy) {
        return policy + "-" + objects.namespace();
    }

    private void policy(String policy, String spec) {
        var path = objects.path("validatingadmissionpolicies");
        cluster.api().post(path, yaml("""
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: {name: %s}
            spec: {matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: ['*'],
                   resources: [configmaps]}]}, %s}
            """.formatted(name(policy), spec)));
        made.add(objects.path("validatingadmissionpolicies", name(policy)));
    }

    private void bind(String policy, String spec) {
        var own = "namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %s}}".formatted(objects.namespace());
        var limited = spec.contains("matchResources: {")
                ? spec.replace("matchResources: {", "matchResources: {" + own + ", ")
                : spec + ", matchResources: {" + own + "}";
        cluster.api().post(objects.path("validatingadmissionpolicybindings"), yaml("""
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata: {name: %s}
            spec: {policyName: %s, %s}
            """.formatted(
                        name(policy), name(policy), limited)));
        made.add(objects.path("validatingadmissionpolicybindings", name(policy)));
    }

    private void dryRun(String data) {
        cluster.api().post(objects.path("configmaps") + "?dryRun=All", yaml(configMap("a", "", data)));
    }

    /** Waits until the policy holds. */
    private ApiException denied(String data) {
        Waiting.until("a denial of " + data, () -> refusal(() -> dryRun(data)) != null);
        return refused(() -> objects.create("configmaps", configMap("a", "", data)));
    }

    private void denied(String data, String ending) {
        Waiting.until("a denial that ends in " + ending, () -> {
            var refusal = refusal(() -> dryRun(data));
            return refusal != null
                    && refusal.status().path("message").asString("").endsWith(ending);
        });
    }

    private static @Nullable ApiException refusal(Runnable request) {
        try {
            request.run();
            return null;
        } catch (ApiException e) {
            return e;
        }
    }

    private List<String> warnings(String data) {
        var answer = cluster.api()
                .send(
                        "POST",
                        objects.path("configmaps") + "?dryRun=All",
                        Map.of("Content-Type", "application/json"),
                        yaml(configMap("a", "", data)).toString());
        assertThat(answer.code()).isEqualTo(201);
        return answer.headers().getOrDefault("warning", List.of());
    }
}
