package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Gadgets.gadget;
import static dev.turnstile.embedded.contract.Objects.configMap;
import static dev.turnstile.embedded.contract.Objects.pod;
import static dev.turnstile.embedded.contract.Objects.running;
import static dev.turnstile.embedded.contract.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.embedded.testing.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Tables, as kubectl prints them: columns of built-in kinds and of definitions. */
class TableIT {
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

    private final TestCluster cluster = TestCluster.shared();
    private final Objects objects = new Objects(cluster, "tables");

    @Test
    void aTableHasColumnsAndRowsThatCarryMetadata() {
        objects.create("configmaps", configMap("a", "labels: {own: 'yes'}", "x: y, z: w"));

        var table = table(HttpApi.path(objects.path("configmaps"), Map.of("labelSelector", "own")));

        assertThat(Json.text(table, "kind")).isEqualTo("Table");
        assertThat(Json.text(table, "apiVersion")).isEqualTo("meta.k8s.io/v1");
        assertThat(columns(table)).containsExactly("Name string name 0", "Data string  0", "Age string  0");
        assertThat(table.path("columnDefinitions").path(0).path("description").asString(""))
                .startsWith("Name must be unique within a namespace.");
        assertThat(cells(table).getFirst().subList(0, 2)).containsExactly("a", "2");
        var row = table.path("rows").path(0).path("object");
        assertThat(Json.text(row, "kind")).isEqualTo("PartialObjectMetadata");
        assertThat(Json.text(row, "metadata", "labels", "own")).isEqualTo("yes");
        assertThat(row.has("data")).isFalse();
    }

    @Test
    void rowsCarryTheRequestedPart() {
        objects.create("configmaps", configMap("a", "", "x: y"));

        var whole = table(objects.path("configmaps", "a") + "?includeObject=Object");
        var none = table(objects.path("configmaps", "a") + "?includeObject=None");

        assertThat(Json.text(whole.path("rows").path(0), "object", "data", "x")).isEqualTo("y");
        assertThat(none.path("rows").path(0).path("object").isMissingNode()
                        || none.path("rows").path(0).path("object").isNull())
                .isTrue();
    }

    @Test
    void aDefinitionStatesItsColumns() {
        Gadgets.install(cluster);
        objects.create("gadgets", gadget("a", "note: hi, parts: [{name: p}, {name: q}]"));
        objects.create("gadgets", gadget("b", "size: large, replicas: 3"));
        cluster.api()
                .patch(
                        objects.path("gadgets", "a") + "/status",
                        PatchType.MERGE,
                        yaml("status: {conditions: [{type: Odd, status: 'False'}, {type: Ready, status: 'True'}]}"));

        var table = table(objects.path("gadgets"));

        assertThat(columns(table))
                .containsExactly(
                        "Name string name 0",
                        "Size string  0",
                        "Replicas integer  0",
                        "Ready string  0",
                        "Note string  1",
                        "Parts string  1",
                        "Age date  0");
        assertThat(table.path("columnDefinitions").path(1).path("description").asString(""))
                .isEqualTo("How big it is");
        assertThat(table.path("columnDefinitions").path(2).path("description").asString(""))
                .isEqualTo("Custom resource definition column (in JSONPath format): .spec.replicas");
        assertThat(cells(table).get(0).subList(0, 6)).containsExactly("a", "small", "1", "True", "hi", "p");
        assertThat(cells(table).get(1).subList(0, 6)).containsExactly("b", "large", "3", "null", "null", "null");
        assertThat(cells(table).get(0).getLast()).matches("\\d+s");
    }

    @Test
    void podsShowWhatTheyDo() {
        objects.create("pods", pod("gated", "schedulingGates: [{name: a/b}], " + running("true")));
        objects.create("pods", pod("runs", running("sleep", "600")));
        objects.create("pods", pod("done", running("true")));
        objects.create("pods", pod("failed", running("sh", "-c", "exit 3")));
        Waiting.until(
                "the pods to come to their ends",
                () -> statuses().equals(List.of("Completed", "Error", "SchedulingGated", "Running")));

        var table = table(objects.path("pods"));

        assertThat(columns(table))
                .containsExactly(
                        "Name string name 0",
                        "Ready string  0",
                        "Status string  0",
                        "Restarts string  0",
                        "Age string  0",
                        "IP string  1",
                        "Node string  1",
                        "Nominated Node string  1",
                        "Readiness Gates string  1");
        assertThat(cells(table))
                .extracting(cells -> String.join(" ", cells.subList(0, 4)))
                .containsExactly(
                        "done 0/1 Completed 0",
                        "failed 0/1 Error 0",
                        "gated 0/1 SchedulingGated 0",
                        "runs 1/1 Running 0");
        assertThat(cells(table).get(3).get(6)).isEqualTo("node-1");
        assertThat(cells(table).get(2).subList(5, 9)).containsExactly("<none>", "<none>", "<none>", "<none>");
    }

