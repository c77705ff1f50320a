package dev.turnstile.proof.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.proof.thread.Baton;
import dev.turnstile.proof.thread.ServiceProcess;
import dev.turnstile.service.thread.Loop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A loop of a simulated process that fails is a violation, though it goes on; one of a process that died is not. */
class LoopFailuresTest {
    private final Baton baton = new Baton(new SplittableRandom(1));
    private final List<String> violations = new ArrayList<>();

    private Service started(Loop.Round round) {
        Service service = new Service("worker1", baton, new SplittableRandom(2)) {
            @Override
            void begin(ServiceProcess self) {
                var _ = Loop.start(self.threads(), "lease", "lease", Loop.Pace.USUAL, round);
            }
        };
        service.whenViolated(violations::add);
        service.start();
        return service;
    }

    @Test
    void aRoundThatFailsIsAViolation() {
        var _ = started(loop -> {
            loop.sleep(Duration.ofSeconds(5));
            throw new IllegalStateException("for the test");
        });
        baton.run(Duration.ofSeconds(8));

        assertThat(violations)
                .singleElement()
                .asString()
                .startsWith("the loop lease of worker1-1 failed: java.lang.IllegalStateException: for the test");
    }

    @Test
    void aProcessThatDiesHasNoLoopsThatFail() {
        Service service = started(loop -> loop.sleep(Duration.ofSeconds(5)));
        baton.run(Duration.ofSeconds(1));

        service.process().kill();
        baton.run(Duration.ofSeconds(1));

        assertThat(violations).isEmpty();
    }
}
