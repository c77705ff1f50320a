package dev.turnstile.embedded.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FaultsTest {
    private static final Faults.ServerControl NO_SERVER = new Faults.ServerControl() {
        @Override
        public void compact() {}

        @Override
        public void restart(Duration away) {}

        @Override
        public void leave() {}

        @Override
        public void comeBack() {}
    };

    @Test
    void choosesTheSameRequestsForTheSameSeed() {
        assertThat(verdicts(7)).isEqualTo(verdicts(7)).isNotEqualTo(verdicts(8));
    }

    private static List<FaultDecision> verdicts(long seed) {
        Faults faults = new Faults(seed, NO_SERVER);
        faults.errors(0.3);
        faults.conflicts(0.3);
        List<FaultDecision> verdicts = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            verdicts.add(faults.decide(true));
        }
        return verdicts;
    }

    @Test
    void hitsAboutTheConfiguredShare() {
        Faults faults = new Faults(1, NO_SERVER);
        faults.throttle(0.25, 3);
        int hit = 0;
        for (int i = 0; i < 2000; i++) {
            hit += faults.decide(false).equals(new FaultDecision.Throttle(3)) ? 1 : 0;
        }
        assertThat(hit).isBetween(400, 600);
    }

    @Test
    void conflictsHitOnlyWhatCanConflict() {
        Faults faults = new Faults(1, NO_SERVER);
        faults.conflicts(1);
        assertThat(faults.decide(false)).isEqualTo(new FaultDecision.Serve());
        assertThat(faults.decide(true)).isEqualTo(new FaultDecision.ReportConflict());
    }

    @Test
    void partitionBlocksRequestsAndCutsThemWhenItEnds() throws Exception {
        Faults faults = new Faults(1, NO_SERVER);
        AtomicInteger cut = new AtomicInteger();
        faults.registerWatch(cut::incrementAndGet);
        faults.partition(true);
        CompletableFuture<FaultDecision> held = CompletableFuture.supplyAsync(() -> faults.decide(false));
        assertThatThrownBy(() -> held.get(100, TimeUnit.MILLISECONDS))
                .isInstanceOf(java.util.concurrent.TimeoutException.class);

        faults.partition(false);

        assertThat(held.get(10, TimeUnit.SECONDS)).isEqualTo(new FaultDecision.Cut());
        assertThat(cut).hasValue(1);
        assertThat(faults.decide(false)).isEqualTo(new FaultDecision.Serve());
    }

    @Test
    void refusesInvalidShares() {
        Faults faults = new Faults(1, NO_SERVER);
        assertThatThrownBy(() -> faults.throttle(1, 0)).hasMessageContaining("Retry-After of 0 s");
        assertThatThrownBy(() -> faults.latency(Duration.ZERO, Duration.ofMillis(-1)))
                .hasMessageContaining("PT-0.001S");
        assertThatThrownBy(() -> faults.errors(1.5)).hasMessageContaining("1.5");
    }
}
