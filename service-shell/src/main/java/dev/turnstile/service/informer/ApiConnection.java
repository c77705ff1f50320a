package dev.turnstile.service.informer;

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
import okio.AsyncTimeout;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Requests to one API server in plain JSON. Takes address, certificates and authentication from the official client.
 *
 * <p>Calls block; they are meant for virtual threads. A refusal is an {@link ApiStatusException}, a broken or missing
 * connection an {@link UncheckedIOException}.
 */
public final class ApiConnection {
    private static final String[] AUTHENTICATIONS = {"BearerToken"};
    private static final int IDLE_CONNECTIONS = 64;
    private static final Duration PING = Duration.ofSeconds(15);
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final ApiClient client;
    private final Duration answer;
    private final OkHttpClient requests;
    private final JsonMapper json = KubernetesJson.mapper();

    /** Uses the client's settings; its own HTTP client is left as it is. */
    public ApiConnection(ApiClient client) {
        this(client, ANSWER);
    }

    /** @param answer how long nothing may arrive before a request counts as lost */
    ApiConnection(ApiClient client, Duration answer) {
        this(
                client,
                answer,
                client.getHttpClient()
                        .newBuilder()
                        .dispatcher(unbounded())
                        .connectionPool(new ConnectionPool(IDLE_CONNECTIONS, 5, TimeUnit.MINUTES))
                        .pingInterval(PING)
                        .readTimeout(answer)
                        .build());
    }

    private ApiConnection(ApiClient client, Duration answer, OkHttpClient requests) {
        this.client = client;
        this.answer = answer;
        this.requests = requests;
    }

    private static Dispatcher unbounded() {
        Dispatcher dispatcher = new Dispatcher();
        dispatcher.setMaxRequests(Integer.MAX_VALUE);
        dispatcher.setMaxRequestsPerHost(Integer.MAX_VALUE);
        return dispatcher;
    }

    /** Reads one object, or a page of a list. */
    public ObjectNode get(String path, Map<String, String> query) {
        return execute("GET", path, query, null, null);
    }

    /** The same connection, where the whole answer to a request has to be there in time. */
    public ApiConnection within(Duration time) {
        return new ApiConnection(
                client, answer, requests.newBuilder().callTimeout(time).build());
    }

    /** Has all requests that are under way fail; whether they were carried out nobody knows. */
    public void abandon() {
        requests.dispatcher().cancelAll();
    }

    /** Creates an object. */
    public ObjectNode create(ApiResource resource, String namespace, ObjectNode body) {
        return execute("POST", resource.path(namespace), Map.of(), "application/json", body);
    }

    /** Changes an object, or its part named {@code subresource}, by a JSON merge patch. */
    public ObjectNode patch(ApiResource resource, ObjectKey key, String subresource, ObjectNode body) {
        String path = subresource.isEmpty() ? resource.path(key) : resource.path(key) + "/" + subresource;
        return execute("PATCH", path, Map.of(), "application/merge-patch+json", body);
    }

    /** Puts an object in the place of the one that is there. */
    public ObjectNode replace(ApiResource resource, ObjectKey key, ObjectNode body) {
        return execute("PUT", resource.path(key), Map.of(), "application/json", body);
    }

    /** Deletes an object; {@code options} as in Kubernetes' DeleteOptions. */
    public ObjectNode delete(ApiResource resource, ObjectKey key, ObjectNode options) {
        return execute("DELETE", resource.path(key), Map.of(), "application/json", options);
    }

