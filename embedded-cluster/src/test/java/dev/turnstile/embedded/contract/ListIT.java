package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Objects.configMap;
import static dev.turnstile.embedded.contract.Objects.line;
import static dev.turnstile.embedded.contract.Objects.pod;
import static dev.turnstile.embedded.contract.Objects.refused;
import static dev.turnstile.embedded.contract.Objects.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.testing.TestCluster;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Lists: pages, selectors, versions, and deletion of what is selected. */
class ListIT {
    private final TestCluster cluster = TestCluster.shared();
    private final Objects objects = new Objects(cluster, "lists");

    private void createFive() {
        for (var name : List.of("c", "a", "e", "b", "d")) {
            var labels = name.compareTo("c") < 0 ? "part: first, n: '%s'" : "part: second, n: '%s'";
            objects.create("secrets", """
                {apiVersion: v1, kind: Secret, metadata: {name: %s, labels: {%s}}, type: example.com/%s}
                """.formatted(name, labels.formatted(name), name.equals("a") ? "one" : "other"));
        }
    }

    @Test
    void aListIsOrderedByName() {
        createFive();

        var list = cluster.api().get(objects.path("secrets"));

        assertThat(Json.text(list, "kind")).isEqualTo("SecretList");
        assertThat(Json.text(list, "apiVersion")).isEqualTo("v1");
        assertThat(names(list)).containsExactly("a", "b", "c", "d", "e");
        assertThat(Json.items(list, "items")).noneMatch(item -> item.has("kind") || item.has("apiVersion"));
    }

    @Test
    void pagesTogetherShowOneVersion() {
        createFive();

        var first = cluster.api().get(objects.path("secrets") + "?limit=2");
        objects.create("secrets", "{apiVersion: v1, kind: Secret, metadata: {name: bb}}");
        objects.delete("secrets", "e", "");
        var second = page(first, 2);
        var third = page(second, 2);

        assertThat(names(first)).containsExactly("a", "b");
        assertThat(Json.number(first, 0, "metadata", "remainingItemCount")).isEqualTo(3);
        assertThat(names(second)).containsExactly("c", "d");
        assertThat(names(third)).containsExactly("e");
        assertThat(Json.text(third, "metadata", "continue")).isEmpty();
        assertThat(third.path("metadata").has("remainingItemCount")).isFalse();
        assertThat(List.of(second, third))
                .allMatch(page -> Json.text(page, "metadata", "resourceVersion")
                        .equals(Json.text(first, "metadata", "resourceVersion")));
    }

    @Test
    void aPageOfASelectionDoesNotCountTheRest() {
        createFive();

        var first = cluster.api().get(objects.path("secrets") + "?limit=1&labelSelector=part%3Dfirst");

        assertThat(names(first)).containsExactly("a");
        assertThat(first.path("metadata").has("remainingItemCount")).isFalse();
        assertThat(Json.text(first, "metadata", "continue")).isNotEmpty();
    }

    @Test
    void anInvalidContinueTokenIsRefused() {
        assertThat(line(refused(() -> cluster.api().get(objects.path("secrets") + "?limit=1&continue=bogus"))))
                .startsWith("400 BadRequest: invalid continue token: continue key is not valid: ");
    }

    @Test
    void labelsSelect() {
        createFive();

        assertThat(selected("labelSelector", "part=first")).containsExactly("a", "b");
        assertThat(selected("labelSelector", "part!=first")).containsExactly("c", "d", "e");
        assertThat(selected("labelSelector", "n in (a, e)")).containsExactly("a", "e");
        assertThat(selected("labelSelector", "n notin (a,e),part")).containsExactly("b", "c", "d");
        assertThat(selected("labelSelector", "!part")).isEmpty();
        assertThat(selected("labelSelector", "part==second,n=c")).containsExactly("c");
        assertThat(line(refused(() -> selected("labelSelector", "a b"))))
                .startsWith("400 BadRequest: unable to parse requirement: ");
        assertThat(line(refused(() -> selected("labelSelector", "part=a/b"))))
                .startsWith("400 BadRequest: unable to parse requirement: values[0][part]: Invalid value: \"a/b\": a"
                        + " valid label must be an empty string or consist of alphanumeric characters");
        assertThat(line(refused(() -> selected("labelSelector", "-part"))))
                .startsWith("400 BadRequest: unable to parse requirement: <nil>: Invalid value: \"-part\": name part");
        assertThat(line(refused(() -> selected("labelSelector", "n>b"))))
                .isEqualTo("400 BadRequest: unable to parse requirement: values[0]: Invalid value: \"b\": for 'Gt',"
                        + " 'Lt' operators, the value must be an integer");
    }

    @Test
    void fieldsSelect() {
        createFive();

        assertThat(selected("fieldSelector", "metadata.name=c")).containsExactly("c");
        assertThat(selected("fieldSelector", "metadata.name!=c,metadata.namespace=" + objects.namespace()))
                .containsExactly("a", "b", "d", "e");
        assertThat(selected("fieldSelector", "type=example.com/one")).containsExactly("a");
        assertThat(line(refused(() -> selected("fieldSelector", "data.x=y"))))
                .isEqualTo("400 BadRequest: field label not supported: data.x");
    }

