package dev.turnstile.worker.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.workload.WorkloadKey;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When cycles go round in circles. */
class CirclesTest {
    private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");
    private static final List<WorkloadKey> SAME = List.of(new WorkloadKey("team", "same"));

    private static Circles after(int admissions) {
        Circles circles = new Circles(NOW);
        for (int i = 0; i < admissions; i++) {
            assertThat(circles.at(NOW).closedBy(SAME)).isFalse();
        }
        return circles;
    }

    @Test
    void whoIsAdmittedAFewTimesIsInNoCircle() {
        assertThat(after(Circles.MOST - 1).closedBy(SAME)).isFalse();
    }

    @Test
    void whoIsAdmittedWithoutEndIsInACircle() {
        assertThat(after(Circles.MOST).closedBy(SAME)).isTrue();
    }

    @Test
    void manyWhoAreAdmittedOnceAreInNone() {
        Circles circles = after(0);
        for (int i = 0; i < 10 * Circles.MOST; i++) {
            assertThat(circles.closedBy(List.of(new WorkloadKey("team", "other-" + i))))
                    .isFalse();
        }
    }

    @Test
    void whatHappenedAMomentAgoIsNoPartOfACircle() {
        assertThat(after(Circles.MOST).at(NOW.plus(Circles.MOMENT)).closedBy(SAME))
                .isFalse();
    }
}
