package dev.turnstile.service.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.config.ClientConnection;
import dev.turnstile.service.informer.HttpApiConnection;
import io.kubernetes.client.openapi.ApiClient;
import java.time.Duration;
import java.util.Map;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

    /** Where a request that is let through is answered. */
    private static Response answer(Interceptor.Chain chain) {
        return new Response.Builder()
                .request(chain.request())
                .protocol(Protocol.HTTP_1_1)
                .code(200)
                .message("OK")
                .body(ResponseBody.create("{\"kind\":\"Lease\"}", MediaType.get("application/json")))
                .build();
    }

    @Test
    @Timeout(30)
    void theLeaseDoesNotWaitBehindABusyWorker() {
        connection = new ClientConnection(20.0, 20);
        var client = new ApiClient();
        client.setHttpClient(client.getHttpClient()
                .newBuilder()
                .addInterceptor(limit)
                .addInterceptor(RequestLimitTest::answer)
                .build());
        for (var request = 0; request < 20_000; request++) {
            var _ = limit.nanosecondsToWait();
        }

        var lease = new HttpApiConnection(client).urgent().within(Duration.ofSeconds(10));

        assertThat(lease.get("/apis/coordination.k8s.io/v1/namespaces/team/leases/one", Map.of())
                        .path("kind")
                        .asString())
                .isEqualTo("Lease");
    }
}
