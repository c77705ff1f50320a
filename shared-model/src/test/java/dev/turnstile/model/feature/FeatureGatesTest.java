package dev.turnstile.model.feature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FeatureGatesTest {

    @Test
    void withoutGatesEveryFeatureIsAsItsStageSays() {
        var gates = FeatureGates.read(Map.of());

        assertThat(gates.problems()).isEmpty();
        assertThat(gates.switches())
                .hasToString("MultiKueueOrchestratedPreemption=false,WorkloadAdmissionConstraints=false,"
                                 + "SchedulingGatedBy=false,PodIntegrationFastQuotaRelease=true,"
                                 + "MultiKueuePreferNonPreempting=false,PrioritizePreemptorWorkloads=true,ShortWorkloadNames=false,"
                                 + "VisibilityOnDemand=true");
    }

    @Test
    void aGateSwitchesItsFeatureAndNoOther() {
        for (var feature : Feature.values()) {
            var toggled = !feature.enabledByDefault();

            var gates = FeatureGates.read(Map.of(feature.gate(), toggled));

            assertThat(gates.problems()).isEmpty();
            assertThat(gates.switches())
                    .isEqualTo(FeatureSwitches.defaults().with(feature, toggled))
                    .isNotEqualTo(FeatureSwitches.defaults());
        }
    }

    @Test
    void anAliasIsTheSameSwitch() {
        var gates = FeatureGates.read(Map.of("FastQuotaReleaseInPodIntegration", false));

        assertThat(gates.problems()).isEmpty();
        assertThat(gates.switches().enabled(Feature.POD_INTEGRATION_FAST_QUOTA_RELEASE))
                .isFalse();
    }

    @Test
    void gateAndAliasMayBothBeNamedWhereTheyAgree() {
        var gates = FeatureGates.read(
                Map.of("FastQuotaReleaseInPodIntegration", false, "PodIntegrationFastQuotaRelease", false));

        assertThat(gates.problems()).isEmpty();
        assertThat(gates.switches().enabled(Feature.POD_INTEGRATION_FAST_QUOTA_RELEASE))
                .isFalse();
    }

    @Test
    void gateAndAliasThatDisagreeAreRefused() {
        var gates = FeatureGates.read(
                Map.of("FastQuotaReleaseInPodIntegration", false, "PodIntegrationFastQuotaRelease", true));

        assertThat(gates.problems())
                .containsExactly(new GateProblem(
                        "PodIntegrationFastQuotaRelease",
                        "FastQuotaReleaseInPodIntegration and PodIntegrationFastQuotaRelease are two names of one "
                                + "feature and must have the same value: FastQuotaReleaseInPodIntegration is false, "
                                + "PodIntegrationFastQuotaRelease is true"));
    }

    @Test
    void gatesOfUpstreamAreAcceptedAndNamed() {
        var gates = FeatureGates.read(Map.of("TopologyAwareScheduling", true, "PartialAdmission", false));

        assertThat(gates.problems()).isEmpty();
        assertThat(gates.notInEffect()).containsExactly("PartialAdmission", "TopologyAwareScheduling");
        assertThat(gates.switches()).isEqualTo(FeatureSwitches.defaults());
    }

    @Test
    void anUnknownGateIsRefusedWithTheKnownOnesNearestFirst() {
        var gates = FeatureGates.read(Map.of("MultiKueueOrchestratedPreemtion", true));

        assertThat(gates.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.gate()).isEqualTo("MultiKueueOrchestratedPreemtion");
            assertThat(problem.reason())
                    .startsWith("no such feature; nearest: MultiKueueOrchestratedPreemption, ")
                    .contains("SchedulingGatedBy", "WorkloadAdmissionConstraints", "TopologyAwareScheduling");
        });
    }

    @Test
    void allAlphaSwitchesAStageAndANamedFeatureWins() {
        var gates = FeatureGates.read(Map.of("AllAlpha", true, "ShortWorkloadNames", false, "AllBeta", false));

        assertThat(gates.problems()).isEmpty();
        assertThat(gates.switches().enabled(Feature.SCHEDULING_GATED_BY)).isTrue();
        assertThat(gates.switches().enabled(Feature.SHORT_WORKLOAD_NAMES)).isFalse();
        assertThat(gates.switches().enabled(Feature.POD_INTEGRATION_FAST_QUOTA_RELEASE))
                .isFalse();
    }

    @Test
    void noNameIsBothOursAndUpstreams() {
        for (var feature : Feature.values()) {
            assertThat(UpstreamGates.NAMES).doesNotContain(feature.gate());
            feature.alias().ifPresent(alias -> assertThat(UpstreamGates.NAMES).doesNotContain(alias));
        }
        assertThat(FeatureGates.knownNames()).hasSize(UpstreamGates.NAMES.size() + 11);
    }

    @Test
    void everythingOnIsEveryFeature() {
        assertThat(Feature.values()).allMatch(FeatureSwitches.allOn()::enabled);
    }

    @Test
    void distanceCountsSlips() {
        assertThat(SimilarNames.distance("qsp", "qps")).isEqualTo(2);
        assertThat(SimilarNames.distance("", "abc")).isEqualTo(3);
        assertThat(SimilarNames.distance("burst", "bursts")).isEqualTo(1);
        assertThat(SimilarNames.distance("same", "same")).isZero();
    }
}
