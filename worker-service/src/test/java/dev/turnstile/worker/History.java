package dev.turnstile.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.Reflector;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Threads;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/** Every state that the objects of a kind were in, as a watch sees them: what is one write is one state. */
final class History implements AutoCloseable {
    private final List<ObjectNode> states = new CopyOnWriteArrayList<>();
    private final Reflector reflector;

    History(ApiConnection api, ApiResource resource) {
        Store<ObjectNode> store = new Store<>(resource, object -> object);
        store.listen((key, before, after) -> {
            if (after != null) {
                states.add(after);
            }
        });
        reflector = Reflector.start(api, store, Threads.system());
        store.whenSynced().join();
    }

    /** The states of one object, oldest first. */
    List<ObjectNode> of(String name) {
        return states.stream()
                .filter(state ->
                        state.path("metadata").path("name").asString("").equals(name))
                .toList();
    }

    /** The name of the one object that there ever was. */
    String only() {
        List<String> names = states.stream()
                .map(state -> state.path("metadata").path("name").asString(""))
                .distinct()
                .toList();
        assertThat(names).hasSize(1);
        return names.getFirst();
    }

    /** Waits until an object has been in such a state: a watch tells of it a moment later. */
    void eventually(String what, String name, Predicate<ObjectNode> state) {
        WorkerCluster.eventually(what, () -> of(name).stream().anyMatch(state));
    }

    @Override
    public void close() {
        reflector.close();
    }
}
