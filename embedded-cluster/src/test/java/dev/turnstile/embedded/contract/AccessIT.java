package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.client.Kubeconfig;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.embedded.testing.Waiting;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Authentication, impersonation and authorization. */
class AccessIT {
    private static final String TOKEN_REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";
    private static final String ACCESS_REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

    private final TestCluster cluster = TestCluster.shared();
    private final Objects objects = new Objects(cluster, "access");

    @Test
    void anUnknownTokenIsRefused() {
        try (var stranger = as("who-is-it")) {
            var refusal =
                    Assertions.catchThrowableOfType(ApiException.class, () -> stranger.get(objects.path("configmaps")));

            assertThat(refusal.status())
                    .isEqualTo(
                            yaml("{kind: Status, apiVersion: v1, metadata: {}, status: Failure, message: Unauthorized,"
                                    + " reason: Unauthorized, code: 401}"));
        }
    }

    @Test
    void aServiceAccountIsAuthenticatedAndMayDoNothing() {
        try (var account = as(token("default", ""))) {
            var refusal =
                    Assertions.catchThrowableOfType(ApiException.class, () -> account.get(objects.path("configmaps")));

            assertThat(Objects.line(refusal))
                    .isEqualTo("403 Forbidden: configmaps is forbidden: User \"system:serviceaccount:"
                            + objects.namespace()
                            + ":default\" cannot list resource \"configmaps\" in API group \"\" in the namespace \""
                            + objects.namespace() + "\"");
            assertThat(Json.text(
                            account.post(
                                    "/apis/authentication.k8s.io/v1/selfsubjectreviews",
                                    yaml("{apiVersion: authentication.k8s.io/v1, kind: SelfSubjectReview}")),
                            "status",
                            "userInfo",
                            "username"))
                    .isEqualTo("system:serviceaccount:" + objects.namespace() + ":default");
        }
    }

    @Test
    void whatARoleAddsToViewIsAllowedToViewers() {
        var rbac = "/apis/rbac.authorization.k8s.io/v1/";
        var added = "adds-" + objects.namespace();
        cluster.api().post(rbac + "namespaces/" + objects.namespace() + "/rolebindings", yaml("""
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: viewer}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
            subjects: [{kind: ServiceAccount, name: default, namespace: %s}]
            """.formatted(
                        objects.namespace())));
        cluster.api().post(rbac + "clusterroles", yaml("""
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: %s, labels: {rbac.authorization.k8s.io/aggregate-to-view: 'true'}}
            rules: [{apiGroups: [''], resources: [podtemplates], verbs: [list]}]
            """.formatted(added)));

        try (var account = as(token("default", ""))) {
            Waiting.until("the role to hold", () -> lists(account, "podtemplates"));
            assertThat(lists(account, "configmaps")).as("what view itself has").isTrue();
            assertThat(lists(account, "secrets")).as("what it has not").isFalse();

            cluster.api().delete(rbac + "clusterroles/" + added, null);
            Waiting.until("the role to hold no longer", () -> !lists(account, "podtemplates"));
        }
    }

    private boolean lists(HttpApi account, String kind) {
        return account.send("GET", objects.path(kind), Map.of(), null).code() == 200;
    }

    @Test
    void whatARoleAllowsIsAllowed() {
        var rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/" + objects.namespace();
        cluster.api().post(rbac + "/roles", yaml("""
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: reader}
            rules: [{apiGroups: [''], resources: [configmaps], verbs: [get, list]}]
            """));
        cluster.api().post(rbac + "/rolebindings", yaml("""
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: reader}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
            subjects: [{kind: ServiceAccount, name: default, namespace: %s}]
            """.formatted(objects.namespace())));

        try (var account = as(token("default", ""))) {
            Waiting.until(
                    "the role to hold",
                    () -> account.send("GET", objects.path("configmaps"), Map.of(), null)
                                    .code()
                            == 200);
            assertThat(account.send("GET", objects.path("secrets"), Map.of(), null)
                            .code())
                    .isEqualTo(403);
            assertThat(account.send("DELETE", objects.path("configmaps", "a"), Map.of(), null)
                            .code())
                    .isEqualTo(403);
        }
        assertThat(mayDo("get", "configmaps", objects.namespace())).isTrue();
        assertThat(mayDo("delete", "configmaps", objects.namespace())).isFalse();
        assertThat(mayDo("get", "configmaps", "default")).isFalse();
    }

    @Test
    void aTokenReviewNamesTheUserOfAToken() {
        var review = review(token("default", ""), "");

        assertThat(review.path("authenticated").asBoolean(false)).isTrue();
        assertThat(Json.text(review, "user", "username"))
                .isEqualTo("system:serviceaccount:" + objects.namespace() + ":default");
        assertThat(Json.texts(review, "user", "groups"))
                .containsExactly(
                        "system:serviceaccounts",
                        "system:serviceaccounts:" + objects.namespace(),
                        "system:authenticated");
        assertThat(Json.text(review, "user", "uid"))
                .isEqualTo(objects.get("serviceaccounts", "default").uid());
    }

