package dev.turnstile.worker.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.meta.Annotations;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchedulingGateTest {
    @Test
    void anObjectWithoutTheAnnotationHasNoGate() {
        assertThat(SchedulingGate.of(Map.of(Annotations.CANNOT_BORROW, "true"))).isNull();
    }

    @Test
    void bothNamesMeanTheSame() {
        assertThat(SchedulingGate.of(Map.of(Annotations.SCHEDULING_GATED_BY, "example.com/a")))
                .isEqualTo(new SchedulingGate(Annotations.SCHEDULING_GATED_BY, "example.com/a"));
        assertThat(SchedulingGate.of(Map.of(Annotations.ADMISSION_GATED_BY, "example.com/b")))
                .isEqualTo(new SchedulingGate(Annotations.ADMISSION_GATED_BY, "example.com/b"));
    }

    @Test
    void anEmptyValueHoldsTooSinceOnlyRemovalOpens() {
        assertThat(SchedulingGate.of(Map.of(Annotations.SCHEDULING_GATED_BY, "")))
                .isNotNull();
    }

    @Test
    void theEventNamesWhoHoldsAndWhatToRemove() {
        assertThat(new SchedulingGate(Annotations.SCHEDULING_GATED_BY, "example.com/a").inWords())
                .contains("\"example.com/a\"")
                .contains("kueue.x-k8s.io/scheduling-gated-by is removed");
    }
}
