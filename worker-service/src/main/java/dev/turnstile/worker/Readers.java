package dev.turnstile.worker;

import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.Reflector;
import dev.turnstile.service.informer.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;

/** Keeps stores equal to the API. */
final class Readers implements AutoCloseable {
    private final List<Store<?>> stores = new ArrayList<>();
    private final List<Reflector> reflectors = new CopyOnWriteArrayList<>();

    /** Reads that, too, once it starts. */
    void add(List<? extends Store<?>> more) {
        stores.addAll(more);
    }

    /** Begins to read; {@code whole} is called once everything was read. */
    void start(ApiConnection connection, RandomGenerator random, Runnable whole) {
        stores.forEach(store -> reflectors.add(Reflector.start(connection, store, random)));
        var _ = CompletableFuture.allOf(stores.stream().map(Store::whenSynced).toArray(CompletableFuture[]::new))
                .thenRun(whole);
    }

    /** Whether everything was read once. */
    boolean synced() {
        return stores.stream().allMatch(Store::synced);
    }

    /** What keeps it from reading, kind by kind; empty where nothing does. */
    List<String> problems() {
        return reflectors.stream()
                .map(Reflector::problem)
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .toList();
    }

    /** Everything that reads. */
    List<Reflector> all() {
        return List.copyOf(reflectors);
    }

    @Override
    public void close() {
        reflectors.forEach(Reflector::close);
    }
}
