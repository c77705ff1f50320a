package dev.turnstile.embedded.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.api.GroupResource;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

class CountingTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:01:00Z");
    private static final GroupResource PODS = new GroupResource("", "pods");
    private static final GroupResource SERVICES = new GroupResource("", "services");

    private static ObjectNode yaml(String text) {
        return (ObjectNode) YAMLMapper.builder().build().readTree(text);
    }

    private static String pod(String spec) {
        return Counting.of(PODS, yaml("{metadata: {name: p}, spec: {%s}}".formatted(spec)), NOW)
                .toString();
    }

    private static String asks(String cpu) {
        return "resources: {requests: {cpu: %s}}".formatted(cpu);
    }

    @Test
    void containersAddUpAndInitContainersAreTakenByTheLargest() {
        assertThat(pod("containers: [{name: a, %s}, {name: b, %s}], initContainers: [{name: i, %s}, {name: j, %s}]"
                        .formatted(asks("1"), asks("500m"), asks("2"), asks("1"))))
                .isEqualTo("count/pods=1,cpu=2,pods=1,requests.cpu=2");
    }

    @Test
    void anInitContainerThatRunsOnIsThereBesideThoseThatFollow() {
        assertThat(pod(
                        "containers: [{name: a, %s}], initContainers: [{name: s, restartPolicy: Always, %s}, {name: i, %s}]"
                                .formatted(asks("1"), asks("1"), asks("3"))))
                .contains("requests.cpu=4");
        assertThat(pod(
                        "containers: [{name: a, %s}], initContainers: [{name: i, %s}, {name: s, restartPolicy: Always, %s}]"
                                .formatted(asks("1"), asks("1"), asks("3"))))
                .contains("requests.cpu=4");
    }

    @Test
    void whatIsSaidOfTheWholePodStandsAndItsOverheadIsAdded() {
        assertThat(pod("containers: [{name: a, %s}], resources: {requests: {cpu: 3}}, overhead: {cpu: 250m}"
                        .formatted(asks("1"))))
                .contains("requests.cpu=3250m");
    }

    @Test
    void otherResourcesAreCountedByTheirRequestAlone() {
        assertThat(pod("containers: [{name: a, resources: {requests: {example.com/gpu: 2}, limits:"
                        + " {example.com/gpu: 2}}}]"))
                .isEqualTo("count/pods=1,pods=1,requests.example.com/gpu=2");
    }

    @Test
    void aPodThatShouldBeGoneByNowIsAnObjectAlone() {
        String deleted = "{metadata: {name: p, deletionTimestamp: '%s', deletionGracePeriodSeconds: 30}, spec: {}}";

        assertThat(Counting.of(PODS, yaml(deleted.formatted("2026-01-01T00:00:29Z")), NOW))
                .hasToString("count/pods=1");
        assertThat(Counting.of(PODS, yaml(deleted.formatted("2026-01-01T00:00:30Z")), NOW))
                .hasToString("count/pods=1,pods=1");
    }

    @Test
    void aServiceCountsItsPortsOnNodesAndItsLoadBalancer() {
        assertThat(Counting.of(SERVICES, yaml("spec: {type: LoadBalancer, ports: [{port: 1}, {port: 2}]}"), NOW))
                .hasToString("count/services=1,services=1,services.loadbalancers=1,services.nodeports=2");
        assertThat(Counting.of(SERVICES, yaml("spec: {type: ClusterIP, ports: [{port: 1}]}"), NOW))
                .hasToString("count/services=1,services=1,services.loadbalancers=0,services.nodeports=0");
    }

    @ParameterizedTest
    @CsvSource({
        "PriorityClass, In, high, true",
        "PriorityClass, In, low, false",
        "PriorityClass, NotIn, low, true",
        "PriorityClass, Exists, , true",
        "PriorityClass, DoesNotExist, , false",
        "Terminating, Exists, , true",
        "NotTerminating, Exists, , false",
        "BestEffort, Exists, , true",
        "NotBestEffort, Exists, , false",
        "CrossNamespacePodAffinity, Exists, , true",
        "VolumeAttributesClass, Exists, , false"
    })
    void aScopeChoosesPods(String scope, String operator, String value, boolean matches) {
        ApiObject quota = new ApiObject(yaml("""
            spec: {scopeSelector: {matchExpressions: [{scopeName: %s, operator: %s, values: [%s]}]}}
            """.formatted(scope, operator, value == null ? "" : value)));
        ObjectNode pod = yaml("""
            spec:
              priorityClassName: high
              activeDeadlineSeconds: 10
              affinity:
                podAntiAffinity:
                  preferredDuringSchedulingIgnoredDuringExecution:
                  - {weight: 1, podAffinityTerm: {namespaces: [other], topologyKey: zone}}
            status: {qosClass: BestEffort}
            """);

        assertThat(Counting.matches(quota, PODS, pod)).isEqualTo(matches);
        assertThat(Counting.matches(quota, SERVICES, yaml("spec: {}"))).isFalse();
    }

    @Test
    void whoHasAQuotaOfCpuHasEveryContainerSayHowMuchItWants() {
        ApiObject pod = new ApiObject(yaml(
                "spec: {containers: [{name: b}, {name: a}], initContainers: [{name: i, %s}]}".formatted(asks("1"))));

        assertThat(PodUsage.unsaid(pod, Set.of("requests.cpu", "limits.memory", "pods")))
                .isEqualTo("must specify limits.memory for: a,b,i; requests.cpu for: a,b");
        assertThat(PodUsage.unsaid(pod, Set.of("requests.example.com/gpu"))).isEmpty();
    }
}
