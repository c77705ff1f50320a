package dev.turnstile.service.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.turnstile.model.config.InvalidConfigurationException;
import dev.turnstile.service.thread.Threads;
import io.micrometer.observation.Observation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TracesTest {
    private static Traces traces(Map<String, Object> settings) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", settings));
        return Traces.of(environment, Threads.system());
    }

    @Test
    void withoutACollectorNothingIsObserved() {
        try (Traces traces = traces(Map.of())) {
            assertThat(traces.registry().isNoop()).isTrue();
            assertThat(Observation.start("x", traces.registry()).isNoop()).isTrue();
        }
    }

    @Test
    void whatIsNoAddressIsRefusedInWords() {
        for (String bad : new String[] {"collector", "ftp://collector", "http://", "a b"}) {
            assertThatThrownBy(() -> traces(Map.of("turnstile.traces", bad)))
                    .as(bad)
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageContaining("turnstile.traces")
                    .hasMessageContaining("http://collector:4318");
        }
    }

    @Test
    void spansReachTheCollectorWithTheirParentsTimesAndErrors() throws IOException {
        List<JsonNode> received = new CopyOnWriteArrayList<>();
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/traces", exchange -> {
            received.add(JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        String address = "http://127.0.0.1:" + collector.getAddress().getPort();
        try (Traces traces = traces(Map.of("turnstile.traces", address, "spring.application.name", "worker-service"))) {
            Observation outer = Observation.start("turnstile.cycle", traces.registry());
            Observation inner = Observation.createNotStarted("turnstile.remote.call", traces.registry())
                    .parentObservation(outer)
                    .lowCardinalityKeyValue("cluster", "worker-1")
                    .start();
            inner.error(new IllegalStateException("refused"));
            inner.stop();
            outer.stop();

            await().atMost(Duration.ofSeconds(30)).until(() -> spans(received).size() == 2);
        } finally {
            collector.stop(0);
        }
        assertThat(received.getFirst()
                        .at("/resourceSpans/0/resource/attributes/0/value/stringValue")
                        .asString())
                .isEqualTo("worker-service");
        JsonNode inner = spans(received).getFirst();
        JsonNode outer = spans(received).getLast();
        assertThat(outer.path("name").asString()).isEqualTo("turnstile.cycle");
        assertThat(outer.has("parentSpanId")).isFalse();
        assertThat(outer.path("traceId").asString()).matches("[0-9a-f]{32}");
        assertThat(outer.path("spanId").asString()).matches("[0-9a-f]{16}");
        assertThat(inner.path("traceId")).isEqualTo(outer.path("traceId"));
        assertThat(inner.path("parentSpanId")).isEqualTo(outer.path("spanId"));
        assertThat(inner.at("/attributes/0").toString())
                .isEqualTo("{\"key\":\"cluster\",\"value\":{\"stringValue\":\"worker-1\"}}");
        assertThat(inner.at("/status/message").asString()).isEqualTo("refused");
        assertThat(time(outer, "start")).isLessThanOrEqualTo(time(inner, "start"));
        assertThat(time(outer, "end")).isGreaterThanOrEqualTo(time(inner, "end"));
    }

    private static long time(JsonNode span, String which) {
        return Long.parseLong(span.path(which + "TimeUnixNano").asString());
    }

    private static List<JsonNode> spans(List<JsonNode> requests) {
        return requests.stream()
                .flatMap(request ->
                        request.at("/resourceSpans/0/scopeSpans/0/spans").valueStream())
                .toList();
    }
}
