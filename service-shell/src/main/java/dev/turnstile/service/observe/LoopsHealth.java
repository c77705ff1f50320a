package dev.turnstile.service.observe;

import dev.turnstile.service.thread.Loops;
import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Down where a loop no longer comes round: only a restart of the process helps then. */
final class LoopsHealth implements HealthIndicator {

    private final Loops loops;

    LoopsHealth(Loops loops) {
        this.loops = loops;
    }

    @Override
    public Health health() {
        List<String> stuck = loops.stuck();
        return stuck.isEmpty()
                ? Health.up().build()
                : Health.down().withDetail("stuck", stuck).build();
    }
}
