package dev.turnstile.core.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.Times;
import dev.turnstile.vocabulary.CheckState;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any events in any order: what must hold in every life. */
class LifecyclePropertiesTest {

    @Provide
    Arbitrary<List<WorkloadEvent>> lives() {
        return Arbitraries.of(List.copyOf(Lives.ofEachKind().values()))
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }

    @Property(tries = 500)
    void no_order_of_events_breaks_a_life(@ForAll("lives") List<WorkloadEvent> events) {
        WorkloadState state = Lives.fresh();
        Instant now = Times.at("12:00:00");
        for (WorkloadEvent event : events) {
            now = now.plusSeconds(20);
            Transition transition = Lifecycle.on(state, event, now);
            assertThat(Lifecycle.on(state, event, now)).isEqualTo(transition);
            if (transition instanceof Transition.Legal legal) {
                check(state, legal);
                state = legal.state();
            }
        }
    }

    private static void check(WorkloadState before, Transition.Legal legal) {
        WorkloadState after = legal.state();
        assertThat(after.is(ConditionType.QUOTA_RESERVED))
                .as("quota and its condition change together")
                .isEqualTo(after.clusterQueue().isPresent());
        if (before.phase() == Phase.FINISHED) {
            assertThat(after.phase()).isEqualTo(Phase.FINISHED);
        }
        if (!before.is(ConditionType.EVICTED) && after.is(ConditionType.EVICTED)) {
            assertThat(after.gates()).as("an eviction closes all gates").noneMatch(GateState::open);
            assertThat(after.is(ConditionType.PREEMPTION_BLOCKED)).isFalse();
            assertThat(after.checks()).allMatch(check -> check.state() == CheckState.PENDING);
            assertThat(legal.effects().stream().filter(Effect.PatchStatus.class::isInstance))
                    .as("in one patch")
                    .hasSize(1);
        }
        if (before.clusterQueue().isPresent() && after.clusterQueue().isEmpty()) {
            assertThat(before.is(ConditionType.EVICTED))
                    .as("quota is released after an eviction only")
                    .isTrue();
        }
        if (after.is(ConditionType.ADMITTED) && after.phase() != Phase.FINISHED) {
            assertThat(after.clusterQueue()).as("admitted means quota").isPresent();
        }
    }
}
