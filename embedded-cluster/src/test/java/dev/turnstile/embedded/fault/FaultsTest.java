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
    private static final Faults.Server NO_SERVER = new Faults.Server() {
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

    private static List<Verdict> verdicts(long seed) {
        Faults faults = new Faults(seed, NO_SERVER);
        faults.errors(0.3);
        faults.conflicts(0.3);
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            verdicts.add(faults.judge(true));
        }
        return verdicts;
    }

    @Test
    void hitsAboutTheShareThatWasAskedFor() {
        Faults faults = new Faults(1, NO_SERVER);
        faults.throttle(0.25, 3);
        int hit = 0;
        for (int i = 0; i < 2000; i++) {
            hit += faults.judge(false).equals(new Verdict.Throttle(3)) ? 1 : 0;
        }
        assertThat(hit).isBetween(400, 600);
    }

    @Test
    void conflictsHitOnlyWhatCanConflict() {
        Faults faults = new Faults(1, NO_SERVER);
        faults.conflicts(1);
        assertThat(faults.judge(false)).isEqualTo(new Verdict.Serve());
        assertThat(faults.judge(true)).isEqualTo(new Verdict.Conflict());
    }

    @Test
    void partitionHoldsRequestsAndCutsThemWhenItHeals() throws Exception {
        Faults faults = new Faults(1, NO_SERVER);
        AtomicInteger cut = new AtomicInteger();
        faults.register(cut::incrementAndGet);
        faults.partition(true);
        CompletableFuture<Verdict> held = CompletableFuture.supplyAsync(() -> faults.judge(false));
        assertThatThrownBy(() -> held.get(100, TimeUnit.MILLISECONDS))
                .isInstanceOf(java.util.concurrent.TimeoutException.class);

        faults.partition(false);

        assertThat(held.get(10, TimeUnit.SECONDS)).isEqualTo(new Verdict.Cut());
        assertThat(cut).hasValue(1);
        assertThat(faults.judge(false)).isEqualTo(new Verdict.Serve());
    }

    @Test
    void refusesWhatCanNotBe() {
        Faults faults = new Faults(1, NO_SERVER);
        assertThatThrownBy(() -> faults.throttle(1, 0)).hasMessageContaining("Retry-After of 0 s");
        assertThatThrownBy(() -> faults.latency(Duration.ZERO, Duration.ofMillis(-1)))
                .hasMessageContaining("PT-0.001S");
        assertThatThrownBy(() -> faults.errors(1.5)).hasMessageContaining("1.5");
    }
}
