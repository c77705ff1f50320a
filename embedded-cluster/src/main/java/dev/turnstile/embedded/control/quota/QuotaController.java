package dev.turnstile.embedded.control.quota;

import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.GroupResource;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.Selectors;
import dev.turnstile.embedded.api.Verb;
import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.control.loop.ControlLoop;
import dev.turnstile.embedded.control.loop.Mirror;
import dev.turnstile.embedded.control.loop.Watches;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.quota.Counting;
import dev.turnstile.embedded.quota.ResourceQuotas;
import dev.turnstile.embedded.quota.Usage;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes into the status of each ResourceQuota what is allowed and how much of that is used. Kinds of which no quota
 * has an amount are neither watched nor listed.
 */
public final class QuotaController implements AutoCloseable {
    /** Many objects come and go together. */
    private static final Duration SOON = Duration.ofMillis(200);

    private final ClusterClient client;
    private final InstantSource clock;
    private final Mirror quotas = new Mirror(quota -> Optional.of(quota.namespace()));
    private final Set<GroupResource> watched = new HashSet<>();
    private final ControlLoop loop;
    private final Watches watches;

    public QuotaController(ClusterClient cluster, InstantSource clock) {
        this.client =
                cluster.as("system:serviceaccount:kube-system:resourcequota-controller", "kube-controller-manager");
        this.clock = clock;
        this.loop = new ControlLoop("resourcequota-controller", clock, this::count);
        this.watches = new Watches(client, loop);
    }

    public void start() {
        loop.start();
        client.whenTypesChange(() -> loop.post(() -> quotas.all().forEach(this::taken)));
        watches.on(ResourceQuotas.RESOURCE, Selectors.EVERYTHING, this::changed);
    }

    @Override
    public void close() {
        watches.close();
        loop.close();
    }

    private void changed(WatchEvent event) {
        quotas.observe(event);
        ApiObject quota = new ApiObject(event.object());
        if (event.type() != WatchEvent.Type.DELETED) {
            taken(quota);
        }
    }

    private void taken(ApiObject quota) {
        watchWhat(quota);
        if (quota.at("status", "hard").equals(quota.at("spec", "hard"))) {
            loop.enqueueAt(clock.instant().plus(SOON), quota.key());
        } else {
            loop.enqueue(quota.key());
        }
    }

    private void watchWhat(ApiObject quota) {
        for (ResourceType type : concerned(quota)) {
            if (watched.add(type.storage())) {
                watches.on(type.resource(), Selectors.EVERYTHING, event -> moved(new ApiObject(event.object())));
            }
        }
    }

    private void moved(ApiObject object) {
        for (ApiObject quota : quotas.group(object.namespace())) {
            loop.enqueueAt(clock.instant().plus(SOON), quota.key());
        }
    }

    /** The kinds whose objects count against a quota, each in one version. */
    private List<ResourceType> concerned(ApiObject quota) {
        Set<String> names = Usage.of(quota.at("spec", "hard")).amounts().keySet();
        Map<GroupResource, ResourceType> found = new LinkedHashMap<>();
        for (ResourceType type : client.types()) {
            boolean readable = type.namespaced()
                    && type.verbs().contains(Verb.LIST)
                    && type.verbs().contains(Verb.WATCH);
            if (readable && names.stream().anyMatch(name -> Counting.concerns(name, type.groupResource()))) {
                found.putIfAbsent(type.storage(), type);
            }
        }
        return List.copyOf(found.values());
    }

    private void count(String key) {
        Optional<ApiObject> known = quotas.get(key);
        if (known.isEmpty() || known.get().isBeingDeleted()) {
            return;
        }
        ApiObject quota = known.get();
        Usage hard = Usage.of(quota.at("spec", "hard"));
        Usage used = Usage.NONE;
        for (ResourceType type : concerned(quota)) {
            for (ObjectNode object :
                    client.list(type.resource(), quota.namespace()).items()) {
                if (Counting.matches(quota, type.groupResource(), object)) {
                    used = used.plus(Counting.of(type.groupResource(), object, clock.instant()));
                }
            }
        }
        used = used.only(hard.amounts().keySet());
        if (hard.equals(Usage.of(quota.at("status", "hard"))) && used.equals(Usage.of(quota.at("status", "used")))) {
            return;
        }
        ObjectNode counted = quota.tree().deepCopy();
        ObjectNode status = Json.child(counted, "status");
        status.set("hard", quota.at("spec", "hard").deepCopy());
        status.set("used", used.json(Json.object()));
        quotas.wrote(client.updateStatus(ResourceQuotas.RESOURCE, counted));
    }
}
