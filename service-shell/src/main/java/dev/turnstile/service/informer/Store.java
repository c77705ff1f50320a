package dev.turnstile.service.informer;

import dev.turnstile.model.meta.ApiObject;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.model.meta.ResourceKind;
import dev.turnstile.model.patch.UnknownFields;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * All objects of one kind, or those with certain labels, as new as we know them.
 *
 * <p>Two sources feed it: the reflector, and answers to our own writes, so that nobody decides on what we ourselves
 * have overwritten. From watches and answers only a newer version of an object is taken over. An answer never brings an
 * object back that the watch has reported as gone: it is taken over only where the object is there with the same uid. A
 * whole {@link Listing}, or a single object that was read again, replaces what was known before it was asked for.
 *
 * <p>An object that cannot be read is skipped: it stays as it was read last, or is missing, and counts as
 * {@linkplain #unreadable() unreadable}.
 */
public final class Store<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Store.class);

    /**
     * An object with its uid and the version of its state, against which a write is checked.
     *
     * @param unknown what else the object held, which a write must not lose
     */
    public record Entry<T>(T object, String uid, long version, UnknownFields unknown) {}

    private final ApiResource resource;
    private final String labelSelector;
    private final ObjectReader<T> reader;
    private final Map<ObjectKey, Entry<T>> entries = new ConcurrentHashMap<>();
    private final Map<ObjectKey, Unreadable> unreadable = new ConcurrentHashMap<>();
    private final Subscriptions<T> subscriptions;
    private final AtomicLong removals = new AtomicLong();
    private final List<Consumer<Unreadable>> complaints = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final CompletableFuture<Boolean> synced = new CompletableFuture<>();
    private final AtomicLong newest = new AtomicLong();
    private volatile Runnable listAgain = () -> {};
    private @Nullable Listing listing;

    /** An empty store; {@code reader} makes a value of an object's JSON. */
    public Store(ApiResource resource, Function<ObjectNode, T> reader) {
        this(resource, "", reader);
    }

    /** An empty store of those objects only whose labels match the selector. */
    public Store(ApiResource resource, String labelSelector, Function<ObjectNode, T> reader) {
        this(resource, labelSelector, new ObjectReader<>(reader, null));
    }

    /** An empty store of values that are made from records of that type: what these do not know is kept for writes. */
    public Store(ApiResource resource, Class<?> recordType, Function<ObjectNode, T> reader) {
        this(resource, "", new ObjectReader<>(reader, recordType));
    }

    private Store(ApiResource resource, String labelSelector, ObjectReader<T> reader) {
        this.resource = resource;
        this.subscriptions = new Subscriptions<>(resource);
        this.labelSelector = labelSelector;
        this.reader = reader;
    }

    /** An empty store of a kind of ours. */
    public static <T extends ApiObject> Store<T> of(ResourceKind<T, ?> kind) {
        return new Store<>(ApiResource.of(kind), kind.type(), object -> KubernetesJson.read(object, kind.type()));
    }

    /** The kind. */
    public ApiResource resource() {
        return resource;
    }

    /** Which objects are in it, by labels; empty for all. */
    public String labelSelector() {
        return labelSelector;
    }

    /** Adds a listener. It is notified of what is there already as of objects that appear. */
    public void listen(ChangeListener<T> listener) {
        locked(() -> subscriptions.add(listener, entries));
    }

    /** Has that called for each object that cannot be read, each time that it is read. Never blocks. */
    public void whenUnreadable(Consumer<Unreadable> complaint) {
        complaints.add(complaint);
    }

    /**
     * An index of what is there now and later.
     *
     * @param names what an object is to be found by; depends on nothing but the object
     */
    public <K> Index<K, T> index(Function<? super T, ? extends Collection<K>> names) {
        Index<K, T> index = new Index<>(names);
        locked(() -> subscriptions.addFirst(index::changed, entries));
        return index;
    }

    /** The object, or null. */
    public @Nullable T get(ObjectKey key) {
        Entry<T> entry = entries.get(key);
        return entry == null ? null : entry.object();
    }

    /** The object with its version, or null. */
    public @Nullable Entry<T> entry(ObjectKey key) {
        return entries.get(key);
    }

    /** All objects, in no order. */
    public Collection<T> all() {
        return entries.values().stream().map(Entry::object).toList();
    }

    /** All objects with their versions, as they change. */
    public Map<ObjectKey, Entry<T>> entries() {
        return Collections.unmodifiableMap(entries);
    }

    /** How many objects have gone so far. */
    public long removals() {
        return removals.get();
    }

    /**
     * Takes over what the API answered to a read of one object, be it known or not. Does nothing where an object has
     * gone since it was asked for: it may have been this one, and what was read would bring it back.
     *
     * @param removalsBefore the {@link #removals()} of before
     */
    public void takeOver(ObjectNode object, long removalsBefore) {
        ObjectReader.Value<T> value = read(object);
        locked(() -> {
            if (removals.get() == removalsBefore) {
                take(Versioned.of(object), value, false);
            }
        });
    }

    /** How many objects there are. */
    public int size() {
        return entries.size();
    }

    /** The objects that cannot be read. */
    public List<Unreadable> unreadable() {
        return List.copyOf(unreadable.values());
    }

    /** How often a listener has failed; each of these changes was or will be delivered again. */
    public long listenerFailures() {
        return subscriptions.failures();
    }

    /** Whether all objects were listed once. */
    public boolean synced() {
        return synced.isDone();
    }

    /** Is complete once all objects were listed. */
    public CompletableFuture<Boolean> whenSynced() {
        return synced.copy();
    }

    /** Takes over what a write was answered with, and reads it. */
    public T written(ObjectNode object) {
        ObjectReader.Value<T> value = read(object);
        Versioned version = Versioned.of(object);
        locked(() -> {
            take(version, value, true);
            answered(version.key());
        });
        return value.object();
    }

    /** Takes note of the answer to a creation: where the API goes back to before it, its version alone shows that. */
    public void created(ObjectNode object) {
        newest.accumulateAndGet(Versioned.of(object).version(), Math::max);
    }

    private void take(Versioned version, ObjectReader.Value<T> value, boolean onlyIfKnown) {
        Entry<T> before = entries.get(version.key());
        boolean known = before != null && before.uid().equals(version.uid());
        if ((known || !onlyIfKnown) && isNews(version)) {
            put(version, before, value);
        }
    }

    private void answered(ObjectKey key) {
        if (listing != null) {
            listing.answered(key);
        }
    }

    /**
     * Takes over an object that was read after a write was refused as a conflict. Such a read is consistent: it
     * replaces what was known before, also where its version is lower, since then the API has gone back.
     *
     * @param before what was known when it was asked for
     */
    public void readAgain(ObjectNode object, Entry<T> before) {
        ObjectReader.Value<T> value = read(object);
        Versioned version = Versioned.of(object);
        boolean wentBack = version.uid().equals(before.uid()) && version.version() < before.version();
        locked(() -> {
            Entry<T> now = entries.get(version.key());
            boolean unchanged = now != null && now.uid().equals(before.uid()) && now.version() == before.version();
            if (now != null && unchanged && wentBack) {
                put(version, now, value);
                answered(version.key());
            }
        });
        if (wentBack) {
            LOG.warn(
                    "{} {} was version {} and is version {}: the API has gone back, as after a restore of etcd; all {}"
                            + " are listed again",
                    resource,
                    version.key(),
                    before.version(),
                    version.version(),
                    resource);
            listAgain.run();
        } else {
            var _ = written(object);
        }
    }

    /** Has that run where an answer shows that the API has gone back, so that only lists can tell what is there. */
    void whenInDoubt(Runnable lists) {
        listAgain = lists;
    }

    /** What the watch shows. Most of it we have from the answers to our own writes: only what is new is read. */
    void observed(ObjectNode object) {
        skipping(object, () -> {
            Versioned version = Versioned.of(object);
            if (isNews(version)) {
                ObjectReader.Value<T> value = read(object);
                locked(() -> take(version, value, false));
            }
        });
    }

    private boolean isNews(Versioned version) {
        Entry<T> before = entries.get(version.key());
        return before == null || !before.uid().equals(version.uid()) || before.version() < version.version();
    }

    /**
     * Begins a list of everything; one at a time.
     *
     * @param seen the newest version that the watch showed
     * @param distrust whether what is known may be of a state that was lost
     */
    Listing list(long seen, boolean distrust) {
        Listing begun = new Listing(this, Math.max(seen, newest.get()), distrust);
        locked(() -> listing = begun);
        return begun;
    }

    /** What a list holds; its key. */
    ObjectKey listed(ObjectNode object, Listing list) {
        return skipping(object, () -> {
            Versioned version = Versioned.of(object);
            if (differs(version, list)) {
                ObjectReader.Value<T> value = read(object);
                locked(() -> {
                    if (differs(version, list)) {
                        put(version, entries.get(version.key()), value);
                    }
                });
            }
        });
    }

    /** Where the API has gone back, a version that we know may stand for another state. */
    private boolean differs(Versioned version, Listing list) {
        Entry<T> before = entries.get(version.key());
        return before == null
                || !before.uid().equals(version.uid())
                || before.version() < version.version()
                || ((before.version() > version.version() || list.wentBack())
                        && list.decides(version.key(), before.version()));
    }

    /** Takes over the end of a list: what it did not hold is gone. */
    void end(Listing list) {
        locked(() -> {
            for (ObjectKey key : new ArrayList<>(entries.keySet())) {
                Entry<T> entry = entries.get(key);
                if (entry != null && !list.contains(key) && list.decides(key, entry.version())) {
                    remove(key, entry);
                }
            }
            unreadable.keySet().removeIf(key -> !list.contains(key));
            listing = null;
            if (list.wentBack()) {
                list.warnOfLostState();
                newest.set(list.version());
            }
            newest.accumulateAndGet(list.version(), Math::max);
        });
        synced.complete(true);
    }

    /** The newest version of anything that was taken over. */
    long newest() {
        return newest.get();
    }

    /** Removes an object that the watch reports as deleted. */
    void gone(ObjectNode last) {
        skipping(last, () -> {
            Versioned version = Versioned.of(last);
            absent(version.key(), version.uid());
        });
    }

    /** Forgets an object that the API says is not there. */
    public void absent(ObjectKey key, String uid) {
        locked(() -> {
            unreadable.computeIfPresent(key, (_, known) -> known.uid().equals(uid) ? null : known);
            Entry<T> before = entries.get(key);
            if (before != null && before.uid().equals(uid)) {
                remove(key, before);
            }
        });
    }

    /** Whether a listener has failed to take a change. */
    boolean owes() {
        return subscriptions.owes();
    }

    /** Notifies listeners again of what they failed to take. */
    void deliverOwed() {
        locked(() -> subscriptions.deliverOwed(entries));
    }

    private void put(Versioned version, @Nullable Entry<T> before, ObjectReader.Value<T> value) {
        Entry<T> after = new Entry<>(value.object(), version.uid(), version.version(), value.unknown());
        entries.put(version.key(), after);
        newest.accumulateAndGet(version.version(), Math::max);
        subscriptions.deliver(version.key(), before, after);
    }

    private void remove(ObjectKey key, Entry<T> before) {
        entries.remove(key);
        removals.incrementAndGet();
        subscriptions.deliver(key, before, null);
    }

    private ObjectReader.Value<T> read(ObjectNode object) {
        ObjectReader.Value<T> value = reader.read(object);
        unreadable.remove(ObjectKey.of(object));
        return value;
    }

    /** Does that with an object, and skips the object where it cannot be read. */
    private ObjectKey skipping(ObjectNode object, Runnable work) {
        ObjectKey key = ObjectKey.of(object);
        try {
            work.run();
        } catch (RuntimeException e) {
            Unreadable skipped = Unreadable.of(resource, key, object, e);
            if (!skipped.equals(unreadable.put(key, skipped))) {
                LOG.error("{}; it is skipped", skipped);
            }
            complaints.forEach(complaint -> complaint.accept(skipped));
        }
        return key;
    }

    private void locked(Runnable work) {
        lock.lock();
        try {
            work.run();
        } finally {
            lock.unlock();
        }
    }
}
