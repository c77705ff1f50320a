package dev.turnstile.embedded.control.collect;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.DeleteOptions;
import dev.turnstile.embedded.api.DeleteOptions.Propagation;
import dev.turnstile.embedded.api.GroupResource;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.Selectors;
import dev.turnstile.embedded.api.Verb;
import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.control.loop.ControlLoop;
import dev.turnstile.embedded.control.loop.Watches;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.object.OwnerReference;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;

/** Watches the objects of every kind and applies what {@link OwnerGraph} decides about each. */
public final class GarbageCollector implements AutoCloseable {
    /** Kinds that have neither owners nor dependents, but change all the time. */
    private static final Set<String> IGNORED = Set.of("events", "leases");

    private final ClusterClient client;
    private final OwnerGraph graph = new OwnerGraph();
    private final Set<GroupResource> watched = new HashSet<>();
    private final ControlLoop loop;
    private final Watches watches;

    public GarbageCollector(ClusterClient cluster, InstantSource clock) {
        this.client =
                cluster.as("system:serviceaccount:kube-system:generic-garbage-collector", "kube-controller-manager");
        this.loop = new ControlLoop("garbage-collector", clock, this::collect);
        this.watches = new Watches(client, loop);
    }

    public void start() {
        loop.start();
        loop.post(this::watchNewKinds);
        client.whenTypesChange(() -> loop.post(this::watchNewKinds));
    }

    @Override
    public void close() {
        watches.close();
        loop.close();
    }

    private void watchNewKinds() {
        for (var type : client.types()) {
            if (isCollectable(type) && watched.add(type.storage())) {
                watches.on(type.resource(), Selectors.EVERYTHING, event -> observe(type.resource(), event));
            }
        }
    }

    private static boolean isCollectable(ResourceType type) {
        return type.verbs().containsAll(List.of(Verb.LIST, Verb.WATCH, Verb.DELETE))
                && !IGNORED.contains(type.plural());
    }

    private void observe(GroupVersionResource resource, WatchEvent event) {
        var object = new ApiObject(event.object());
        switch (event.type()) {
            case ADDED, MODIFIED -> {
                var before = graph.get(object.uid()).map(Member::owners).orElse(List.of());
                if (graph.put(Member.of(resource, object))) {
                    enqueueNeighbours(object.uid(), object.ownerReferences());
                    before.forEach(owner -> loop.enqueue(owner.uid()));
                }
            }
            case DELETED -> {
                var owners = object.ownerReferences();
                var owned = graph.dependentsOf(object.uid());
                graph.remove(object.uid());
                owned.forEach(member -> loop.enqueue(member.uid()));
                owners.forEach(owner -> loop.enqueue(owner.uid()));
            }
            case BOOKMARK, ERROR -> {}
        }
    }

    /** Enqueues a changed object, the owners that wait for it, and, when it is gone, its dependents. */
    private void enqueueNeighbours(String uid, List<OwnerReference> owners) {
        if (!owners.isEmpty()) {
            loop.enqueue(uid);
        }
        graph.get(uid).filter(Member::isBeingDeleted).ifPresent(member -> {
            loop.enqueue(uid);
            graph.dependentsOf(uid).forEach(dependent -> loop.enqueue(dependent.uid()));
        });
        owners.stream()
                .filter(owner ->
                        graph.get(owner.uid()).filter(Member::isBeingDeleted).isPresent())
                .forEach(owner -> loop.enqueue(owner.uid()));
    }

    private void collect(String uid) {
        var member = graph.get(uid);
        if (member.isEmpty()) {
            return;
        }
        try {
            act(member.get(), graph.decide(uid));
        } catch (ApiException e) {
            if (e.code() != 404) {
                throw e;
            }
        }
    }

    private void act(Member member, CollectionStep decision) {
        switch (decision) {
            case CollectionStep.Keep() -> {}
            case CollectionStep.LookUpOwners(var owners) -> {
                for (var owner : owners) {
                    if (!exists(member.namespace(), owner)) {
                        graph.recordAbsent(owner.uid());
                        loop.enqueue(member.uid());
                    }
                }
            }
            case CollectionStep.Delete(var propagation) -> delete(member, propagation);
            case CollectionStep.BreakCycle() -> {
                unblockOwners(member);
                delete(member, Propagation.Foreground);
            }
            case CollectionStep.Disown(var uids) -> disown(member, uids);
            case CollectionStep.AwaitDependents(var dependents) ->
                dependents.forEach(dependent -> loop.enqueue(dependent.uid()));
            case CollectionStep.Release(var finalizer) -> release(member, finalizer);
        }
    }

    /** Whether the owner exists; a namespaced owner must be in the dependent's namespace. */
    private boolean exists(String namespace, OwnerReference owner) {
        var type = client.types().stream()
                .filter(candidate -> candidate.kind().equals(owner.kind())
                        && candidate.apiVersion().equals(owner.apiVersion()))
                .findFirst();
        return type.flatMap(found -> client.get(found.resource(), found.namespaced() ? namespace : "", owner.name()))
                .filter(object -> new ApiObject(object).uid().equals(owner.uid()))
                .isPresent();
    }

    private void delete(Member member, Propagation propagation) {
        client.delete(
                member.resource(),
                member.namespace(),
                member.name(),
                new DeleteOptions(null, propagation, member.uid(), null, false));
    }

    private void unblockOwners(Member member) {
        var stored = current(member);
        if (stored.isEmpty()) {
            return;
        }
        var patch = Json.array();
        test(patch, member);
        for (var i = 0; i < stored.get().ownerReferences().size(); i++) {
            patch.addObject()
                    .put("op", "add")
                    .put("path", "/metadata/ownerReferences/" + i + "/blockOwnerDeletion")
                    .put("value", false);
        }
        apply(member, patch);
    }

    private void disown(Member member, Set<String> uids) {
        var stored = current(member);
        if (stored.isEmpty()) {
            return;
        }
        var patch = Json.array();
        test(patch, member);
        var references = stored.get().ownerReferences();
        for (var i = references.size() - 1; i >= 0; i--) {
            if (uids.contains(references.get(i).uid())) {
                var path = "/metadata/ownerReferences/" + i;
                patch.addObject()
                        .put("op", "test")
                        .put("path", path + "/uid")
                        .put("value", references.get(i).uid());
                patch.addObject().put("op", "remove").put("path", path);
            }
        }
        apply(member, patch);
    }

    private void release(Member member, String finalizer) {
        var stored = current(member);
        if (stored.isEmpty() || !stored.get().finalizers().contains(finalizer)) {
            return;
        }
        var patch = Json.array();
        test(patch, member);
        var path = "/metadata/finalizers/" + stored.get().finalizers().indexOf(finalizer);
        patch.addObject().put("op", "test").put("path", path).put("value", finalizer);
        patch.addObject().put("op", "remove").put("path", path);
        apply(member, patch);
    }

    private Optional<ApiObject> current(Member member) {
        return client.get(member.resource(), member.namespace(), member.name())
                .map(ApiObject::new)
                .filter(object -> object.uid().equals(member.uid()));
    }

    private static void test(ArrayNode patch, Member member) {
        patch.addObject().put("op", "test").put("path", "/metadata/uid").put("value", member.uid());
    }

    private void apply(Member member, ArrayNode patch) {
        client.patch(member.resource(), member.namespace(), member.name(), PatchType.JSON, patch, "");
    }
}
