package dev.turnstile.service.audit;

import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Pages;
import dev.turnstile.service.informer.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Compares stores with lists of the API's: a watch event that was lost shows nowhere else.
 *
 * <p>Goal: an object that a store lacks, has an old state of, or has after its end is found within two passes of a list
 * that shows so. Constraints: a store lags behind a list, since the watch is as fast as it is; and a list of all
 * objects is dear, so each kind is listed once in an interval, in pages and without anything but metadata, the kinds
 * spread over it. Steps: a list is compared with the store; what differs is a doubt. In the passes that follow each
 * doubt is held against the store alone, which by then has seen whatever the list had, unless it never will. One that
 * the store has nothing of may have ended meanwhile, and is looked up.
 *
 * <p>Example: the list of 12:00:00 has version 120 of an object, the store version 118. At 12:01:00 it has 118 still:
 * the event was lost. Had it 119 or 120, the doubt would be over.
 */
public final class StoreCheck implements AuditCheck {
    /** The API has an object, and the store does not. */
    public static final String MISSING = "store_missing";
    /** The store has an older state than a list had. */
    public static final String OUTDATED = "store_outdated";
    /** The store has an object that no longer exists. */
    public static final String GONE = "store_gone";

    private static final int MOST_DOUBTS = 1_000;

    /** What a list said: of the object that version, or, in {@link #GONE}, nothing where the store has that version. */
    private record Doubt(Store<?> store, String kind, ObjectKey key, String uid, long version, Instant since) {
        Finding finding() {
            String words = switch (kind) {
                case MISSING -> "%s %s of version %d is in the API and not in memory";
                case OUTDATED -> "%s %s has version %d in the API and an older one in memory";
                default -> "%s %s of version %d is in memory and no longer in the API";
            };
            return new Finding(
                    kind,
                    key,
                    words.formatted(store.resource(), key, version),
                    "uid %s, as listed at %s".formatted(uid, since));
        }
    }

    private final ApiConnection connection;
    private final List<Store<?>> stores;
    private final Duration interval;
    private final Map<Store<?>, Instant> due = new HashMap<>();
    private Map<Finding.Identity, Doubt> doubts = new LinkedHashMap<>();

    /** A check of these stores, each of which is listed once in the interval. */
    public StoreCheck(ApiConnection connection, List<? extends Store<?>> stores, Duration interval) {
        this.connection = connection;
        this.stores = List.copyOf(stores);
        this.interval = interval;
    }

    @Override
    public Set<String> kinds() {
        return Set.of(MISSING, OUTDATED, GONE);
    }

    @Override
    public List<Finding> findings(Instant now) {
        Map<Finding.Identity, Doubt> present = new LinkedHashMap<>();
        for (Doubt doubt : doubts.values()) {
            if (isDue(doubt.store(), now)) {
                continue;
            }
            Doubt left = reconsidered(doubt);
            if (left != null) {
                add(present, left);
            }
        }
        for (int i = 0; i < stores.size(); i++) {
            Store<?> store = stores.get(i);
            if (due.putIfAbsent(store, now.plus(share(i))) != null && isDue(store, now)) {
                compare(store, now).forEach(doubt -> add(present, doubt));
                due.put(store, now.plus(interval));
            }
        }
        doubts = present;
        return present.values().stream().map(Doubt::finding).toList();
    }

    /** When a store is listed first: not all at once. */
    private Duration share(int index) {
        return interval.multipliedBy(index).dividedBy(stores.size());
    }

    private boolean isDue(Store<?> store, Instant now) {
        Instant time = due.get(store);
        return time != null && !now.isBefore(time);
    }

    private static void add(Map<Finding.Identity, Doubt> to, Doubt doubt) {
        to.put(doubt.finding().identity(), doubt);
    }

    private @Nullable Doubt reconsidered(Doubt doubt) {
        Store.Entry<?> entry = doubt.store().entry(doubt.key());
        if (doubt.kind().equals(GONE)) {
            return entry != null && entry.uid().equals(doubt.uid()) && entry.version() == doubt.version()
                    ? doubt
                    : null;
        }
        if (!isBehind(entry, doubt.uid(), doubt.version())) {
            return null;
        }
        ObjectNode found = read(doubt.store(), doubt.key());
        boolean same =
                found != null && found.path("metadata").path("uid").asString("").equals(doubt.uid());
        return same ? doubt : null;
    }

    private static boolean isBehind(Store.@Nullable Entry<?> entry, String uid, long version) {
        return entry == null
                || entry.version() < version
                || (entry.version() == version && !entry.uid().equals(uid));
    }

    private @Nullable ObjectNode read(Store<?> store, ObjectKey key) {
        try {
            return connection.get(store.resource().path(key), Map.of());
        } catch (ApiStatusException e) {
            if (e.notFound()) {
                return null;
            }
            throw e;
        }
    }

    private List<Doubt> compare(Store<?> store, Instant now) {
        List<Doubt> found = new ArrayList<>();
        Set<ObjectKey> listed = new HashSet<>();
        Pages pages = new Pages(connection);
        long version;
        String next = "";
        do {
            ObjectNode page = pages.next(
                    query(store, next),
                    (by, asked) -> by.metadata(store.resource().path(), asked));
            for (JsonNode item : page.path("items")) {
                JsonNode metadata = item.path("metadata");
                ObjectKey key = ObjectKey.of((ObjectNode) item);
                String uid = metadata.path("uid").asString("");
                long listedVersion = number(metadata);
                Store.Entry<?> entry = store.entry(key);
                listed.add(key);
                if (isBehind(entry, uid, listedVersion)) {
                    String kind = entry != null && entry.uid().equals(uid) ? OUTDATED : MISSING;
                    found.add(new Doubt(store, kind, key, uid, listedVersion, now));
                }
            }
            version = number(page.path("metadata"));
            next = page.path("metadata").path("continue").asString("");
        } while (!next.isEmpty() && found.size() < MOST_DOUBTS);
        if (next.isEmpty()) {
            unlisted(store, listed, version, now, found);
        }
        return found.size() <= MOST_DOUBTS ? found : found.subList(0, MOST_DOUBTS);
    }

    private static void unlisted(Store<?> store, Set<ObjectKey> listed, long version, Instant now, List<Doubt> found) {
        store.entries().forEach((key, entry) -> {
            if (!listed.contains(key) && entry.version() <= version) {
                found.add(new Doubt(store, GONE, key, entry.uid(), entry.version(), now));
            }
        });
    }

    private static Map<String, String> query(Store<?> store, String next) {
        Map<String, String> query = new LinkedHashMap<>();
        if (!store.labelSelector().isEmpty()) {
            query.put("labelSelector", store.labelSelector());
        }
        if (!next.isEmpty()) {
            query.put("continue", next);
        }
        return query;
    }

    private static long number(JsonNode metadata) {
        return Long.parseLong(metadata.path("resourceVersion").asString("0"));
    }

    @Override
    public void repair(Finding finding) {
        Doubt doubt = doubts.get(finding.identity());
        if (doubt != null) {
            Rereading.of(connection, doubt.store(), doubt.key());
        }
    }
}
