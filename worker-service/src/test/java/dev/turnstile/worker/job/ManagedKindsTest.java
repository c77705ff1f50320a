package dev.turnstile.worker.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.config.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManagedKindsTest {
    private static ManagedKinds kinds(String integrations) {
        return ManagedKinds.of(
                List.of(new BatchJob()),
                Reading.ofText("{apiVersion: config.kueue.x-k8s.io/v1beta2, kind: Configuration, integrations: "
                                + integrations + "}")
                        .orThrow()
                        .integrations());
    }

    @Test
    void ourKindsAreThoseThatTheConfigurationNames() {
        assertThat(kinds("{frameworks: [batch/job]}").contains("batch/v1", "Job"))
                .isTrue();
        assertThat(kinds("{frameworks: [pod]}").contains("batch/v1", "Job")).isFalse();
    }

    @Test
    void otherControllersHaveTheirsOfOneVersion() {
        ManagedKinds kinds = kinds("{externalFrameworks: [AppWrapper.v1beta2.workload.example.com]}");

        assertThat(kinds.contains("workload.example.com/v1beta2", "AppWrapper")).isTrue();
        assertThat(kinds.contains("workload.example.com/v1", "AppWrapper")).isFalse();
        assertThat(kinds.contains("apps/v1", "ReplicaSet")).isFalse();
    }
}
