package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Objects.causes;
import static dev.turnstile.embedded.contract.Objects.configMap;
import static dev.turnstile.embedded.contract.Objects.line;
import static dev.turnstile.embedded.contract.Objects.pod;
import static dev.turnstile.embedded.contract.Objects.refused;
import static dev.turnstile.embedded.contract.Objects.running;
import static dev.turnstile.embedded.contract.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.testing.TestCluster;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** Validation, defaults and columns of single built-in kinds. */
class BuiltInKindsIT {
    private final TestCluster cluster = TestCluster.shared();
    private final Objects objects = new Objects(cluster, "kinds");

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        tls; a: eA==; data[tls.crt] FieldValueRequired: Required value, data[tls.key] FieldValueRequired: Required value
        ssh-auth; a: eA==; data[ssh-privatekey] FieldValueRequired: Required value
        basic-auth; a: eA==; data[username] FieldValueRequired: Required value, data[password] FieldValueRequired: Required value
        dockerconfigjson; a: eA==; data[.dockerconfigjson] FieldValueRequired: Required value
        service-account-token; a: eA==; metadata.annotations[kubernetes.io/service-account.name] FieldValueRequired: Required value
        """)
    void aSecretHoldsWhatItsTypeSays(String type, String data, String told) {
        var refusal = refused(() -> objects.create("secrets", secret("s", type, "data", data)));

        assertThat(refusal.code()).isEqualTo(422);
        assertThat(String.join(", ", causes(refusal))).isEqualTo(told);
    }

    @Test
    void aSecretWithTheRequiredKeysIsAccepted() {
        objects.create("secrets", secret("one", "tls", "stringData", "tls.crt: a, tls.key: b"));
        objects.create("secrets", secret("two", "basic-auth", "stringData", "password: a"));
        objects.create("secrets", secret("three", "dockerconfigjson", "stringData", ".dockerconfigjson: '{}'"));

        assertThat(causes(refused(() -> objects.create(
                        "secrets", secret("four", "dockerconfigjson", "stringData", ".dockerconfigjson: '['")))))
                .singleElement()
                .asString()
                .startsWith(
                        "data[.dockerconfigjson] FieldValueInvalid: Invalid value: \"<secret contents redacted>\": ");
    }

    @Test
    void quantitiesTimesAndBytesAreDecodedBeforeValidation() {
        var cannot = "400 BadRequest: %s in version \"v1\" cannot be handled as a %s: ";
        assertThat(line(refused(
                        () -> objects.create("pods", pod("p", "containers: [{resources: {limits: {cpu: much}}}]")))))
                .isEqualTo(cannot.formatted("Pod", "Pod")
                        + "quantities must match the regular expression"
                        + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
        assertThat(line(refused(() -> objects.create(
                        "configmaps",
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, binaryData: {a: '%%'}}"))))
                .isEqualTo(cannot.formatted("ConfigMap", "ConfigMap") + "illegal base64 data at input byte 0");
        assertThat(line(refused(
                        () -> objects.create("configmaps", configMap("c", "creationTimestamp: yesterday", "")))))
                .startsWith(cannot.formatted("ConfigMap", "ConfigMap") + "parsing time \"yesterday\" as ");
        assertThat(line(refused(
                        () -> objects.create("pods", pod("p", "containers: [{ports: [{containerPort: '80'}]}]")))))
                .isEqualTo(cannot.formatted("Pod", "Pod") + "json: cannot unmarshal string into Go struct field"
                        + " ContainerPort.spec.containers.ports.containerPort of type int32");
    }

    @Test
    void aLimitRangeDoesNotContradictItself() {
        var range = "{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: [{type: %s}]}}";

        assertThat(causes(refused(() -> objects.create(
                        "limitranges", range.formatted("Container, default: {cpu: '3'}, max: {cpu: '2'}")))))
                .containsExactly(
                        "spec.limits[0].defaultRequest[cpu] FieldValueInvalid: Invalid value: \"3\": default request"
                                + " value 3 is greater than max value 2",
                        "spec.limits[0].default[cpu] FieldValueInvalid: Invalid value: \"2\": default value 3 is"
                                + " greater than max value 2");
        assertThat(causes(refused(() ->
                        objects.create("limitranges", range.formatted("Container, max: {cpu: 1}, min: {cpu: 2}")))))
                .contains("spec.limits[0].min[cpu] FieldValueInvalid: Invalid value: \"2\": min value 2 is greater than"
                        + " max value 1");
        assertThat(causes(refused(() -> objects.create("limitranges", range.formatted("Pod, default: {cpu: 1}")))))
                .containsExactly(
                        "spec.limits[0].default FieldValueForbidden: Forbidden: may not be specified when `type`"
                                + " is 'Pod'");
    }

    @Test
    void rolesAndBindingsAreValidated() {
        var roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/" + objects.namespace();
        var role = yaml("{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: r}, rules: ["
                + "{resources: [pods], verbs: []}, {nonResourceURLs: [/x], verbs: [get]}]}");
        var binding = yaml("{apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: {name: r},"
                + " roleRef: {kind: Rule, name: ''}, subjects: [{kind: User, name: u}, {kind: Robot}]}");

        assertThat(causes(refused(() -> cluster.api().post(roles + "/roles", role))))
                .containsExactly(
                        "rules[0].verbs FieldValueRequired: Required value: verbs must contain at least one value",
                        "rules[0].apiGroups FieldValueRequired: Required value: resource rules must supply at least one"
                                + " api group",
                        "rules[1].nonResourceURLs FieldValueInvalid: Invalid value: [\"/x\"]: namespaced rules cannot"
                                + " apply to non-resource URLs");
        assertThat(causes(refused(() -> cluster.api().post(roles + "/rolebindings", binding))))
                .containsExactly(
                        "roleRef.kind FieldValueNotSupported: Unsupported value: \"Rule\": supported values: \"Role\","
                                + " \"ClusterRole\"",
                        "roleRef.name FieldValueRequired: Required value",
                        "subjects[1].name FieldValueRequired: Required value",
                        "subjects[1].kind FieldValueNotSupported: Unsupported value: \"Robot\": supported values:"
                                + " \"ServiceAccount\", \"User\", \"Group\"");
    }

    @Test
    void aPodNeedsTheAccountThatItNames() {
        assertThat(line(refused(
                        () -> objects.create("pods", pod("p", "serviceAccountName: nobody, " + running("true"))))))
                .isEqualTo("403 Forbidden: pods \"p\" is forbidden: error looking up service account "
                        + objects.namespace() + "/nobody: serviceaccount \"nobody\" not found");
    }

    @Test
    void templatesHaveTheDefaultsOfPods() {
        var template = objects.create("podtemplates", """
            apiVersion: v1
            kind: PodTemplate
            metadata: {name: t}
            template: {spec: {%s}}
            """.formatted(running("true")));

        assertThat(template.text("template", "spec", "dnsPolicy")).isEqualTo("ClusterFirst");
        assertThat(Json.text(template.list("template", "spec", "containers").getFirst(), "terminationMessagePolicy"))
                .isEqualTo("File");
    }

    @Test
    void someKindsAreCreatedByAnUpdate() {
        assertThat(cluster.api()
                        .send(
                                "PUT",
                                objects.path("leases", "fresh"),
                                Map.of("Content-Type", "application/json"),
                                yaml("{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: fresh}, spec:"
                                                + " {holderIdentity: a}}")
                                        .toString())
                        .code())
                .isEqualTo(201);
        assertThat(objects.get("leases", "fresh").text("spec", "holderIdentity"))
                .isEqualTo("a");
        assertThat(refused(() -> cluster.api()
                                .put(objects.path("configmaps", "fresh"), yaml(configMap("fresh", "", ""))))
                        .code())
                .isEqualTo(404);
    }

    @Test
    void someKindsReturnTheDeletedObject() {
        objects.create("serviceaccounts", "{apiVersion: v1, kind: ServiceAccount, metadata: {name: a}}");
        objects.create("services", "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {ports: [{port: 80}]}}");
        objects.create("pods", pod("p", "schedulingGates: [{name: x/a}], " + running("true")));
        objects.create("configmaps", configMap("c", "", ""));

        assertThat(List.of(
                        Json.text(deleted("serviceaccounts", "a"), "kind"),
                        Json.text(deleted("services", "s"), "kind"),
                        Json.text(deleted("configmaps", "c"), "kind")))
                .containsExactly("ServiceAccount", "Service", "Status");
        var pod = deleted("pods", "p");
        assertThat(Json.text(pod, "metadata", "deletionTimestamp")).isNotEmpty();
        assertThat(Json.number(pod, -1, "metadata", "deletionGracePeriodSeconds"))
                .isZero();
        assertThat(Json.number(pod, 0, "metadata", "generation")).isEqualTo(2);
    }

    private ObjectNode deleted(String resource, String name) {
        return cluster.api().delete(objects.path(resource, name), null);
    }

    @Test
    void sidecarsCountAsContainers() {
        objects.create(
                "pods",
                pod(
                        "p",
                        "schedulingGates: [{name: x/a}], initContainers: [{name: i, image: 'i:1'},"
                                + " {name: s, image: 'i:1', restartPolicy: Always}], " + running("true")));

        var table = cluster.api()
                .send(
                        "GET",
                        objects.path("pods", "p"),
                        Map.of("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io"),
                        null)
                .json();

        assertThat(Json.items(table, "rows").getFirst().path("cells").path(1).asString(""))
                .isEqualTo("0/2");
    }

    @Test
    void namesOfManagersHaveALimit() {
        var path = objects.path("configmaps") + "?fieldManager=" + "m".repeat(129);

        assertThat(line(refused(() -> cluster.api().post(path, yaml(configMap("c", "", ""))))))
                .isEqualTo("422 Invalid: CreateOptions.meta.k8s.io \"\" is invalid: fieldManager: Too long: may not be"
                        + " more than 128 bytes");
    }

    @Test
    void finalizersOfBuiltInKindsHavePrefixes() {
        var refusal = refused(() ->
                objects.create("configmaps", configMap("c", "finalizers: [mine], ownerReferences: [{name: x}]", "")));

        assertThat(causes(refusal))
                .contains(
                        "metadata.finalizers[0] FieldValueInvalid: Invalid value: \"mine\": name is neither a standard"
                                + " finalizer name nor is it fully qualified",
                        "metadata.ownerReferences.uid FieldValueInvalid: Invalid value: \"\": must not be empty");
    }

    private static String secret(String name, String type, String field, String data) {
        return "{apiVersion: v1, kind: Secret, metadata: {name: %s}, type: kubernetes.io/%s, %s: {%s}}"
                .formatted(name, type, field, data);
    }
}