    private ObjectNode execute(
            String method,
            String path,
            Map<String, String> query,
            @Nullable String contentType,
            @Nullable ObjectNode body) {
        byte[] bytes = body == null ? null : json.writeValueAsBytes(body);
        Call call = requests.newCall(
                prepare(method, path, query, contentType, bytes).request());
        try (Response response = answer(call)) {
            byte[] answer = response.body().bytes();
            if (!response.isSuccessful()) {
                throw refusal(method + " " + path, response, answer);
            }
            return (ObjectNode) json.readTree(answer);
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + path + " got no answer: " + e.getMessage(), e);
        }
    }

    /**
     * Sends a call and waits for its answer. A thread that is ended while it waits for a connection gets an
     * InterruptedException from the HTTP client, which does not declare it: no catch clause of ours would name it, and
     * the thread would die of it instead of looking whether it is to go on.
     */
    private static Response answer(Call call) throws IOException {
        try {
            return call.execute();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception undeclared) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while it waited for a connection", undeclared);
        }
    }

    /** The beginning of an answer that may then be silent for long. */
    private Response begun(Call call) throws IOException {
        AsyncTimeout patience = new AsyncTimeout() {
            @Override
            protected void timedOut() {
                call.cancel();
            }
        };
        patience.timeout(answer.toMillis(), TimeUnit.MILLISECONDS);
        patience.enter();
        try {
            return answer(call);
        } catch (IOException e) {
            throw patience.exit() ? new IOException("nothing came within " + answer.toSeconds() + " s", e) : e;
        } finally {
            patience.exit();
        }
    }

    private Call prepare(
            String method,
            String path,
            Map<String, String> query,
            @Nullable String contentType,
            byte @Nullable [] body) {
        Map<String, String> headers = new HashMap<>();
        headers.put("Accept", "application/json");
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
            throw new IllegalArgumentException(method + " " + path + " can not be sent: " + e.getMessage(), e);
        }
    }

    private ApiStatusException refusal(String request, Response response, byte[] answer) {
        Duration retryAfter = seconds(response.header("Retry-After"));
        JsonNode status = statusOf(answer);
        return new ApiStatusException(
                request,
                response.code(),
                status.path("reason").asString(""),
                status.path("message").asString(response.message()),
                retryAfter);
    }

    private JsonNode statusOf(byte[] answer) {
        try {
            return json.readTree(answer);
        } catch (tools.jackson.core.JacksonException e) {
            return json.createObjectNode().put("message", "an answer that is no JSON: " + e.getOriginalMessage());
        }
    }

    private static Duration seconds(@Nullable String header) {
        boolean number = header != null && !header.isEmpty() && header.length() <= 6;
        for (int i = 0; number && header != null && i < header.length(); i++) {
            number = Character.isDigit(header.charAt(i));
        }
        return number && header != null ? Duration.ofSeconds(Long.parseLong(header)) : Duration.ZERO;
    }

    /**
     * Opens a stream of changes. It has to begin as soon as any request has to be answered.
     *
     * @param silence how long nothing may arrive then, before the stream counts as broken
     */
    public ChangeStream watch(String path, Map<String, String> query, Duration silence) {
        OkHttpClient patient = requests.newBuilder().readTimeout(silence).build();
        Call call = patient.newCall(prepare("GET", path, query, null, null).request());
        try {
            Response response = begun(call);
            if (!response.isSuccessful()) {
                try (response) {
                    throw refusal("WATCH " + path, response, response.body().bytes());
                }
            }
            return new ChangeStream(call, response);
        } catch (IOException e) {
            throw new UncheckedIOException("WATCH " + path + " got no answer: " + e.getMessage(), e);
        }
    }

    /** An open watch: one JSON object per line. */
    public final class ChangeStream implements AutoCloseable {
        private final Call call;
        private final Response response;
        private final BufferedSource source;

        private ChangeStream(Call call, Response response) {
            this.call = call;
            this.response = response;
            this.source = response.body().source();
        }

        /** The next event, or null where the server ended the stream. */
        public @Nullable ObjectNode next() {
            try {
                String line = source.readUtf8Line();
                return line == null || line.isEmpty() ? null : (ObjectNode) json.readTree(line);
            } catch (IOException e) {
                throw new UncheckedIOException("a watch broke: " + e.getMessage(), e);
            }
        }

        /** Has the reader's next or present read fail; from any thread. */
        void cancel() {
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