    @Test
    void jobsShowHowFarTheyAre() {
        objects.create("jobs", """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: j}
            spec: {suspend: true, completions: 3, template: {spec: {restartPolicy: Never, %s}}}
            """.formatted(running("true")));
        Waiting.until("the Job to be suspended", () -> objects.get("jobs", "j").isConditionTrue("Suspended"));

        var table = table(objects.path("jobs"));

        assertThat(columns(table))
                .containsExactly(
                        "Name string name 0",
                        "Status string  0",
                        "Completions string  0",
                        "Duration string  0",
                        "Age string  0",
                        "Containers string  1",
                        "Images string  1",
                        "Selector string  1");
        assertThat(cells(table).getFirst().subList(0, 4)).containsExactly("j", "Suspended", "0/3", "");
        assertThat(cells(table).getFirst().subList(5, 7)).containsExactly("c", "example.com/app:1");
    }

    @Test
    void nodesAndNamespacesHaveTheirColumns() {
        assertThat(columns(table("/api/v1/nodes")))
                .startsWith(
                        "Name string name 0",
                        "Status string  0",
                        "Roles string  0",
                        "Age string  0",
                        "Version string  0");
        assertThat(cells(table("/api/v1/nodes/node-1")).getFirst().subList(0, 3))
                .containsExactly("node-1", "Ready", "<none>");
        assertThat(cells(table("/api/v1/namespaces/" + objects.namespace()))
                        .getFirst()
                        .subList(0, 2))
                .containsExactly(objects.namespace(), "Active");
    }

    @Test
    void aWatchSendsTablesAndTheirColumnsOnce() {
        objects.create("configmaps", configMap("a", "labels: {own: 'yes'}", ""));
        objects.create("configmaps", configMap("b", "labels: {own: 'yes'}", ""));

        var told = cluster.api()
                .send(
                        "GET",
                        HttpApi.path(
                                objects.path("configmaps"),
                                Map.of("watch", "1", "labelSelector", "own", "timeoutSeconds", "1")),
                        Map.of("Accept", TABLE),
                        null)
                .body()
                .lines()
                .map(Json::parse)
                .toList();

        assertThat(told).hasSize(2);
        assertThat(told).allMatch(event -> Json.text(event, "object", "kind").equals("Table"));
        assertThat(columns((ObjectNode) told.get(0).path("object"))).isNotEmpty();
        assertThat(told.get(1).path("object").path("columnDefinitions").isEmpty())
                .isTrue();
    }

    @Test
    void aWatchedTableStatesTheAgeAtTheTimeOfTheChange() throws InterruptedException {
        objects.create("configmaps", configMap("a", "labels: {own: 'yes'}", ""));
        Thread later = Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(Duration.ofSeconds(2));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            cluster.api().patch(objects.path("configmaps", "a"), PatchType.MERGE, yaml("data: {x: later}"));
        });

        List<Integer> ages = cluster.api()
                .send(
                        "GET",
                        HttpApi.path(
                                objects.path("configmaps"),
                                Map.of("watch", "1", "labelSelector", "own", "timeoutSeconds", "5")),
                        Map.of("Accept", TABLE),
                        null)
                .body()
                .lines()
                .map(event -> cells((ObjectNode) Json.parse(event).path("object")))
                .map(rows -> Integer.parseInt(rows.getFirst().getLast().replace("s", "")))
                .toList();
        later.join();

        assertThat(ages).hasSize(2);
        assertThat(ages.getLast()).isGreaterThan(ages.getFirst());
    }

    @Test
    void theDefaultColumnsAreNameAndAge() {
        var table = table("/api/v1/namespaces/" + objects.namespace() + "/limitranges");

        assertThat(columns(table)).hasSize(2).first().isEqualTo("Name string name 0");
    }

    private List<String> statuses() {
        return cells(table(objects.path("pods"))).stream()
                .map(cells -> cells.get(2))
                .toList();
    }

    private ObjectNode table(String path) {
        return cluster.api().send("GET", path, Map.of("Accept", TABLE), null).json();
    }

    private static List<String> columns(ObjectNode table) {
        return Json.items(table, "columnDefinitions").stream()
                .map(column ->
                        Json.text(column, "name") + " " + Json.text(column, "type") + " " + Json.text(column, "format")
                                + " " + column.path("priority").asInt(-1))
                .toList();
    }

    private static List<List<String>> cells(ObjectNode table) {
        return Json.items(table, "rows").stream()
                .map(row -> Json.items(row, "cells").stream()
                        .map(cell -> cell.isString() ? cell.stringValue() : cell.toString())
                        .toList())
                .toList();
    }
}
