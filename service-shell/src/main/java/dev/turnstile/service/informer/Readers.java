package dev.turnstile.service.informer;

import dev.turnstile.service.thread.Loop;
import dev.turnstile.service.thread.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps stores equal to the API. */
public final class Readers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Readers.class);
    private final List<Store<?>> stores = new ArrayList<>();
    private final List<Reflector> reflectors = new CopyOnWriteArrayList<>();
    private volatile CompletableFuture<?> rereading = CompletableFuture.completedFuture(true);
    private volatile Runnable whole = () -> {};

    /** Reads that, too, once it starts. */
    public void add(List<? extends Store<?>> more) {
        stores.addAll(more);
    }

    /**
     * Begins to read.
     *
     * @param whole is called once everything was read, and after everything had to be read again, since the API has
     *     gone back to an earlier state
     * @param skipped is called for each object that cannot be read
     */
    public void start(ApiConnection connection, Threads threads, Runnable whole, Consumer<Unreadable> skipped) {
        this.whole = () -> Loop.untilDone(threads, "everything-read", whole);
        for (Store<?> store : stores) {
            store.whenUnreadable(skipped);
            reflectors.add(Reflector.start(connection, store, threads, this::wentBack));
        }
        var _ = all(stores.stream().map(Store::whenSynced)).thenRun(this.whole);
    }

    /**
     * The API has gone back to an earlier state, as after a restore of etcd from a backup. One kind shows that first;
     * until all have been read again nothing may be decided, since half of what is known is of the lost future: a
     * Workload of before beside a job that was deleted later would be taken for one without a job.
     */
    private void wentBack() {
        LOG.warn("the API has gone back to an earlier state: everything is read again, and nothing is written before");
        CompletableFuture<?> read = all(reflectors.stream().map(Reflector::distrust));
        rereading = read;
        var _ = read.thenRun(whole);
    }

    private static CompletableFuture<?> all(Stream<CompletableFuture<Boolean>> reads) {
        return CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new));
    }

    /**
     * Reads everything once more. Who takes over from another must have seen all that the other wrote: its own watches
     * may have been silent, which nobody notices as long as nobody writes.
     */
    public CompletableFuture<?> reread() {
        CompletableFuture<?> read = all(reflectors.stream().map(Reflector::reread));
        rereading = read;
        return read;
    }

    /** Whether everything was read once. */
    public boolean synced() {
        return stores.stream().allMatch(Store::synced);
    }

    /** Whether everything was read, and again where that was asked for. */
    public boolean current() {
        return synced() && rereading.isDone();
    }

    /** What keeps it from reading, kind by kind and object by object; empty where nothing does. */
    public List<String> problems() {
        return Stream.concat(
                        Reflector.problems(reflectors).stream(),
                        stores.stream()
                                .flatMap(store -> store.unreadable().stream())
                                .map(Unreadable::toString))
                .toList();
    }

    /** Everything that is read into. */
    public List<Store<?>> stores() {
        return List.copyOf(stores);
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
