package dev.turnstile.model.config;

import dev.turnstile.model.feature.FeatureGates;
import dev.turnstile.model.feature.FeatureSwitches;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Every setting that is in effect, 1:1 with upstream Kueue's configuration file. */
@ConfigurationProperties(Configuration.PREFIX)
public record Configuration(
        @DefaultValue("kueue-system")
        @Setting(
                value = "Namespace that the service is deployed in; the webhook's Service and Secret are there.",
                form = TextForm.NAMESPACE,
                otherwise = "that of the pod's service account, else `kueue-system`")
        String namespace,

        @DefaultValue @Setting("The webhook server.") Webhook webhook,
        @DefaultValue @Setting("Which replica acts.") LeaderElection leaderElection,
        @DefaultValue @Setting("What is measured.") Metrics metrics,
        @DefaultValue @Setting("Where probes ask.") Health health,

        @DefaultValue @Setting("Who shows pending workloads.")
        VisibilityServer visibilityServer,

        @DefaultValue @Setting("How servers encrypt.") Tls tls,

        @DefaultValue("false") @Setting("Whether jobs without the label `kueue.x-k8s.io/queue-name` are managed, too.")
        boolean manageJobsWithoutQueueName,

        @Nullable
        @Setting(
                value = "Namespaces whose pods, and jobs without a queue name, are managed; never `kube-system` nor"
                        + " our own.",
                otherwise = "all but `kube-system` and the value of `namespace`")
        LabelSelector managedJobsNamespaceSelector,

        @DefaultValue @Setting("Certificates.") InternalCertManagement internalCertManagement,

        @DefaultValue @Setting("Pods that do not become ready.")
        WaitForPodsReady waitForPodsReady,

        @DefaultValue @Setting("How fast the API server is asked.")
        ClientConnection clientConnection,

        @DefaultValue @Setting("Which jobs are managed.") Integrations integrations,
        @DefaultValue @Setting("Several clusters.") MultiKueue multiKueue,

        @Nullable @Setting(value = "Fair sharing.", otherwise = "off")
        FairSharing fairSharing,

        @DefaultValue @Setting("What pods ask for.") Resources resources,

        @DefaultValue @Setting(value = "Features by name, on or off.", otherwise = "each by its stage")
        Map<String, Boolean> featureGates,

        @DefaultValue @Setting("What is deleted.") ObjectRetentionPolicies objectRetentionPolicies) {

    /** In front of every setting's name where it is a Spring property. */
    public static final String PREFIX = "kueue";

    private static final String NAMESPACE_LABEL = "kubernetes.io/metadata.name";

    /** What holds where nobody sets anything. */
    public static Configuration defaults() {
        return Reading.of(Map.of()).orThrow();
    }

    /** Which features are on. */
    public FeatureSwitches features() {
        return FeatureGates.read(featureGates).switches();
    }

    /** Which namespaces are managed; never missing. */
    public LabelSelector managedNamespaces() {
        return managedJobsNamespaceSelector != null
                ? managedJobsNamespaceSelector
                : new LabelSelector(
                        Map.of(),
                        List.of(new LabelSelector.Requirement(
                                NAMESPACE_LABEL, LabelSelector.Operator.NOT_IN, List.of("kube-system", namespace))));
    }

    /** Whether jobs and pods of that namespace can be managed, by the label that Kubernetes puts on each. */
    public boolean managesNamespace(Map<String, String> labels) {
        return managedNamespaces().matches(labels);
    }
}
