package dev.turnstile.worker.enqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadSpec;
import dev.turnstile.worker.enqueue.PreEnqueue.Wake;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Who is asked when, and what a bean that fails does. */
class PreEnqueueGatesTest {
    private final Workload workload =
            new Workload(new V1ObjectMeta().name("job-a").namespace("team"), WorkloadSpec.EMPTY);
    private final List<String> asked = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    private final class Bean implements PreEnqueue {
        private final String name;
        private final Set<Wake> wakes;
        private final Function<Workload, Optional<Wait>> answer;

        Bean(String name, Set<Wake> wakes, Function<Workload, Optional<Wait>> answer) {
            this.name = name;
            this.wakes = wakes;
            this.answer = answer;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Set<Wake> wakes() {
            return wakes;
        }

        @Override
        public Optional<Wait> hold(Workload asks) {
            asked.add(name);
            return answer.apply(asks);
        }
    }

    private PreEnqueueGates gates(PreEnqueue... beans) {
        return new PreEnqueueGates(
                List.of(beans), (held, why) -> failures.add(why.message().text()));
    }

    @Test
    void aBeanIsAskedOnceAndThenOnlyAfterWhatItDeclared() {
        PreEnqueueGates gates = gates(new Bean("namespaces", Set.of(Wake.NAMESPACE), any -> Optional.empty()));

        gates.ask(workload, Wake.WORKLOAD);
        gates.ask(workload, Wake.WORKLOAD);
        assertThat(asked).hasSize(1);
        gates.ask(workload, Wake.NAMESPACE);
        assertThat(asked).hasSize(2);
    }

    @Test
    void theFirstThatHoldsSaysWhyAndASignalHasItAskedAgain() {
        List<Wait> answers = new ArrayList<>(List.of(new Wait.OnHold(Message.of("not before noon"))));
        Bean bean = new Bean("noon", Set.of(), any -> answers.stream().findFirst());
        PreEnqueueGates gates = gates(new Bean("open", Set.of(), any -> Optional.empty()), bean);

        assertThat(gates.ask(workload, Wake.WORKLOAD)).contains(new Wait.OnHold(Message.of("not before noon")));
        assertThat(gates.heldBy(workload)).isPresent();
        answers.clear();
        assertThat(gates.ask(workload, Wake.WORKLOAD)).isPresent();
        assertThat(gates.askAgain(bean, workload)).isEmpty();
        assertThat(gates.heldBy(workload)).isEmpty();
    }

    @Test
    void aBeanThatFailsHoldsAndIsReportedOnce() {
        PreEnqueueGates gates = gates(new Bean("broken", Set.of(Wake.WORKLOAD), any -> {
            throw new IllegalStateException("no answer");
        }));

        gates.ask(workload, Wake.WORKLOAD);
        gates.ask(workload, Wake.WORKLOAD);

        assertThat(gates.heldBy(workload)).contains(new Wait.OnHold(Message.of("broken could not decide: no answer")));
        assertThat(failures).containsExactly("broken could not decide: no answer");
    }
}
