package dev.turnstile.worker.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.vocabulary.Annotation;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchedulingGateTest {
    @Test
    void anObjectWithoutTheAnnotationHasNoGate() {
        assertThat(SchedulingGate.of(Map.of(Annotation.CANNOT_BORROW.text(), "true")))
                .isNull();
    }

    @Test
    void bothNamesMeanTheSame() {
        assertThat(SchedulingGate.of(Map.of(Annotation.SCHEDULING_GATED_BY.text(), "example.com/a")))
                .isEqualTo(new SchedulingGate(Annotation.SCHEDULING_GATED_BY.text(), "example.com/a"));
        assertThat(SchedulingGate.of(Map.of(Annotation.ADMISSION_GATED_BY.text(), "example.com/b")))
                .isEqualTo(new SchedulingGate(Annotation.ADMISSION_GATED_BY.text(), "example.com/b"));
    }

    @Test
    void anEmptyValueHoldsTooSinceOnlyRemovalOpens() {
        assertThat(SchedulingGate.of(Map.of(Annotation.SCHEDULING_GATED_BY.text(), "")))
                .isNotNull();
    }

    @Test
    void theEventNamesWhoHoldsAndWhatToRemove() {
        assertThat(new SchedulingGate(Annotation.SCHEDULING_GATED_BY.text(), "example.com/a").inWords())
                .contains("\"example.com/a\"")
                .contains("kueue.x-k8s.io/scheduling-gated-by is removed");
    }
}
