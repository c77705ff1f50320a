package dev.turnstile.service.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.config.ClientConnection;
import org.junit.jupiter.api.Test;

class RequestLimitTest {

    private static final long MILLISECOND = 1_000_000;

    private ClientConnection connection = new ClientConnection(null, null);
    private long now;
    private final RequestLimit limit = new RequestLimit(() -> connection, () -> now);

    @Test
    void withoutALimitNobodyWaits() {
        for (var request = 0; request < 10_000; request++) {
            assertThat(limit.nanosecondsToWait()).isZero();
        }
    }

    @Test
    void zeroAndNegativeRatesAreNoLimit() {
        connection = new ClientConnection(-1.0, 1);
        assertThat(limit.nanosecondsToWait()).isZero();
        assertThat(limit.nanosecondsToWait()).isZero();
    }

    @Test
    void aBurstGoesAtOnceAndTheRestAtTheRate() {
        connection = new ClientConnection(2.0, 3);

        assertThat(limit.nanosecondsToWait()).isZero();
        assertThat(limit.nanosecondsToWait()).isZero();
        assertThat(limit.nanosecondsToWait()).isZero();
        assertThat(limit.nanosecondsToWait()).isEqualTo(500 * MILLISECOND);
        assertThat(limit.nanosecondsToWait()).isEqualTo(1_000 * MILLISECOND);
    }

    @Test
    void tokensComeBackUpToTheBurstAndNotBeyond() {
        connection = new ClientConnection(2.0, 2);
        limit.nanosecondsToWait();
        limit.nanosecondsToWait();

        now = 3_600_000 * MILLISECOND;

        assertThat(limit.nanosecondsToWait()).isZero();
        assertThat(limit.nanosecondsToWait()).isZero();
        assertThat(limit.nanosecondsToWait()).isEqualTo(500 * MILLISECOND);
    }

    @Test
    void aChangedLimitHoldsAtOnce() {
        connection = new ClientConnection(1.0, 1);
        limit.nanosecondsToWait();
        assertThat(limit.nanosecondsToWait()).isEqualTo(1_000 * MILLISECOND);

        connection = new ClientConnection(10.0, 1);

        assertThat(limit.nanosecondsToWait()).isZero();
        assertThat(limit.nanosecondsToWait()).isEqualTo(100 * MILLISECOND);
    }
}
