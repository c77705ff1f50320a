package dev.turnstile.model.feature;

import java.util.Optional;
import java.util.stream.Stream;

/** Every switch of ours, by the name that users write. */
public enum Feature {
    /** KEP-8303: only one worker cluster at a time may preempt for a MultiKueue workload. */
    MULTI_KUEUE_ORCHESTRATED_PREEMPTION("MultiKueueOrchestratedPreemption", Stage.ALPHA),

    /** KEP-8729: a workload may say that it must not preempt, or not borrow. */
    WORKLOAD_ADMISSION_CONSTRAINTS("WorkloadAdmissionConstraints", Stage.ALPHA),

    /** KEP-6915: an annotation holds a job back before it has a Workload. */
    SCHEDULING_GATED_BY("SchedulingGatedBy", Stage.ALPHA),

    /** KEP-6143: a workload of pods gives its quota back as soon as all its pods are being deleted. */
    POD_INTEGRATION_FAST_QUOTA_RELEASE(
            "PodIntegrationFastQuotaRelease", Stage.BETA, "FastQuotaReleaseInPodIntegration"),

    /** KEP-8303's follow-up: clusters that need no preemption are waited for before a gate opens. */
    MULTI_KUEUE_PREFER_NON_PREEMPTING("MultiKueuePreferNonPreempting", Stage.ALPHA),

    /** The room that a preemption makes is offered to its preemptor before other workloads of its cohort tree. */
    PRIORITIZE_PREEMPTOR_WORKLOADS("PrioritizePreemptorWorkloads", Stage.BETA),

    /** Names of Workloads have at most 63 characters instead of 253. */
    SHORT_WORKLOAD_NAMES("ShortWorkloadNames", Stage.ALPHA),

    /** Pending workloads and their positions are served as {@code visibility.kueue.x-k8s.io}. */
    VISIBILITY_ON_DEMAND("VisibilityOnDemand", Stage.BETA);

    private final String gate;
    private final Stage stage;
    private final Optional<String> alias;

    Feature(String gate, Stage stage) {
        this.gate = gate;
        this.stage = stage;
        this.alias = Optional.empty();
    }

    Feature(String gate, Stage stage, String alias) {
        this.gate = gate;
        this.stage = stage;
        this.alias = Optional.of(alias);
    }

    /** The name in {@code featureGates}. */
    public String gate() {
        return gate;
    }

    /** Another project's name for the same switch. */
    public Optional<String> alias() {
        return alias;
    }

    public Stage stage() {
        return stage;
    }

    public boolean enabledByDefault() {
        return stage.usualDefault();
    }

    /** The feature of that gate or alias. */
    public static Optional<Feature> named(String gateOrAlias) {
        return Stream.of(values())
                .filter(feature -> feature.gate.equals(gateOrAlias)
                        || feature.alias.filter(gateOrAlias::equals).isPresent())
                .findFirst();
    }
}
