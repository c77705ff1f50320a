package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Gadgets.gadget;
import static dev.turnstile.embedded.contract.Objects.configMap;
import static dev.turnstile.embedded.contract.Objects.line;
import static dev.turnstile.embedded.contract.Objects.pod;
import static dev.turnstile.embedded.contract.Objects.refused;
import static dev.turnstile.embedded.contract.Objects.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.embedded.testing.Waiting;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A namespace uses no more than its ResourceQuotas allow, and they say how much that is. */
class ResourceQuotaIT {
    private static final String ASKS_FOR_CPU =
            "containers: [{name: c, image: example.com/app:1, resources: {requests: {cpu: %s}}}]";

    private TestCluster cluster;
    private Objects objects;

    @BeforeEach
    void aNamespace() {
        cluster = TestCluster.shared();
        objects = new Objects(cluster, "quota");
    }

    private void quota(String spec) {
        objects.create(
                "resourcequotas",
                "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {%s}}".formatted(spec));
        Waiting.until("the quota to count", () -> {
            var shown = objects.get("resourcequotas", "q");
            return shown.texts("status", "used")
                    .keySet()
                    .equals(shown.texts("spec", "hard").keySet());
        });
    }

    private Map<String, String> used() {
        return objects.get("resourcequotas", "q").texts("status", "used");
    }

    private void eventuallyUsed(String name, String amount) {
        Waiting.until(name + " to be " + amount, () -> amount.equals(used().get(name)));
    }

    @Test
    void noMorePodsAreThereThanItAllows() {
        quota("hard: {pods: 1, count/pods: 5}");
        objects.create("pods", pod("first", "schedulingGates: [{name: x/a}], " + running("true")));
        assertThat(used()).containsEntry("pods", "1").containsEntry("count/pods", "1");

        assertThat(line(refused(() -> objects.create("pods", pod("second", running("true"))))))
                .isEqualTo("403 Forbidden: pods \"second\" is forbidden: exceeded quota: q, requested: pods=1, "
                        + "used: pods=1, limited: pods=1");

        objects.delete("pods", "first", "");
        eventuallyUsed("pods", "0");
        objects.create("pods", pod("second", running("true")));
    }

    @Test
    void aPodThatHasEndedCountsAsAnObjectAlone() {
        quota("hard: {pods: 1, count/pods: 5}");
        objects.create("pods", pod("ends", running("true")));

        Waiting.until(
                "the pod to end",
                () -> objects.get("pods", "ends").text("status", "phase").equals("Succeeded"));

        eventuallyUsed("pods", "0");
        assertThat(used()).containsEntry("count/pods", "1");
    }

    @Test
    void whatContainersRequestIsCountedAndHasToBeSaid() {
        quota("hard: {requests.cpu: '1', limits.memory: 1Gi}");

        assertThat(line(refused(() -> objects.create("pods", pod("silent", running("true"))))))
                .isEqualTo(
                        "403 Forbidden: pods \"silent\" is forbidden: failed quota: q: must specify limits.memory for: "
                                + "c; requests.cpu for: c");
        String says = "containers: [{name: c, image: example.com/app:1, resources: {requests: {cpu: %s}, "
                + "limits: {memory: 256Mi}}}], initContainers: [{name: i, image: example.com/app:1, resources: "
                + "{requests: {cpu: %s}, limits: {memory: 512Mi}}}], schedulingGates: [{name: x/a}]";
        objects.create("pods", pod("says", says.formatted("100m", "700m")));
        assertThat(used()).containsEntry("requests.cpu", "700m").containsEntry("limits.memory", "512Mi");

        assertThat(line(refused(() -> objects.create("pods", pod("more", says.formatted("400m", "100m"))))))
                .endsWith("exceeded quota: q, requested: requests.cpu=400m, used: requests.cpu=700m, limited: "
                        + "requests.cpu=1");
    }

    @Test
    void aScopeLeavesOutWhatItIsNotAbout() {
        quota("hard: {pods: 1}, scopes: [BestEffort]");
        objects.create("pods", pod("asks", ASKS_FOR_CPU.formatted("1m")));
        objects.create("pods", pod("asks-too", ASKS_FOR_CPU.formatted("1m")));
        assertThat(used()).containsEntry("pods", "0");

        objects.create("pods", pod("plain", "schedulingGates: [{name: x/a}], " + running("true")));

        assertThat(refused(() -> objects.create("pods", pod("plain-too", running("true"))))
                        .code())
                .isEqualTo(403);
    }

    @Test
    void objectsOfOneKindAreCounted() {
        quota("hard: {configmaps: 10, count/configmaps: 10}");
        int before = Integer.parseInt(used().get("configmaps"));

        objects.create("configmaps", configMap("m", "", "x: one"));

        eventuallyUsed("configmaps", Integer.toString(before + 1));
        eventuallyUsed("count/configmaps", Integer.toString(before + 1));
        objects.delete("configmaps", "m", "");
        eventuallyUsed("configmaps", Integer.toString(before));
    }

    @Test
    @Tag("embedded-only") // Kubernetes' controller counts a kind that is new when it counts everything again,
    // minutes later.
    void objectsOfACustomKindAreCountedToo() {
        Gadgets.install(cluster);
        quota("hard: {count/gadgets.contract.turnstile.dev: 1}");
        objects.create("gadgets", gadget("g", ""));

        assertThat(line(refused(() -> objects.create("gadgets", gadget("h", "")))))
                .isEqualTo("403 Forbidden: gadgets.contract.turnstile.dev \"h\" is forbidden: exceeded quota: q, "
                        + "requested: count/gadgets.contract.turnstile.dev=1, used: "
                        + "count/gadgets.contract.turnstile.dev=1, limited: count/gadgets.contract.turnstile.dev=1");
        objects.delete("gadgets", "g", "");
        eventuallyUsed("count/gadgets.contract.turnstile.dev", "0");
    }

    @Test
    void manyAtOnceDoNotGetPastIt() throws Exception {
        quota("hard: {count/configmaps: 8}");
        int before = Integer.parseInt(used().get("count/configmaps"));
        try (var together = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = together.invokeAll(IntStream.range(0, 20)
                    .mapToObj(i -> (Callable<Boolean>) () -> created("m" + i))
                    .toList());
            int created = 0;
            for (var result : results) {
                created += result.get() ? 1 : 0;
            }
            assertThat(created).isLessThanOrEqualTo(8 - before);
        }
        assertThat(objects.list("configmaps")).hasSizeLessThanOrEqualTo(8);
    }

    /** Where many write the same quota at once, an API server may give up on some: 409. */
    private boolean created(String name) {
        try {
            objects.create("configmaps", configMap(name, "", "x: one"));
            return true;
        } catch (ApiException e) {
            assertThat(e.code()).isIn(403, 409, 500);
            return false;
        }
    }

    @Test
    void aDryRunUsesNothing() {
        quota("hard: {count/configmaps: 8}");
        String before = used().get("count/configmaps");

        cluster.api().post(objects.path("configmaps") + "?dryRun=All", Objects.yaml(configMap("m", "", "x: one")));

        assertThat(used()).containsEntry("count/configmaps", before);
    }

    @Test
    void anotherAmountIsShownAndCounted() {
        quota("hard: {count/secrets: 0}");
        objects.merge("resourcequotas", "q", "spec: {hard: {count/secrets: 2, services: 3}}");

        eventuallyUsed("services", "0");

        assertThat(objects.get("resourcequotas", "q").texts("status", "hard"))
                .containsEntry("count/secrets", "2")
                .containsEntry("services", "3");
    }
}
