package dev.turnstile.model.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.feature.Feature;
import dev.turnstile.model.feature.FeatureSwitches;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingTest {

    @Test
    void withoutAFileUpstreamsDefaultsHold() {
        var defaults = Configuration.defaults();

        assertThat(defaults.namespace()).isEqualTo("kueue-system");
        assertThat(defaults.webhook()).isEqualTo(new Webhook(9443, "", "/tmp/k8s-webhook-server/serving-certs"));
        assertThat(defaults.leaderElection())
                .isEqualTo(new LeaderElection(
                        true,
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(2),
                        "c1f6bfd2.kueue.x-k8s.io",
                        ""));
        assertThat(defaults.waitForPodsReady().timeout()).isEqualTo(Duration.ofMinutes(30));
        assertThat(defaults.waitForPodsReady().recovery()).isEqualTo(Duration.ofMinutes(30));
        assertThat(defaults.clientConnection().limited()).isFalse();
        assertThat(defaults.clientConnection().requestsAtOnce()).isEqualTo(Integer.MAX_VALUE);
        assertThat(defaults.integrations().frameworks()).containsExactly("batch/job");
        assertThat(defaults.multiKueue())
                .isEqualTo(new MultiKueue(
                        Duration.ofMinutes(1),
                        "multikueue",
                        "/etc/multikueue/kubeconfigs",
                        Duration.ofMinutes(15),
                        MultiKueue.ALL_AT_ONCE,
                        new IncrementalDispatcherConfig(3, Duration.ofMinutes(5)),
                        Duration.ofMinutes(5),
                        Duration.ofSeconds(30)));
        assertThat(defaults.fairSharing()).isNull();
        assertThat(defaults.objectRetentionPolicies().workloads())
                .isEqualTo(new ObjectRetentionPolicies.Workloads(null, null));
        assertThat(defaults.features()).isEqualTo(FeatureSwitches.defaults());
    }

    @Test
    void allNamespacesButTwoAreManagedByDefault() {
        var configuration = Reading.ofText("namespace: queueing").orThrow();

        assertThat(configuration.managesNamespace(Map.of("kubernetes.io/metadata.name", "team")))
                .isTrue();
        assertThat(configuration.managesNamespace(Map.of("kubernetes.io/metadata.name", "kube-system")))
                .isFalse();
        assertThat(configuration.managesNamespace(Map.of("kubernetes.io/metadata.name", "queueing")))
                .isFalse();
    }

    @Test
    void aFileOfUpstreamIsTakenUnchanged() {
        var reading = Reading.ofText(resource("upstream-sample.yaml"));

        var configuration = reading.orThrow();
        assertThat(reading.notInEffect())
                .containsExactly(
                        "admissionFairSharing",
                        "controller",
                        "featureGates.PartialAdmission",
                        "featureGates.TopologyAwareScheduling",
                        "integrations.frameworks: deployment",
                        "integrations.frameworks: jobset.x-k8s.io/jobset",
                        "integrations.frameworks: kubeflow.org/mpijob",
                        "integrations.frameworks: ray.io/rayjob",
                        "leaderElection.resourceLock",
                        "metrics.customLabels",
                        "multiKueue.clusterProfile",
                        "multiKueue.externalFrameworks",
                        "pprofBindAddress",
                        "resources.deviceClassMappings",
                        "resources.quotaCheckStrategy",
                        "tls.curvePreferences");
        assertThat(configuration.health().readinessEndpointName()).isEqualTo("readyz");
        assertThat(configuration.metrics().localQueueMetrics().localQueueSelector())
                .isEqualTo(new LabelSelector(Map.of("observed.example.com/metrics", "yes"), List.of()));
        assertThat(configuration.clientConnection()).isEqualTo(new ClientConnection(50.0, 100));
        assertThat(configuration.managedNamespaces())
                .isEqualTo(new LabelSelector(
                        Map.of("team.example.com/batch", "true"),
                        List.of(new LabelSelector.Requirement(
                                "kubernetes.io/metadata.name",
                                LabelSelector.Operator.NOT_IN,
                                List.of("kube-system", "kueue-system")))));
        assertThat(configuration.waitForPodsReady())
                .isEqualTo(new WaitForPodsReady(
                        Duration.ofMinutes(5),
                        Duration.ofSeconds(210),
                        true,
                        new RequeuingStrategy(RequeuingStrategy.Timestamp.CREATION, null, 60, 3600)));
        assertThat(configuration.integrations())
                .isEqualTo(new Integrations(
                        List.of("batch/job", "pod"),
                        List.of("Foo.v1.example.com"),
                        List.of("example.com/cost-center", "team")));
        assertThat(configuration.multiKueue().workerLostTimeout()).isEqualTo(Duration.ofMinutes(62));
        assertThat(configuration.multiKueue().nonPreemptingGracePeriod()).isEqualTo(Duration.ofMillis(1500));
        assertThat(configuration.multiKueue().incrementalDispatcherConfig().stepSize())
                .isEqualTo(2);
        assertThat(configuration.fairSharing())
                .isEqualTo(new FairSharing(List.of(PreemptionStrategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE)));
        assertThat(configuration.resources().transformations())
                .containsExactly(
                        new Transformation(
                                "nvidia.com/mig-4g.5gb",
                                Transformation.Strategy.REPLACE,
                                null,
                                Map.of("example.com/accelerator-memory", "5Gi", "example.com/accelerator-gpc", "4")),
                        new Transformation(
                                "cpu", Transformation.Strategy.RETAIN, "pods", Map.of("example.com/credits", "500m")));
        assertThat(configuration.features().enabled(Feature.MULTI_KUEUE_ORCHESTRATED_PREEMPTION))
                .isTrue();
        assertThat(configuration.features().enabled(Feature.POD_INTEGRATION_FAST_QUOTA_RELEASE))
                .isFalse();
        assertThat(configuration.objectRetentionPolicies().workloads())
                .isEqualTo(new ObjectRetentionPolicies.Workloads(Duration.ZERO, Duration.ofDays(1)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01-short-workload-names.yaml",
                "04-preemption-fair-sharing.yaml",
                "04-preemption-in-cohort.yaml",
                "09-pod-fast-quota-release.yaml",
                "10-wait-for-pods-ready-block.yaml",
                "10-wait-for-pods-ready.yaml",
                "11-multikueue-clusters.yaml",
                "11-multikueue-incremental.yaml",
                "11-multikueue-jobs.yaml",
                "11-multikueue-lost-worker.yaml",
                "11-multikueue-short-outage.yaml",
                "12-multikueue-orchestrated-preemption.yaml",
                "12-multikueue-preemption-timeout.yaml",
                "16-retention.yaml"
            })
    void configurationsOfRecordedStoriesAreTakenWhole(String story) {
        var reading = Reading.ofText(resource("stories/" + story));

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.notInEffect()).isEmpty();
        assertThat(reading.configuration()).isNotEqualTo(Configuration.defaults());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fairSharing: {}",
                "fairSharing: {preemptionStrategies: []}",
                "fairSharing: {preemptionStrategies: null}"
            })
    void namingFairSharingSwitchesItOnWithBothStrategies(String text) {
        assertThat(Reading.ofText(text).orThrow().fairSharing())
                .isEqualTo(new FairSharing(List.of(PreemptionStrategy.values())));
    }

    @Test
    void anEmptyTextStandsForTheDefaultAsInGo() {
        var configuration = Reading.ofText("{multiKueue: {origin: ''}, leaderElection: {resourceNamespace: ''}}")
                .orThrow();

        assertThat(configuration).isEqualTo(Configuration.defaults());
    }

    @Test
    void onlyFrameworksThatDoNothingMeansNoFrameworks() {
        var reading = Reading.ofText("integrations: {frameworks: [jobset.x-k8s.io/jobset]}");

        assertThat(reading.orThrow().integrations().frameworks()).isEmpty();
        assertThat(reading.notInEffect()).containsExactly("integrations.frameworks: jobset.x-k8s.io/jobset");
    }

    static String resource(String name) {
        try (var stream = Objects.requireNonNull(ReadingTest.class.getResourceAsStream("/config/" + name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError("unreadable: " + name, e);
        }
    }
}
