package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Gadgets.gadget;
import static dev.turnstile.embedded.contract.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.embedded.testing.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a stock kubectl prints. Each test is a script; its transcript, times and names taken out, is compared with the
 * one that was recorded with kube-apiserver ({@code kubectl/<test>.txt}; property {@code turnstile.record} names a
 * folder to record into).
 */
class KubectlIT {
    private static final Set<String> SHOWN = Set.of(
            "configmaps",
            "events",
            "gadgets",
            "jobs",
            "leases",
            "namespaces",
            "nodes",
            "pods",
            "priorityclasses",
            "secrets",
            "serviceaccounts",
            "customresourcedefinitions",
            "validatingadmissionpolicies",
            "validatingwebhookconfigurations",
            "tokenreviews",
            "subjectaccessreviews",
            "cronjobs",
            "roles");

    @TempDir
    private Path home;

    private TestCluster cluster;
    private Objects objects;
    private Kubectl kubectl;
    private boolean thereIsOne;

    @BeforeEach
    void needsTheBinary() {
        var there = Boolean.getBoolean("turnstile.ci") || Files.isExecutable(Kubectl.binary());
        if (!there) {
            System.out.println("KubectlIT is skipped: KUBEBUILDER_ASSETS names no folder with a kubectl");
        }
        thereIsOne = there;
        assumeTrue(there, "KUBEBUILDER_ASSETS names no folder with a kubectl");
        cluster = TestCluster.shared();
        objects = new Objects(cluster, "kubectl");
        kubectl = new Kubectl(home, cluster, objects.namespace());
        Gadgets.install(cluster);
    }

    @AfterEach
    void printsWhatItPrintsWithKubeApiserver(TestInfo test) throws IOException {
        if (!thereIsOne) {
            return;
        }
        var name = test.getTestMethod().orElseThrow().getName() + ".txt";
        var record = System.getProperty("turnstile.record", "");
        if (!record.isEmpty()) {
            Files.writeString(Path.of(record, name), kubectl.transcript());
        } else {
            assertThat(kubectl.transcript()).isEqualTo(Gadgets.resource("kubectl/" + name));
        }
    }

    @Test
    void apiResources() {
        var all = Kubectl.finish(kubectl.start("api-resources", "-o", "wide", "--no-headers"));
        var shown = all.lines()
                .filter(line -> SHOWN.contains(line.split(" ", 2)[0]) && !line.contains("kueue"))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
        kubectl.note("api-resources -o wide --no-headers", shown);
        kubectl.run("api-resources", "--api-group=contract.turnstile.dev");
        kubectl.run("get", "contract");
    }

    @Test
    void explain() throws IOException {
        cluster.install(Files.readString(Path.of("../deploy/crds/workloads.kueue.x-k8s.io.yaml")));
        Waiting.until(
                "the schema to be published",
                () -> !Kubectl.finish(kubectl.start("explain", "workload.spec.podSets"))
                        .contains("[status"));
        kubectl.run("explain", "workload.spec.podSets");
        kubectl.run("explain", "workload.spec.podSets.count");
        kubectl.run("explain", "gadget.spec");
        kubectl.run("explain", "gadgets", "--recursive");
        kubectl.run("explain", "job.spec.parallelism");
        kubectl.run("explain", "pods.spec.schedulingGates");
        kubectl.run("explain", "gadget.spec.none");
    }

    @Test
    void apply() {
        published();
        var first = kubectl.file("first.yaml", gadget("g", "note: one, parts: [{name: p}]"));
        var second = kubectl.file("second.yaml", gadget("g", "note: two, size: large"));
        var map = kubectl.file("map.yaml", Objects.configMap("m", "", "x: one"));
        var old = kubectl.file("old.yaml", Objects.configMap("m", "resourceVersion: '1'", "x: two"));
        var wrong = kubectl.file("wrong.yaml", gadget("w", "bogus: 1"));
        var invalid = kubectl.file("invalid.yaml", gadget("g", "size: huge"));
        kubectl.run("apply", "-f", first, "-f", map);
        kubectl.run("apply", "-f", first, "-f", map);
        kubectl.run("apply", "-f", second, "--dry-run=server");
        kubectl.run("apply", "-f", second);
        kubectl.run("get", "gadget", "g", "-o", "jsonpath={.spec}{\"\\n\"}");
        kubectl.run("apply", "-f", old);
        kubectl.run("apply", "-f", wrong);
        kubectl.run("apply", "-f", invalid);
        kubectl.run("apply", "view-last-applied", "configmap", "m");
        kubectl.run("delete", "-f", second, "-f", map);
    }

