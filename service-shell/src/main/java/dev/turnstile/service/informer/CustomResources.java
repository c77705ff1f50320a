package dev.turnstile.service.informer;

import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import tools.jackson.databind.JsonNode;

/** Which of the custom resources that a service needs are served by the cluster. */
public final class CustomResources implements SmartLifecycle, WatchListener {

    /** What the cluster has of them. */
    public sealed interface State {

        /** Everything is there. */
        record Complete() implements State {}

        /** These are not served, or not yet. */
        record Missing(SortedSet<String> names) implements State {}

        /** The API server was not heard since this happened. */
        record Unknown(String reason) implements State {}
    }

    /** What installs the custom resources. */
    public static final String REMEDY = "kubectl apply --server-side -f deploy/crds/";

    private static final Logger LOG = LoggerFactory.getLogger(CustomResources.class);
    private static final int NOT_FOUND = 404;
    private static final String PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

    private final ApiClient client;
    private final SortedSet<String> needed;
    private final ConcurrentMap<String, Boolean> established = new ConcurrentSkipListMap<>();
    private volatile @Nullable String lost = "not asked yet";
    private volatile @Nullable ResourceWatch watch;

    public CustomResources(ApiClient client, SortedSet<String> needed) {
        this.client = client;
        this.needed = needed;
    }

    /** What is known now; asks nobody. */
    public State state() {
        var reason = lost;
        if (reason != null) {
            return new State.Unknown(reason);
        }
        var missing = new TreeSet<>(needed);
        missing.removeIf(name -> established.getOrDefault(name, false));
        return missing.isEmpty() ? new State.Complete() : new State.Missing(Collections.unmodifiableSortedSet(missing));
    }

    @Override
    public void start() {
        watch = new ResourceWatch(client, PATH, ResourceWatch.METADATA_ONLY, this);
    }

    @Override
    public void stop() {
        var running = watch;
        watch = null;
        if (running != null) {
            running.close();
        }
    }

    @Override
    public boolean isRunning() {
        return watch != null;
    }

    @Override
    public void listed(List<JsonNode> objects) throws IOException {
        var names = new ArrayList<String>();
        objects.forEach(object -> names.add(name(object)));
        established.keySet().retainAll(names);
        for (var object : objects) {
            look(object);
        }
    }

    @Override
    public void following() {
        if (lost != null) {
            lost = null;
            switch (state()) {
                case State.Complete _ -> LOG.info("custom resources are served");
                case State.Missing(var names) ->
                    LOG.atWarn()
                            .addKeyValue("remedy", REMEDY)
                            .log("custom resources are missing, not ready: {}", String.join(", ", names));
                case State.Unknown(var reason) -> LOG.warn("custom resources are unknown: {}", reason);
            }
        }
    }

    @Override
    public void changed(JsonNode object) throws IOException {
        look(object);
    }

    @Override
    public void deleted(JsonNode object) {
        if (established.remove(name(object)) != null) {
            LOG.warn("custom resource {} is gone", name(object));
        }
    }

    @Override
    public void lost(String reason) {
        if (lost == null) {
            LOG.warn("the API server can not be watched: {}", reason);
        }
        lost = reason;
    }

    private void look(JsonNode seen) throws IOException {
        var name = name(seen);
        if (!needed.contains(name)) {
            return;
        }
        try {
            var whole = seen.has("status")
                    ? seen
                    : new ApiRequests(client).get(PATH + "/" + name, List.of(), ResourceWatch.WHOLE);
            var now = isEstablished(whole);
            var before = established.put(name, now);
            if (before != null && before != now) {
                LOG.info("custom resource {} is {}", name, now ? "served" : "no longer served");
            }
        } catch (RefusedException e) {
            if (e.code() != NOT_FOUND) {
                throw new IOException(e);
            }
            established.remove(name);
        }
    }

    private static boolean isEstablished(JsonNode definition) {
        for (var condition : definition.path("status").path("conditions")) {
            if (condition.path("type").asString("").equals("Established")) {
                return condition.path("status").asString("").equals("True");
            }
        }
        return false;
    }

    private static String name(JsonNode object) {
        return object.path("metadata").path("name").asString("");
    }
}