    @Test
    void podsAreSelectedByWhereTheyAreAndWhatTheyDo() {
        objects.create("pods", pod("gated", "schedulingGates: [{name: a/b}], " + running("true")));
        objects.create("pods", pod("placed", "nodeName: nowhere, " + running("true")));

        assertThat(objects.list("pods", "fieldSelector", "spec.nodeName=nowhere"))
                .extracting(ApiObject::name)
                .containsExactly("placed");
        assertThat(objects.list("pods", "fieldSelector", "spec.nodeName=,status.phase=Pending"))
                .extracting(ApiObject::name)
                .containsExactly("gated");
    }

    @Test
    void anOldVersionIsListedExactly() {
        createFive();
        var version = Json.text(cluster.api().get(objects.path("secrets")), "metadata", "resourceVersion");
        objects.delete("secrets", "a", "");

        var then = objects.list("secrets", "resourceVersion", version, "resourceVersionMatch", "Exact");
        var notOlder = objects.list("secrets", "resourceVersion", version, "resourceVersionMatch", "NotOlderThan");

        assertThat(then).extracting(ApiObject::name).contains("a");
        assertThat(notOlder).hasSizeBetween(4, 5);
        assertThat(line(refused(() -> objects.list("secrets", "resourceVersionMatch", "Exact"))))
                .isEqualTo("422 Invalid: ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden:"
                        + " resourceVersionMatch is forbidden unless resourceVersion is provided");
        assertThat(line(refused(
                        () -> objects.list("secrets", "resourceVersion", "0", "resourceVersionMatch", "Exact"))))
                .isEqualTo("422 Invalid: ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden:"
                        + " resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
    }

    @Test
    void aCollectionIsDeletedAsSelected() {
        createFive();
        objects.create("secrets", """
            {apiVersion: v1, kind: Secret, metadata: {name: kept, labels: {part: first}, finalizers: [example.com/f]}}
            """);

        var answer = cluster.api().delete(objects.path("secrets") + "?labelSelector=part%3Dfirst", null);

        assertThat(Json.text(answer, "kind")).isEqualTo("SecretList");
        assertThat(names(answer)).containsExactly("a", "b", "kept");
        assertThat(objects.list("secrets")).extracting(ApiObject::name).containsExactly("c", "d", "e", "kept");
        assertThat(objects.get("secrets", "kept").isBeingDeleted()).isTrue();
        objects.merge("secrets", "kept", "metadata: {finalizers: null}");
        assertThat(objects.isThere("secrets", "kept")).isFalse();
    }

    @Test
    void metadataAloneCanBeRequested() {
        objects.create("configmaps", configMap("a", "labels: {x: y}", "k: v"));

        var partial = cluster.api()
                .send(
                        "GET",
                        objects.path("configmaps", "a"),
                        Map.of("Accept", "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1"),
                        null)
                .json();
        var list = cluster.api()
                .send(
                        "GET",
                        HttpApi.path(objects.path("configmaps"), Map.of("labelSelector", "x=y")),
                        Map.of("Accept", "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"),
                        null)
                .json();

        assertThat(Json.text(partial, "kind")).isEqualTo("PartialObjectMetadata");
        assertThat(Json.text(partial, "apiVersion")).isEqualTo("meta.k8s.io/v1");
        assertThat(Json.text(partial, "metadata", "labels", "x")).isEqualTo("y");
        assertThat(partial.has("data")).isFalse();
        assertThat(Json.text(list, "kind")).isEqualTo("PartialObjectMetadataList");
        assertThat(names(list)).containsExactly("a");
    }

    @Test
    void everythingOfAllNamespacesIsListedAtOnce() {
        var other = new Objects(cluster, "lists");
        objects.create("configmaps", configMap("a", "labels: {of: '%s'}".formatted(objects.namespace()), ""));
        other.create("configmaps", configMap("a", "labels: {of: '%s'}".formatted(objects.namespace()), ""));

        var all = cluster.api()
                .get(HttpApi.path("/api/v1/configmaps", Map.of("labelSelector", "of=" + objects.namespace())));

        assertThat(Objects.items(all))
                .extracting(ApiObject::namespace)
                .containsExactlyInAnyOrder(objects.namespace(), other.namespace());
    }

    private List<String> selected(String... query) {
        return objects.list("secrets", query).stream().map(ApiObject::name).toList();
    }

    private ObjectNode page(ObjectNode before, int limit) {
        return cluster.api()
                .get(HttpApi.path(
                        objects.path("secrets"),
                        Map.of(
                                "limit",
                                Integer.toString(limit),
                                "continue",
                                Json.text(before, "metadata", "continue"))));
    }

    private static List<String> names(ObjectNode list) {
        return Objects.items(list).stream().map(ApiObject::name).toList();
    }
}