    @Test
    void aTokenReviewOfAnInvalidTokenDoesNotAuthenticate() {
        var review = review("nonsense", "");

        assertThat(review.path("authenticated").asBoolean(false)).isFalse();
        assertThat(review.has("user") && !review.path("user").isEmpty()).isFalse();
        assertThat(review.path("error").asString("")).isNotEmpty();
    }

    @Test
    void aTokenIsForItsAudience() {
        var token = token("default", "audiences: [someone]");

        assertThat(review(token, "audiences: [someone, other]")
                        .path("audiences")
                        .toString())
                .isEqualTo("[\"someone\"]");
        assertThat(review(token, "").path("authenticated").asBoolean(false)).isFalse();
        try (var client = as(token)) {
            assertThat(client.send("GET", "/api", Map.of(), null).code()).isEqualTo(401);
        }
    }

    @Test
    void onlyUsersWithTheRightImpersonate() {
        var reviews = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
        var review = "{\"apiVersion\": \"authentication.k8s.io/v1\", \"kind\": \"SelfSubjectReview\"}";
        var asJane = Map.of(
                "Impersonate-User", "jane", "Impersonate-Extra-Scopes", "view", "Content-Type", "application/json");
        assertThat(cluster.api().send("POST", reviews, asJane, review).json().at("/status/userInfo"))
                .isEqualTo(yaml("{username: jane, groups: ['system:authenticated'], extra: {scopes: [view]}}"));
        assertThat(cluster.api()
                        .send("GET", objects.path("configmaps"), Map.of("Impersonate-Group", "jane's"), null)
                        .code())
                .isEqualTo(400);
        try (var account = as(token("default", ""))) {
            assertThat(account.send("GET", objects.path("configmaps"), Map.of("Impersonate-User", "admin"), null)
                            .code())
                    .isEqualTo(403);
        }
    }

    @Test
    void aTokenIsInvalidAfterItsAccountIsDeleted() {
        objects.create("serviceaccounts", "{apiVersion: v1, kind: ServiceAccount, metadata: {name: brief}}");
        var token = token("brief", "");
        assertThat(review(token, "").path("authenticated").asBoolean(false)).isTrue();

        objects.delete("serviceaccounts", "brief", "");

        Waiting.until(
                "the token to die",
                () -> !review(token, "").path("authenticated").asBoolean(false));
    }

    @Test
    void mastersMayDoEverything() {
        var answer = cluster.api().post(ACCESS_REVIEWS, yaml("""
            apiVersion: authorization.k8s.io/v1
            kind: SubjectAccessReview
            spec: {user: any, groups: ['system:masters'], resourceAttributes: {verb: delete, resource: nodes}}
            """));

        assertThat(answer.path("status").path("allowed").asBoolean(false)).isTrue();
    }

    @Test
    void aReviewNeedsAUserAndAnAccess() {
        assertThat(Objects.refused(() -> cluster.api().post(ACCESS_REVIEWS, yaml("""
            {apiVersion: authorization.k8s.io/v1, kind: SubjectAccessReview, spec: {resourceAttributes: {verb: get}}}
            """)))
                        .code())
                .isEqualTo(422);
    }

    private boolean mayDo(String verb, String resource, String namespace) {
        return cluster.api()
                .post(ACCESS_REVIEWS, yaml("""
                    apiVersion: authorization.k8s.io/v1
                    kind: SubjectAccessReview
                    spec:
                      user: system:serviceaccount:%s:default
                      resourceAttributes: {verb: %s, resource: %s, namespace: %s}
                    """.formatted(objects.namespace(), verb, resource, namespace)))
                .path("status")
                .path("allowed")
                .asBoolean(false);
    }

    private ObjectNode review(String token, String more) {
        var review = yaml("{apiVersion: authentication.k8s.io/v1, kind: TokenReview, spec: {token: %s, %s}}"
                .formatted(token, more));
        return (ObjectNode) cluster.api().post(TOKEN_REVIEWS, review).path("status");
    }

    private String token(String account, String spec) {
        var request = yaml("{apiVersion: authentication.k8s.io/v1, kind: TokenRequest, spec: {%s}}".formatted(spec));
        return Json.text(
                cluster.api().post(objects.path("serviceaccounts", account) + "/token", request), "status", "token");
    }

    private HttpApi as(String token) {
        var admin = Kubeconfig.parse(cluster.kubeconfig());
        return new HttpApi(Kubeconfig.withToken(
                admin.server(), java.util.Objects.requireNonNull(admin.certificateAuthority()), token));
    }
}
