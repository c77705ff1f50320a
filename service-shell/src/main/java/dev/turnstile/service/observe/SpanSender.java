package dev.turnstile.service.observe;

import dev.turnstile.service.thread.Loop;
import dev.turnstile.service.thread.Threads;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationView;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends finished observations as spans: JSON of OpenTelemetry's protocol over HTTP, which every collector takes. Never
 * delays what it reports: spans wait in a bounded queue, the newest are dropped where it is full.
 */
final class SpanSender implements ObservationHandler<Observation.Context>, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SpanSender.class);
    private static final int WAITING = 4096;
    private static final int AT_ONCE = 512;
    private static final Duration TOGETHER = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int INTERNAL = 1;
    private static final int ERROR = 2;

    /** When a span began, and how it is called by others. */
    private record Began(Instant at, long nanoTime, String trace, String span, String parent) {}

    private final URI collector;
    private final String service;
    private final LinkedBlockingQueue<ObjectNode> waiting = new LinkedBlockingQueue<>(WAITING);
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final Loop loop;
    private boolean answered = true;

    SpanSender(URI collector, String service, Threads threads) {
        this.collector = collector;
        this.service = service;
        loop = Loop.start(threads, "spans", "spans", Loop.Pace.USUAL, this::sendNext);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return true;
    }

    @Override
    public void onStart(Observation.Context context) {
        Began parent = parent(context.getParentObservation());
        context.put(
                Began.class,
                new Began(
                        Instant.now(),
                        System.nanoTime(),
                        parent == null ? random(16) : parent.trace(),
                        random(8),
                        parent == null ? "" : parent.span()));
    }

    private static @Nullable Began parent(@Nullable ObservationView parent) {
        return parent == null ? null : parent.getContextView().get(Began.class);
    }

    private static String random(int bytes) {
        byte[] random = new byte[bytes];
        ThreadLocalRandom.current().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    @Override
    public void onStop(Observation.Context context) {
        Began began = context.getRequired(Began.class);
        Instant end = began.at().plusNanos(System.nanoTime() - began.nanoTime());
        ObjectNode span = JsonNodeFactory.instance.objectNode();
        span.put("traceId", began.trace()).put("spanId", began.span());
        if (!began.parent().isEmpty()) {
            span.put("parentSpanId", began.parent());
        }
        span.put("name", context.getName()).put("kind", INTERNAL);
        span.put("startTimeUnixNano", nanos(began.at())).put("endTimeUnixNano", nanos(end));
        ArrayNode attributes = span.putArray("attributes");
        for (KeyValue attribute : context.getAllKeyValues()) {
            attribute(attributes, attribute.getKey(), attribute.getValue());
        }
        Throwable error = context.getError();
        if (error != null) {
            span.putObject("status").put("code", ERROR).put("message", String.valueOf(error.getMessage()));
        }
        if (!waiting.offer(span)) {
            LOG.debug("a span was dropped: {} wait to be sent", WAITING);
        }
    }

    private static String nanos(Instant time) {
        return Long.toString(time.getEpochSecond() * 1_000_000_000L + time.getNano());
    }

    private static void attribute(ArrayNode attributes, String key, String value) {
        attributes.addObject().put("key", key).putObject("value").put("stringValue", value);
    }

    private void sendNext(Loop running) throws InterruptedException {
        List<ObjectNode> spans = new ArrayList<>(List.of(Objects.requireNonNull(running.idle(waiting::take))));
        running.sleep(TOGETHER);
        waiting.drainTo(spans, AT_ONCE - 1);
        send(spans);
    }

    private void send(List<ObjectNode> spans) throws InterruptedException {
        try {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(collector)
                            .timeout(PATIENCE)
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(
                                    request(spans).toString()))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            told(answer.statusCode() < 300, "it answered " + answer.statusCode());
        } catch (IOException e) {
            told(false, String.valueOf(e.getMessage()));
        }
    }

    /** Once, until it takes them again. */
    private void told(boolean taken, String problem) {
        if (answered && !taken) {
            LOG.warn("{} does not take spans: {}", collector, problem);
        }
        answered = taken;
    }

    private ObjectNode request(List<ObjectNode> spans) {
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        ObjectNode ofService = request.putArray("resourceSpans").addObject();
        attribute(ofService.putObject("resource").putArray("attributes"), "service.name", service);
        ObjectNode scope = ofService.putArray("scopeSpans").addObject();
        scope.putObject("scope").put("name", "dev.turnstile");
        scope.putArray("spans").addAll(spans);
        return request;
    }

    /** Sends what waits, once. */
    @Override
    public void close() {
        loop.close();
        List<ObjectNode> left = new ArrayList<>();
        waiting.drainTo(left, AT_ONCE);
        if (!left.isEmpty()) {
            try {
                send(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        client.shutdownNow();
    }
}
