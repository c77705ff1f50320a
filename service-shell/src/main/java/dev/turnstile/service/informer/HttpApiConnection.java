package dev.turnstile.service.informer;

import dev.turnstile.model.meta.CutText;
import dev.turnstile.model.meta.KubernetesJson;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.Pair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Requests over HTTP. Takes address, certificates and authentication from the official client.
 *
 * <p>A server may be hostile, or stand for one: redirects are not followed, since they could lead to any address that
 * this process reaches; answers have a {@linkplain AnswerLimit limit}; and no server keeps us away for longer than a
 * minute.
 */
public final class HttpApiConnection implements ApiConnection {
    private static final String[] AUTHENTICATIONS = {"BearerToken"};
    private static final String JSON = "application/json";
    private static final String METADATA =
            "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
    private static final int IDLE_CONNECTIONS = 64;
    private static final Duration PING = Duration.ofSeconds(15);
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final Duration LONGEST_RETRY_AFTER = Duration.ofSeconds(60);
    /** Digits of a number of seconds; a longer one is far past the longest pause anyway. */
    private static final int MOST_DIGITS = 18;
    /** Of a text in a refusal, which ends in conditions, events and logs. */
    private static final int LONGEST_TEXT = 1024;

    private final ApiClient client;
    private final OkHttpClient requests;
    private final AnswerLimit limit;
    private final JsonMapper json = KubernetesJson.mapper();

    /** Uses the client's settings; its own HTTP client is left as it is. */
    public HttpApiConnection(ApiClient client) {
        this(
                client,
                client.getHttpClient()
                        .newBuilder()
                        .dispatcher(unbounded())
                        .connectionPool(new ConnectionPool(IDLE_CONNECTIONS, 5, TimeUnit.MINUTES))
                        .connectionSpecs(TlsPreference.SPECS)
                        .pingInterval(PING)
                        .readTimeout(ANSWER)
                        .followRedirects(false)
                        .followSslRedirects(false)
                        .build(),
                AnswerLimit.WHOLE);
    }

    private HttpApiConnection(ApiClient client, OkHttpClient requests, AnswerLimit limit) {
        this.client = client;
        this.requests = requests;
        this.limit = limit;
    }

    private static Dispatcher unbounded() {
        Dispatcher dispatcher = new Dispatcher();
        dispatcher.setMaxRequests(Integer.MAX_VALUE);
        dispatcher.setMaxRequestsPerHost(Integer.MAX_VALUE);
        return dispatcher;
    }

    @Override
    public ObjectNode get(String path, Map<String, String> query) {
        return execute("GET", path, query, JSON, null, null);
    }

    @Override
    public ObjectNode metadata(String path, Map<String, String> query) {
        return execute("GET", path, query, METADATA, null, null);
    }

    @Override
    public ApiConnection within(Duration time) {
        return new HttpApiConnection(
                client, requests.newBuilder().callTimeout(time).build(), limit);
    }

    @Override
    public ApiConnection inPages() {
        return new HttpApiConnection(client, requests, AnswerLimit.PAGE);
    }

    @Override
    public ApiConnection urgent() {
        OkHttpClient.Builder unlimited = requests.newBuilder();
        unlimited.interceptors().removeIf(RateLimit.class::isInstance);
        return new HttpApiConnection(client, unlimited.build(), limit);
    }

    @Override
    public void abandon() {
        requests.dispatcher().cancelAll();
    }

    @Override
    public ObjectNode create(ApiResource resource, String namespace, ObjectNode body) {
        return execute("POST", resource.path(namespace), Map.of(), JSON, JSON, body);
    }

    @Override
    public ObjectNode patch(ApiResource resource, ObjectKey key, String subresource, ObjectNode body) {
        String path = subresource.isEmpty() ? resource.path(key) : resource.path(key) + "/" + subresource;
        return execute("PATCH", path, Map.of(), JSON, "application/merge-patch+json", body);
    }

    @Override
    public ObjectNode replace(ApiResource resource, ObjectKey key, ObjectNode body) {
        return execute("PUT", resource.path(key), Map.of(), JSON, JSON, body);
    }

    @Override
    public ObjectNode delete(ApiResource resource, ObjectKey key, ObjectNode options) {
        return execute("DELETE", resource.path(key), Map.of(), JSON, JSON, options);
    }

    private ObjectNode execute(
            String method,
            String path,
            Map<String, String> query,
            String accept,
            @Nullable String contentType,
            @Nullable ObjectNode body) {
        byte[] bytes = body == null ? null : json.writeValueAsBytes(body);
        Call call = requests.newCall(
                prepare(method, path, query, accept, contentType, bytes).request());
        try (Response response = answer(call)) {
            byte[] answer = limit.read(response.body().source());
            if (!response.isSuccessful()) {
                throw refusal(method + " " + path, response, answer);
            }
            return object(answer);
        } catch (AnswerLimit.Exceeded e) {
            throw new AnswerTooLargeException(method + " " + path + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + path + " got no answer: " + e.getMessage(), e);
        }
    }

