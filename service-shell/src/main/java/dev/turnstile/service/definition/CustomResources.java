package dev.turnstile.service.definition;

import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Reflector;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Threads;
import io.kubernetes.client.openapi.ApiClient;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import tools.jackson.databind.JsonNode;

/** Which of the custom resources that a service needs are served by the cluster. */
public final class CustomResources implements SmartLifecycle {

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
    private static final ApiResource DEFINITION =
            new ApiResource("apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions", false);

    private final ApiClient client;
    private final Threads threads;
    private final SortedSet<String> needed;
    // Of a definition, whose schema may be large, nothing but this is kept.
    private final Store<Boolean> established = new Store<>(DEFINITION, CustomResources::isEstablished);
    private volatile @Nullable Reflector reflector;

    public CustomResources(ApiClient client, Threads threads, SortedSet<String> needed) {
        this.client = client;
        this.threads = threads;
        this.needed = needed;
    }

    /** What is known now; asks nobody. */
    public State state() {
        var running = reflector;
        var problem = running == null ? "not asked yet" : running.problem();
        if (problem != null) {
            return new State.Unknown(problem);
        }
        if (!established.synced()) {
            return new State.Unknown("not answered yet");
        }
        var missing = new TreeSet<>(needed);
        missing.removeIf(name -> Boolean.TRUE.equals(established.get(ObjectKey.of(name))));
        return missing.isEmpty() ? new State.Complete() : new State.Missing(Collections.unmodifiableSortedSet(missing));
    }

    @Override
    public void start() {
        established.listen(this::tell);
        var _ = established.whenSynced().thenAccept(_ -> tellAll());
        reflector = Reflector.start(new HttpApiConnection(client), established, threads);
    }

    @Override
    public void stop() {
        var running = reflector;
        reflector = null;
        if (running != null) {
            running.close();
        }
    }

    @Override
    public boolean isRunning() {
        return reflector != null;
    }

    private void tellAll() {
        switch (state()) {
            case State.Complete _ -> LOG.info("custom resources are served");
            case State.Missing(var names) ->
                LOG.atWarn()
                        .addKeyValue("remedy", REMEDY)
                        .log("custom resources are missing, not ready: {}", String.join(", ", names));
            case State.Unknown(var reason) -> LOG.warn("custom resources are unknown: {}", reason);
        }
    }

    private void tell(ObjectKey key, @Nullable Boolean before, @Nullable Boolean after) {
        if (!needed.contains(key.name()) || !established.synced() || Objects.equals(before, after)) {
            return;
        }
        if (after == null) {
            LOG.warn("custom resource {} is gone", key.name());
        } else if (after || before != null) {
            LOG.info("custom resource {} is {}", key.name(), after ? "served" : "no longer served");
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
}
