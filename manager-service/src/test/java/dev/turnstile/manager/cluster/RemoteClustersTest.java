package dev.turnstile.manager.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RemoteClustersTest {
    private static final Instant BEGAN = Instant.parse("2026-01-01T12:00:00Z");

    private Instant now = BEGAN;

    @Test
    void aClusterThatWasNeverThereIsMissingSinceTheBeginningAndNotSinceSomebodyReadIt() {
        RemoteAccess access =
                new RemoteAccess("here", () -> false, () -> now, Threads.system(), (kubeconfig, calls) -> {
                    throw new IllegalStateException("there are no clusters");
                });
        try (RemoteClusters clusters = new RemoteClusters(access)) {
            now = BEGAN.plus(Duration.ofMinutes(5));

            assertThat(clusters.missingSince("gone")).isEqualTo(BEGAN);
        }
    }
}
