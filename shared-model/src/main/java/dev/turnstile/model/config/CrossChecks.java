package dev.turnstile.model.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Rules between settings. */
final class CrossChecks {

    private static final double RETRY_JITTER = 1.2;

    private final Configuration configuration;
    private final Map<String, String> given;
    private final List<Problem> problems = new ArrayList<>();

    private CrossChecks(Configuration configuration, Map<String, String> given) {
        this.configuration = configuration;
        this.given = given;
    }

    /**
     * What does not go together.
     *
     * @param given the settings that somebody wrote, as properties
     */
    static List<Problem> problems(Configuration configuration, Map<String, String> given) {
        var checks = new CrossChecks(configuration, given);
        checks.leaderElection();
        checks.requeuing();
        checks.fairSharing();
        checks.ciphers();
        checks.selector("managedJobsNamespaceSelector", configuration.managedNamespaces());
        var queues = configuration.metrics().localQueueMetrics().localQueueSelector();
        if (queues != null) {
            checks.selector("metrics.localQueueMetrics.localQueueSelector", queues);
        }
        checks.ownNamespaces();
        checks.transformations();
        checks.dispatcher();
        checks.repeated(Settings.FRAMEWORKS, configuration.integrations().frameworks());
        checks.repeated(
                "integrations.externalFrameworks", configuration.integrations().externalFrameworks());
        return checks.problems;
    }

    private void leaderElection() {
        var election = configuration.leaderElection();
        if (election.leaseDuration().compareTo(election.renewDeadline()) <= 0) {
            refuse(
                    "leaderElection.leaseDuration",
                    GoDuration.format(election.leaseDuration()),
                    "longer than leaderElection.renewDeadline, which is "
                            + GoDuration.format(election.renewDeadline()));
        }
        if (election.renewDeadline().toNanos()
                <= RETRY_JITTER * election.retryPeriod().toNanos()) {
            refuse(
                    "leaderElection.renewDeadline",
                    GoDuration.format(election.renewDeadline()),
                    "longer than 1.2 times leaderElection.retryPeriod, which is "
                            + GoDuration.format(election.retryPeriod()));
        }
    }

    private void requeuing() {
        var strategy = configuration.waitForPodsReady().requeuingStrategy();
        if (strategy.backoffMaxSeconds() < strategy.backoffBaseSeconds()) {
            refuse(
                    "waitForPodsReady.requeuingStrategy.backoffMaxSeconds",
                    Integer.toString(strategy.backoffMaxSeconds()),
                    "not less than waitForPodsReady.requeuingStrategy.backoffBaseSeconds, which is "
                            + strategy.backoffBaseSeconds());
        }
    }

    private void fairSharing() {
        var sharing = configuration.fairSharing();
        if (sharing == null) {
            return;
        }
        var allowed = List.of(
                List.of(PreemptionStrategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE),
                List.of(PreemptionStrategy.LESS_THAN_INITIAL_SHARE),
                List.of(
                        PreemptionStrategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE,
                        PreemptionStrategy.LESS_THAN_INITIAL_SHARE));
        if (!allowed.contains(sharing.preemptionStrategies())) {
            refuse(
                    "fairSharing.preemptionStrategies",
                    texts(sharing.preemptionStrategies()),
                    "one of "
                            + String.join(
                                    ", ",
                                    allowed.stream().map(CrossChecks::texts).toList()));
        }
    }

    private void ciphers() {
        var tls = configuration.tls();
        if (tls.minVersion() == Tls.Version.VERSION_TLS13 && !tls.cipherSuites().isEmpty()) {
            refuse(
                    "tls.cipherSuites",
                    tls.cipherSuites().toString(),
                    "none where tls.minVersion is VersionTLS13: those of TLS 1.3 cannot be chosen");
        }
    }

    private void selector(String path, LabelSelector selector) {
        for (var index = 0; index < selector.matchExpressions().size(); index++) {
            var requirement = selector.matchExpressions().get(index);
            var place = path + ".matchExpressions[" + index + "]";
            if (requirement.key().isEmpty()) {
                refuse(place + ".key", "empty", TextForm.QUALIFIED_NAME.words());
            }
            if (!given.containsKey(place + ".operator") && given.containsKey(place + ".key")) {
                refuse(place + ".operator", "empty", "one of In, NotIn, Exists, DoesNotExist");
                continue;
            }
            var wantsValues = switch (requirement.operator()) {
                case IN, NOT_IN -> true;
                case EXISTS, DOES_NOT_EXIST -> false;
            };
            if (wantsValues == requirement.values().isEmpty()) {
                refuse(
                        place + ".values",
                        requirement.values().toString(),
                        wantsValues
                                ? "at least one value for operator "
                                        + requirement.operator().text()
                                : "no values for operator "
                                        + requirement.operator().text());
            }
        }
    }

    private void ownNamespaces() {
        for (var namespace : new TreeSet<>(List.of("kube-system", configuration.namespace()))) {
            if (configuration.managesNamespace(Map.of("kubernetes.io/metadata.name", namespace))) {
                refuse(
                        "managedJobsNamespaceSelector",
                        "chooses namespace " + namespace,
                        "a selector that leaves out kube-system and the value of namespace");
            }
        }
    }

    private void transformations() {
        var inputs = new HashSet<String>();
        var transformations = configuration.resources().transformations();
        for (var index = 0; index < transformations.size(); index++) {
            var input = transformations.get(index).input();
            var path = "resources.transformations[" + index + "].input";
            if (input.isEmpty()) {
                refuse(path, "empty", TextForm.QUALIFIED_NAME.words());
            } else if (!inputs.add(input)) {
                refuse(path, '"' + input + '"', "each input once");
            }
        }
    }

    private void dispatcher() {
        var name = configuration.multiKueue().dispatcherName();
        for (var field : List.of("stepSize", "round")) {
            var path = "multiKueue.incrementalDispatcherConfig." + field;
            if (given.containsKey(path) && !name.equals(MultiKueue.INCREMENTAL)) {
                refuse(
                        path,
                        given.getOrDefault(path, ""),
                        "only where multiKueue.dispatcherName is %s; it is %s".formatted(MultiKueue.INCREMENTAL, name));
            }
        }
    }

    private void repeated(String path, List<String> names) {
        var seen = new HashSet<String>();
        names.stream()
                .filter(name -> !seen.add(name))
                .forEach(name -> refuse(path, '"' + name + '"', "each name once"));
    }

    private void refuse(String path, String value, String allowed) {
        problems.add(new Problem(path, value, allowed));
    }

    private static String texts(List<PreemptionStrategy> strategies) {
        return strategies.stream().map(PreemptionStrategy::text).toList().toString();
    }
}