    @Test
    void applyServerSide() {
        published();
        var one = kubectl.file("one.yaml", gadget("g", "note: one, parts: [{name: p, weight: 1}]"));
        var two = kubectl.file("two.yaml", gadget("g", "note: two, parts: [{name: p, weight: 2}, {name: q}]"));
        var none = kubectl.file("none.yaml", gadget("g", "bogus: 1"));
        kubectl.run("apply", "--server-side", "-f", one);
        kubectl.run("apply", "--server-side", "-f", one);
        kubectl.run("apply", "--server-side", "--field-manager=two", "-f", two);
        kubectl.run("apply", "--server-side", "--field-manager=two", "--force-conflicts", "-f", two);
        kubectl.run("apply", "--server-side", "--field-manager=two", "-f", none);
        kubectl.run("get", "gadget", "g", "-o", "jsonpath={.spec}{\"\\n\"}");
        kubectl.run("get", "gadget", "g", "-o", "yaml", "--show-managed-fields");
    }

    @Test
    void get() {
        create();
        kubectl.run("get", "gadgets");
        kubectl.run("get", "gd", "-o", "wide");
        kubectl.run("get", "gadget/g", "pod/p");
        kubectl.run("get", "pods", "-o", "wide");
        kubectl.run("get", "pods", "-L", "app", "--show-labels");
        kubectl.run("get", "gadgets", "-o", "name");
        kubectl.run("get", "gadgets", "-o", "custom-columns=NAME:.metadata.name,SIZE:.spec.size");
        kubectl.run("get", "gadgets", "--field-selector=spec.size=large");
        kubectl.run("get", "configmap", "none");
        kubectl.run("get", "secrets");
        kubectl.run("get", "configmap", "m", "-o", "yaml");
        kubectl.run("get", "things");
        kubectl.run(
                "get", "node", "node-2", "--no-headers", "-o", "custom-columns=N:.metadata.name,T:.spec.taints[*].key");
    }

    @Test
    void getWatch() throws Exception {
        objects.create("gadgets", gadget("a", ""));
        var watching = kubectl.start("get", "gadgets", "--watch", "--output-watch-events", "--no-headers");
        var told = new ArrayList<String>();
        try (var lines = new BufferedReader(watching.inputReader(StandardCharsets.UTF_8))) {
            told.add(lines.readLine());
            objects.create("gadgets", gadget("b", "size: large"));
            told.add(lines.readLine());
            objects.merge("gadgets", "b", "spec: {replicas: 2}");
            told.add(lines.readLine());
            objects.delete("gadgets", "b", "");
            told.add(lines.readLine());
        } finally {
            watching.destroy();
        }
        kubectl.note("get gadgets --watch --output-watch-events", String.join("\n", told) + "\n");
    }

    @Test
    void describe() {
        create();
        kubectl.run("describe", "pod", "p");
        kubectl.run("describe", "gadget", "g");
        kubectl.run("describe", "configmap", "m");
        kubectl.run("describe", "gadget", "none");
    }

    @Test
    void patch() {
        create();
        kubectl.run("patch", "gadget", "g", "--type=merge", "-p", "{\"spec\":{\"note\":\"new\"}}");
        kubectl.run("patch", "gadget", "g", "--type=merge", "-p", "{\"spec\":{\"note\":\"new\"}}");
        kubectl.run(
                "patch",
                "pod",
                "p",
                "-p",
                "{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"example.com/app:2\"}]}}");
        kubectl.run(
                "patch",
                "configmap",
                "m",
                "--type=json",
                "-p",
                "[{\"op\":\"replace\",\"path\":\"/data/x\",\"value\":\"z\"}]");
        kubectl.run(
                "patch",
                "configmap",
                "m",
                "--type=json",
                "-p",
                "[{\"op\":\"test\",\"path\":\"/data/x\",\"value\":\"no\"}]");
        kubectl.run("patch", "gadget", "g", "-p", "{\"spec\":{\"note\":\"strategic\"}}");
        kubectl.run("patch", "gadget", "g", "--type=merge", "-p", "{\"spec\":{\"replicas\":11}}");
        kubectl.run(
                "patch",
                "gadget",
                "g",
                "--subresource=status",
                "--type=merge",
                "-p",
                "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}");
        kubectl.run("get", "pod", "p", "-o", "jsonpath={.spec.containers[0].image}{\"\\n\"}");
        kubectl.run("label", "gadget", "g", "a=b");
        kubectl.run("annotate", "gadget", "g", "note=here");
        kubectl.run("get", "gadgets", "--show-labels");
    }

    @Test
    void scale() {
        create();
        kubectl.run("scale", "gadget/g", "--replicas=3");
        kubectl.run("scale", "gadget/g", "--replicas=5", "--current-replicas=1");
        kubectl.run("scale", "gadget/g", "--replicas=5", "--current-replicas=3");
        kubectl.run("scale", "gadget/g", "--replicas=11");
        kubectl.run("get", "gadget", "g", "--subresource=scale");
        kubectl.run("scale", "configmap/m", "--replicas=1");
    }

