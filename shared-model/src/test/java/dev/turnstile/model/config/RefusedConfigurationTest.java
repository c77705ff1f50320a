package dev.turnstile.model.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which configurations are refused, and in which words. */
class RefusedConfigurationTest {

    static List<Arguments> refusals() {
        return List.of(
                refusal("kind: Config", "kind: \"Config\": Configuration"),
                refusal(
                        "apiVersion: config.kueue.x-k8s.io/v1beta1",
                        "apiVersion: \"config.kueue.x-k8s.io/v1beta1\": config.kueue.x-k8s.io/v1beta2"),
                refusal(
                        "waitForPodsReady: {enable: true}",
                        "waitForPodsReady.enable: true: no such setting; the nearest known one is "
                                + "waitForPodsReady.timeout"),
                refusal(
                        "multikueue: {gcInterval: 1m}",
                        "multikueue: {…}: no such setting; the nearest known one is multiKueue"),
                refusal(
                        "gcInterval: 1m",
                        "gcInterval: \"1m\": no such setting; the nearest known one is multiKueue.gcInterval"),
                refusal(
                        "clientConnection: {qsp: 5}",
                        "clientConnection.qsp: 5: no such setting; the nearest known one is clientConnection.qps"),
                refusal(
                        "resources: {transformations: [{inptu: cpu, input: cpu}]}",
                        "resources.transformations[0].inptu: \"cpu\": no such setting; the nearest known one is "
                                + "resources.transformations[].input"),
                refusal(
                        "namespace: Kueue_System",
                        "namespace: \"Kueue_System\": at most 63 of a-z, 0-9 and '-', "
                                + "beginning and ending with a letter or digit"),
                refusal("webhook: {port: 70000}", "webhook.port: 70000: a whole number from 0 to 65535"),
                refusal("webhook: {port: many}", "webhook.port: \"many\": a whole number from 0 to 65535"),
                refusal("webhook: {port: 9443.5}", "webhook.port: 9443.5: a whole number from 0 to 65535"),
                refusal("webhook: 9443", "webhook: 9443: settings as `name: value`"),
                refusal("webhook: {port: [1]}", "webhook.port: […]: a single value"),
                refusal("manageJobsWithoutQueueName: maybe", "manageJobsWithoutQueueName: \"maybe\": true or false"),
                refusal(
                        "multiKueue: {gcInterval: 5 minutes}",
                        "multiKueue.gcInterval: \"5 minutes\": a duration such as 5m30s, at least 0s"),
                refusal(
                        "multiKueue: {workerLostTimeout: -1s}",
                        "multiKueue.workerLostTimeout: \"-1s\": a duration such as 5m30s, at least 0s"),
                refusal(
                        "multiKueue: {singleClusterPreemptionTimeout: 0s}",
                        "multiKueue.singleClusterPreemptionTimeout: \"0s\": a duration such as 5m30s, at least 1ms"),
                refusal(
                        "multiKueue: {origin: 'a b'}",
                        "multiKueue.origin: \"a b\": at most 63 of A-Z, a-z, 0-9, '-', '_' and '.', "
                                + "beginning and ending with a letter or digit"),
                refusal(
                        "multiKueue: {dispatcherName: mine}",
                        "multiKueue.dispatcherName: \"mine\": a name with a domain, such as "
                                + "kueue.x-k8s.io/multikueue-dispatcher-all-at-once"),
                refusal(
                        "multiKueue: {incrementalDispatcherConfig: {stepSize: 2}}",
                        "multiKueue.incrementalDispatcherConfig.stepSize: 2: only where multiKueue.dispatcherName is "
                                + "kueue.x-k8s.io/multikueue-dispatcher-incremental; it is "
                                + "kueue.x-k8s.io/multikueue-dispatcher-all-at-once"),
                refusal(
                        "metrics: {bindAddress: '8443'}",
                        "metrics.bindAddress: \"8443\": HOST:PORT, :PORT, [IPv6]:PORT (port 0 takes a free one), "
                                + "or 0 to switch it off"),
                refusal(
                        "health: {readinessEndpointName: /readyz}",
                        "health.readinessEndpointName: \"/readyz\": at most 63 of a-z, A-Z, 0-9, '-', '_' and '.', "
                                + "without '/'"),
                refusal(
                        "tls: {minVersion: VersionTLS11}",
                        "tls.minVersion: \"VersionTLS11\": one of VersionTLS12, VersionTLS13"),
                refusal(
                        "tls: {cipherSuites: [TLS_AES_128_GCM_SHA256]}",
                        "tls.cipherSuites[0]: \"TLS_AES_128_GCM_SHA256\": a cipher suite of TLS 1.2 in its IANA name, "
                                + "such as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"),
                refusal(
                        "tls: {minVersion: VersionTLS13, cipherSuites: [TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256]}",
                        "tls.cipherSuites: [TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256]: none where tls.minVersion is "
                                + "VersionTLS13: those of TLS 1.3 cannot be chosen"),
                refusal("clientConnection: {qps: fast}", "clientConnection.qps: \"fast\": a number"),
                refusal(
                        "clientConnection: {burst: 0}",
                        "clientConnection.burst: 0: a whole number from 1 to 2147483647"),
                refusal(
                        "leaderElection: {leaseDuration: 5s}",
                        "leaderElection.leaseDuration: 5s: longer than leaderElection.renewDeadline, which is 10s"),
                refusal(
                        "leaderElection: {retryPeriod: 9s}",
                        "leaderElection.renewDeadline: 10s: longer than 1.2 times leaderElection.retryPeriod, "
                                + "which is 9s"),
                refusal(
                        "waitForPodsReady: {requeuingStrategy: {timestamp: eviction}}",
                        "waitForPodsReady.requeuingStrategy.timestamp: \"eviction\": one of Eviction, Creation"),
                refusal(
                        "waitForPodsReady: {requeuingStrategy: {backoffBaseSeconds: 100, backoffMaxSeconds: 10}}",
                        "waitForPodsReady.requeuingStrategy.backoffMaxSeconds: 10: not less than "
                                + "waitForPodsReady.requeuingStrategy.backoffBaseSeconds, which is 100"),
                refusal(
                        "fairSharing: {preemptionStrategies: [LessThanInitialShare, LessThanOrEqualToFinalShare]}",
                        "fairSharing.preemptionStrategies: [LessThanInitialShare, LessThanOrEqualToFinalShare]: "
                                + "one of [LessThanOrEqualToFinalShare], [LessThanInitialShare], "
                                + "[LessThanOrEqualToFinalShare, LessThanInitialShare]"),
                refusal(
                        "fairSharing: {preemptionStrategies: [LessThanInitial]}",
                        "fairSharing.preemptionStrategies[0]: \"LessThanInitial\": one of LessThanInitialShare, "
                                + "LessThanOrEqualToFinalShare"),
                refusal(
                        "fairSharing: {preemptionStrategies: Any}",
                        "fairSharing.preemptionStrategies: \"Any\": a list"),
                refusal(
                        "integrations: {externalFrameworks: [foo]}",
                        "integrations.externalFrameworks[0]: \"foo\": Kind.version.group, such as Foo.v1.example.com"),
                refusal("integrations: {frameworks: [pod, pod]}", "integrations.frameworks: \"pod\": each name once"),
                refusal(
                        "integrations: {labelKeysToCopy: [null]}",
                        "integrations.labelKeysToCopy[0]: \"null\": a value"),
                refusal(
                        "resources: {transformations: [{input: cpu}, {input: cpu}]}",
                        "resources.transformations[1].input: \"cpu\": each input once"),
                refusal(
                        "resources: {transformations: [{strategy: Retain}]}",
                        "resources.transformations[0].input: empty: a name of at most 63 characters, such as cpu or "
                                + "example.com/gpu"),
                refusal(
                        "resources: {transformations: [{input: cpu, outputs: {a/b: 5 GB}}]}",
                        "resources.transformations[0].outputs[a/b]: \"5 GB\": a quantity of Kubernetes, such as 4, "
                                + "500m or 5Gi"),
                refusal(
                        "managedJobsNamespaceSelector: {matchLabels: {kubernetes.io/metadata.name: kube-system}}",
                        "managedJobsNamespaceSelector: chooses namespace kube-system: a selector that leaves out "
                                + "kube-system and the value of namespace"),
                refusal(
                        "metrics: {localQueueMetrics: {localQueueSelector: {matchExpressions: "
                                + "[{key: a, operator: In}]}}}",
                        "metrics.localQueueMetrics.localQueueSelector.matchExpressions[0].values: []: at least one "
                                + "value for operator In"),
                refusal(
                        "metrics: {localQueueMetrics: {localQueueSelector: {matchExpressions: "
                                + "[{key: a, operator: Exists, values: [b]}]}}}",
                        "metrics.localQueueMetrics.localQueueSelector.matchExpressions[0].values: [b]: no values for "
                                + "operator Exists"),
                refusal(
                        "metrics: {localQueueMetrics: {localQueueSelector: {matchExpressions: [{key: a}]}}}",
                        "metrics.localQueueMetrics.localQueueSelector.matchExpressions[0].operator: empty: one of "
                                + "In, NotIn, Exists, DoesNotExist"),
                refusal(
                        "featureGates: {ShortWorkloadNames: sometimes}",
                        "featureGates[ShortWorkloadNames]: \"sometimes\": true or false"),
                refusal("- a\n- b", "the file: not a mapping: settings as `name: value`"),
                refusal(
                        "webhook: {port: 1}\nwebhook: {port: 2}",
                        "line 2: found duplicate key webhook: YAML, each " + "name once"),
                refusal(
                        "webhook: {port: 1",
                        "line 1: expected ',' or '}', but got <stream end>: YAML, each name " + "once"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void aWrongValueIsNamedWithItsPathItsValueAndWhatIsAllowed(String text, String expected) {
        assertThat(Reading.ofText(text).problems())
                .extracting(Problem::toString)
                .containsExactly(expected);
    }

    @Test
    void anUnknownFrameworkIsRefusedWithTheKnownOnesNearestFirst() {
        assertThat(Reading.ofText("integrations: {frameworks: [batch/jobs]}").problems())
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.path()).isEqualTo("integrations.frameworks");
                    assertThat(problem.allowed())
                            .startsWith("one of batch/job, ")
                            .contains("pod", "ray.io/rayjob");
                });
    }

    @Test
    void everythingThatIsWrongIsSaidAtOnce() {
        var text = """
            webhook: {port: -1}
            multiKueue: {gcInterval: soon, wokerLostTimeout: 1m}
            featureGates: {NoSuchThing: true}
            leaderElection: {leaseDuration: 1s}
            """;

        assertThat(Reading.ofText(text).problems())
                .extracting(Problem::path)
                .containsExactly(
                        "webhook.port",
                        "multiKueue.gcInterval",
                        "multiKueue.wokerLostTimeout",
                        "featureGates.NoSuchThing",
                        "leaderElection.leaseDuration");
        assertThatThrownBy(() -> Reading.ofText(text).orThrow())
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("webhook.port: -1: a whole number from 0 to 65535")
                .hasMessageContaining("featureGates.NoSuchThing: true: no such feature");
    }

    @Test
    void aRuleBetweenSettingsIsNotCheckedWhereOneOfThemIsWrongAlready() {
        assertThat(Reading.ofText("leaderElection: {leaseDuration: 5s, renewDeadline: soon}")
                        .problems())
                .extracting(Problem::path)
                .containsExactly("leaderElection.renewDeadline");
    }

    private static Arguments refusal(String text, String expected) {
        return Arguments.of(text, expected);
    }
}
