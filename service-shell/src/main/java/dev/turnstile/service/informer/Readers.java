package dev.turnstile.service.informer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Keeps stores equal to the API. */
public final class Readers implements AutoCloseable {
    private final List<Store<?>> stores = new ArrayList<>();
    private final List<Reflector> reflectors = new CopyOnWriteArrayList<>();
    private volatile CompletableFuture<?> anew = CompletableFuture.completedFuture(true);

    /** Reads that, too, once it starts. */
    public void add(List<? extends Store<?>> more) {
        stores.addAll(more);
    }

    /** Begins to read; {@code whole} is called once everything was read. */
    public void start(ApiConnection connection, RandomGenerator random, Runnable whole) {
        stores.forEach(store -> reflectors.add(Reflector.start(connection, store, random)));
        var _ = all(stores.stream().map(Store::whenSynced)).thenRun(whole);
    }

    private static CompletableFuture<?> all(Stream<CompletableFuture<Boolean>> reads) {
        return CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new));
    }

    /**
     * Reads everything once more. Who takes over from another must have seen all that the other wrote: its own watches
     * may have been silent, which nobody notices as long as nobody writes.
     */
    public CompletableFuture<?> readAnew() {
        CompletableFuture<?> read = all(reflectors.stream().map(Reflector::readAnew));
        anew = read;
        return read;
    }

    /** Whether everything was read once. */
    public boolean synced() {
        return stores.stream().allMatch(Store::synced);
    }

    /** Whether everything was read, and again where that was asked for. */
    public boolean current() {
        return synced() && anew.isDone();
    }

    /** What keeps it from reading, kind by kind; empty where nothing does. */
    public List<String> problems() {
        return Reflector.problems(reflectors);
    }

    /** Everything that reads. */
    public List<Reflector> all() {
        return List.copyOf(reflectors);
    }

    @Override
    public void close() {
        reflectors.forEach(Reflector::close);
    }
}