    @Test
    void delete() throws Exception {
        objects.create("configmaps", Objects.configMap("held", "finalizers: [x/hold]", ""));
        objects.create("configmaps", Objects.configMap("a", "labels: {app: x}", ""));
        objects.create("configmaps", Objects.configMap("b", "labels: {app: x}", ""));
        kubectl.run("delete", "configmap", "held", "--wait=false");
        var waiting = CompletableFuture.supplyAsync(
                () -> Kubectl.finish(kubectl.start("delete", "configmap", "held", "--wait=true")));
        kubectl.run("delete", "configmaps", "-l", "app=x", "--dry-run=server");
        kubectl.run("delete", "configmaps", "-l", "app=x");
        objects.merge("configmaps", "held", "metadata: {finalizers: null}");
        kubectl.note("delete configmap held --wait=true", waiting.get());
        kubectl.run("delete", "configmap", "held");
        kubectl.run("delete", "configmap", "held", "--ignore-not-found");
        kubectl.run("wait", "--for=delete", "configmap/held", "--timeout=5s");
    }

    @Test
    void waitFor() throws Exception {
        create();
        var waiting = CompletableFuture.supplyAsync(
                () -> Kubectl.finish(kubectl.start("wait", "--for=condition=Ready", "gadget/g", "--timeout=20s")));
        cluster.api()
                .patch(
                        objects.path("gadgets", "g") + "/status",
                        PatchType.MERGE,
                        yaml("status: {conditions: [{type: Ready, status: 'True'}]}"));
        kubectl.note("wait --for=condition=Ready gadget/g", waiting.get());
        kubectl.run("wait", "--for=condition=Ready=false", "gadget/g", "--timeout=1s");
        kubectl.run("wait", "--for=jsonpath={.spec.size}=small", "gadget/g", "--timeout=5s");
        kubectl.run("wait", "--for=create", "gadget/g", "--timeout=5s");
        kubectl.run("wait", "--for=condition=Ready", "gadget/none", "--timeout=1s");
        objects.create("pods", Objects.pod("runs", Objects.running("sleep", "600")));
        kubectl.run("wait", "--for=condition=Ready", "pod/runs", "--timeout=20s");
    }

    @Test
    void events() {
        create();
        for (var i = 1; i <= 2; i++) {
            objects.create(
                    "events", """
                        apiVersion: v1
                        kind: Event
                        metadata: {name: e%d}
                        involvedObject: {apiVersion: contract.turnstile.dev/v1, kind: Gadget, name: g, namespace: %s}
                        type: %s
                        reason: Reason%d
                        message: happened %d times
                        count: %d
                        firstTimestamp: '2026-01-01T00:00:0%dZ'
                        lastTimestamp: '2026-01-01T00:01:0%dZ'
                        source: {component: contract}
                        """.formatted(i, objects.namespace(), i == 1 ? "Normal" : "Warning", i, i, i, i, i));
        }
        kubectl.run("events", "--for=gadget.contract.turnstile.dev/g");
        kubectl.run("events", "--types=Warning", "--no-headers");
        kubectl.run("get", "events", "--field-selector=reason=Reason1", "-o", "wide");
        kubectl.run("describe", "gadget", "g");
    }

    @Test
    void auth() {
        kubectl.run("auth", "can-i", "create", "pods");
        kubectl.run("auth", "can-i", "get", "pods", "--as=system:serviceaccount:" + objects.namespace() + ":default");
        kubectl.run("get", "pods", "--as=nobody");
        kubectl.run("create", "serviceaccount", "robot");
        kubectl.run("create", "configmap", "made", "--from-literal=x=y");
        kubectl.run(
                "create",
                "job",
                "made",
                "--image=example.com/app:1",
                "--dry-run=server",
                "-o",
                "name",
                "--",
                "sleep",
                "1");
        assertThat(Kubectl.finish(kubectl.start("create", "token", "robot"))
                        .strip()
                        .split("\\."))
                .hasSize(3);
    }

    /** kubectl's client-side validation reads the published schema. */
    private void published() {
        Waiting.until(
                "the schema to be published",
                () -> !Kubectl.finish(kubectl.start("explain", "gadget.spec")).contains("[status"));
    }

    private void create() {
        objects.create("configmaps", Objects.configMap("m", "", "x: one"));
        objects.create("gadgets", gadget("g", "note: hi, parts: [{name: p}, {name: q, weight: 2}], tags: [a, b]"));
        objects.create("gadgets", gadget("h", "size: large, replicas: 0"));
        objects.create("pods", """
            apiVersion: v1
            kind: Pod
            metadata: {name: p, labels: {app: x}}
            spec:
              restartPolicy: Never
              automountServiceAccountToken: false
              schedulingGates: [{name: example.com/gate}]
              nodeSelector: {instance: on-demand}
              containers:
              - {name: c, image: 'example.com/app:1', command: [sleep, '600'], resources: {requests: {cpu: 100m}},
                 env: [{name: A, value: b}], ports: [{containerPort: 80}]}
            """);
    }
}