    /** An answer without an object, as of a proxy, says nothing about what became of the request. */
    private ObjectNode object(byte[] answer) throws IOException {
        try {
            AnswerLimit.checkValues(answer, json);
            if (json.readTree(answer) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            throw new IOException("what came is no JSON: " + e.getOriginalMessage(), e);
        }
        throw new IOException("what came is no JSON object");
    }

    /**
     * Sends a call and waits for its answer. What stands between us and the network fails in ways that it does not
     * declare: a thread that is ended while it waits for a connection gets an InterruptedException, and credentials
     * whose file cannot be read just now are some RuntimeException. No catch clause of callers would name these.
     */
    private static Response answer(Call call) throws IOException {
        try {
            return call.execute();
        } catch (IOException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new IOException("it could not be sent: " + e.getMessage(), e);
        } catch (Exception undeclared) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while it waited for a connection", undeclared);
        }
    }

    private Call prepare(
            String method,
            String path,
            Map<String, String> query,
            String accept,
            @Nullable String contentType,
            byte @Nullable [] body) {
        Map<String, String> headers = new HashMap<>();
        headers.put("Accept", accept);
        if (contentType != null) {
            headers.put("Content-Type", contentType);
        }
        List<Pair> parameters = query.entrySet().stream()
                .map(entry -> new Pair(entry.getKey(), entry.getValue()))
                .toList();
        try {
            return client.buildCall(
                    client.getBasePath(),
                    path,
                    method,
                    parameters,
                    List.of(),
                    body,
                    headers,
                    new HashMap<>(),
                    new HashMap<>(),
                    AUTHENTICATIONS,
                    null);
        } catch (ApiException e) {
            throw new IllegalArgumentException(method + " " + path + " cannot be sent: " + e.getMessage(), e);
        }
    }

    private ApiStatusException refusal(String request, Response response, byte[] answer) throws IOException {
        Duration retryAfter = seconds(response.header("Retry-After"));
        JsonNode status = statusOf(answer);
        return new ApiStatusException(
                request,
                response.code(),
                CutText.of(status.path("reason").asString(""), LONGEST_TEXT),
                CutText.of(status.path("message").asString(response.message()), LONGEST_TEXT),
                retryAfter);
    }

    private JsonNode statusOf(byte[] answer) throws IOException {
        try {
            AnswerLimit.checkValues(answer, json);
            return json.readTree(answer);
        } catch (JacksonException e) {
            return json.createObjectNode().put("message", "an answer that is no JSON: " + e.getOriginalMessage());
        }
    }

    private static Duration seconds(@Nullable String header) {
        if (header == null || header.isEmpty() || !header.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Duration.ZERO;
        }
        long seconds = header.length() > MOST_DIGITS ? Long.MAX_VALUE : Long.parseLong(header);
        return Duration.ofSeconds(Math.min(seconds, LONGEST_RETRY_AFTER.toSeconds()));
    }

    @Override
    public ChangeStream watch(String path, Map<String, String> query, Duration atMost) {
        OkHttpClient patient =
                requests.newBuilder().readTimeout(atMost).callTimeout(atMost).build();
        Call call =
                patient.newCall(prepare("GET", path, query, JSON, null, null).request());
        try {
            Response response = answer(call);
            if (!response.isSuccessful()) {
                try (response) {
                    throw refusal(
                            "WATCH " + path,
                            response,
                            limit.read(response.body().source()));
                }
            }
            return new HttpStream(call, response);
        } catch (IOException e) {
            throw new UncheckedIOException("WATCH " + path + " got no answer: " + e.getMessage(), e);
        }
    }

    /** One JSON object per line. */
    private final class HttpStream implements ChangeStream {
        private final Call call;
        private final Response response;
        private final BufferedSource source;

        private HttpStream(Call call, Response response) {
            this.call = call;
            this.response = response;
            this.source = response.body().source();
        }

        @Override
        public @Nullable ObjectNode next() {
            try {
                byte[] line = AnswerLimit.line(source);
                return line.length == 0 ? null : object(line);
            } catch (IOException e) {
                throw new UncheckedIOException("a watch broke: " + e.getMessage(), e);
            }
        }

        @Override
        public void cancel() {
            call.cancel();
        }

        /** Ends the stream; for its reader only, since a response may not be closed while it is read. */
        @Override
        public void close() {
            call.cancel();
            response.close();
        }
    }
}
