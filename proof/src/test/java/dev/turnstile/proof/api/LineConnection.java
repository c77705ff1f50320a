package dev.turnstile.proof.api;

import dev.turnstile.proof.thread.ServiceProcess;
import dev.turnstile.proof.thread.Signal;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.ObjectKey;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Requests over a line. */
final class LineConnection implements ApiConnection {
    /** What the client throws that cannot read its token. */
    static final String CANNOT_BE_SENT = " cannot be sent: the token file cannot be read";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** What requests of one client share. */
    private static final class UnderWay {
        private final Set<Signal> signals = new LinkedHashSet<>();
        private final Map<String, List<ObjectNode>> lists = new LinkedHashMap<>();
        private int abandoned;
    }

    private final Line line;
    private final ServiceProcess client;
    private final Duration patience;
    private final UnderWay underWay;

    LineConnection(Line line, ServiceProcess client) {
        this(line, client, PATIENCE, new UnderWay());
    }

    private LineConnection(Line line, ServiceProcess client, Duration patience, UnderWay underWay) {
        this.line = line;
        this.client = client;
        this.patience = patience;
        this.underWay = underWay;
    }

    @Override
    public LineConnection within(Duration time) {
        return new LineConnection(line, client, time, underWay);
    }

    @Override
    public void abandon() {
        underWay.abandoned++;
        List.copyOf(underWay.signals).forEach(Signal::raise);
    }

    @Override
    public ObjectNode get(String path, Map<String, String> query) {
        if (path.equals("/api")) {
            return send("GET " + path, false, JsonNodeFactory.instance::objectNode);
        }
        Target target = Target.of(path);
        return send(
                "GET " + path,
                false,
                () -> target.all() ? page(target, query) : line.server().get(target.kind(), target.key()));
    }

    private ObjectNode page(Target target, Map<String, String> query) {
        Selection selection = Selection.of(target, query);
        String token = query.getOrDefault("continue", "");
        List<ObjectNode> rest;
        String version;
        if (token.isEmpty()) {
            rest = line.server().list(target.kind()).stream()
                    .filter(selection::takes)
                    .toList();
            version = Long.toString(line.server().version());
        } else {
            rest = underWay.lists.remove(token);
            if (rest == null) {
                throw Refusals.expired();
            }
            version = token.substring(0, token.indexOf('-'));
        }
        int limit = Integer.parseInt(query.getOrDefault("limit", "500"));
        int size = Math.min(Math.min(line.page(), limit), rest.size());
        ObjectNode list = JsonNodeFactory.instance.objectNode();
        ObjectNode metadata = list.putObject("metadata").put("resourceVersion", version);
        ArrayNode items = list.putArray("items");
        rest.subList(0, size).forEach(items::add);
        if (size < rest.size()) {
            String next = version + "-" + target.kind() + rest.size();
            if (limit > 1) {
                underWay.lists.put(next, rest.subList(size, rest.size()));
            }
            metadata.put("continue", next);
        }
        return list;
    }

    @Override
    public ObjectNode create(ApiResource resource, String namespace, ObjectNode body) {
        return send(
                "POST " + resource.path(namespace) + " "
                        + body.path("metadata").path("name").asString(""),
                true,
                () -> line.server().create(resource.plural(), namespace, body, by()));
    }

    @Override
    public ObjectNode patch(ApiResource resource, ObjectKey key, String subresource, ObjectNode body) {
        return send(
                "PATCH " + resource.path(key),
                true,
                () -> line.server().patch(resource.plural(), key, subresource, body, by()));
    }

    @Override
    public ObjectNode replace(ApiResource resource, ObjectKey key, ObjectNode body) {
        return send("PUT " + resource.path(key), true, () -> line.server().replace(resource.plural(), key, body, by()));
    }

    @Override
    public ObjectNode delete(ApiResource resource, ObjectKey key, ObjectNode options) {
        return send(
                "DELETE " + resource.path(key),
                true,
                () -> line.server().delete(resource.plural(), key, options, by()));
    }

    private String by() {
        return client.name();
    }

    private ObjectNode send(String request, boolean write, Supplier<ObjectNode> work) {
        try {
            return sent(request, write, work);
        } catch (ApiStatusException | UncheckedIOException | IllegalArgumentException e) {
            line.failed(request);
            throw e;
        }
    }

    private ObjectNode sent(String request, boolean write, Supplier<ObjectNode> work) {
        client.check();
        if (line.isWithoutCredentials()) {
            throw new IllegalArgumentException(request + CANNOT_BE_SENT);
        }
        long until = line.baton().now() + patience.toNanos();
        if (line.isRefusing()) {
            pause(Duration.ofMillis(1), request);
            throw new UncheckedIOException(new IOException(request + ": connection refused"));
        }
        pause(line.onTheWay(), request);
        if (line.isCut() || line.losesRequest()) {
            throw unanswered(request, until);
        }
        if (write) {
            line.writes(client);
            if (line.conflicts()) {
                throw Refusals.conflict(request);
            }
        }
        if (line.fails()) {
            throw line.even()
                    ? Refusals.of(500, "InternalError", "the server is not well")
                    : Refusals.of(429, "TooManyRequests", "the server is busy");
        }
        ObjectNode answer = work.get();
        if (line.arrivesTwice()) {
            answer = work.get();
        }
        boolean lost = line.takeLostAnswer();
        Duration delay = line.takeAnswerDelay();
        if (write) {
            line.written(client);
        }
        pause(line.onTheWay().plus(delay), request);
        if (lost) {
            throw new UncheckedIOException(new IOException(request + ": connection reset"));
        }
        if (line.isCut()) {
            throw unanswered(request, until);
        }
        if (line.losesAnswer()) {
            if (line.even()) {
                throw new UncheckedIOException(new IOException(request + ": connection reset"));
            }
            throw unanswered(request, until);
        }
        return answer;
    }

    private UncheckedIOException unanswered(String request, long until) {
        pause(Duration.ofNanos(Math.max(0, until - line.baton().now())), request);
        return new UncheckedIOException(new InterruptedIOException(request + ": no answer in time"));
    }

    private void pause(Duration time, String request) {
        if (time.isZero()) {
            return;
        }
        Signal signal = new Signal(line.baton());
        int abandoned = underWay.abandoned;
        underWay.signals.add(signal);
        try {
            signal.await(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException(request + " was interrupted"));
        } finally {
            underWay.signals.remove(signal);
        }
        if (underWay.abandoned != abandoned) {
            throw new UncheckedIOException(new IOException(request + " was abandoned"));
        }
    }

    @Override
    public ChangeStream watch(String path, Map<String, String> query, Duration silence) {
        Target target = Target.of(path);
        long from = Long.parseLong(query.getOrDefault("resourceVersion", "0"));
        WatchStream[] opened = new WatchStream[1];
        // The request has no more time than the watch itself, as in HttpApiConnection.
        var _ = within(silence).send("WATCH " + path, false, () -> {
            opened[0] = open(target, Selection.of(target, query), from, query, silence);
            return JsonNodeFactory.instance.objectNode();
        });
        return opened[0];
    }

    private WatchStream open(
            Target target, Selection selection, long from, Map<String, String> query, Duration silence) {
        if (from > line.server().version()) {
            throw Refusals.of(504, "Timeout", "Too large resource version: " + from);
        }
        History history = line.server().history(target.kind());
        int index = history.indexAfter(from);
        if (index < 0) {
            throw Refusals.expired();
        }
        Duration time = Duration.ofSeconds(Long.parseLong(query.getOrDefault("timeoutSeconds", "300")));
        return new WatchStream(line, client, history, selection, index, time, silence);
    }
}
