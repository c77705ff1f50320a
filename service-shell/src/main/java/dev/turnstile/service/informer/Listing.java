package dev.turnstile.service.informer;

import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The reading of everything that a store is to hold, page by page, from its first request to its last answer.
 *
 * <p>Goal: afterwards the store holds what the API held when the first page was read, and nothing that it never will
 * hold. Constraints: a list without a version is a consistent read, so that it shows every state that was known before
 * it began; what we write while it is read is newer than it; and an API server whose etcd was restored from a backup
 * has lower versions than we know, for other states. So the list decides over everything that was known when it began,
 * whatever the versions say, and only an answer to a write of ours that came meanwhile, with a higher version than the
 * list has, is kept.
 *
 * <p>Example: at version 120 the API goes back to 100. The list says 103: an object of version 110 is replaced by its
 * state of version 90, one that was created at 115 is removed, and one that we wrote while the list was read, as
 * version 104, stays.
 */
final class Listing {
    private static final Logger LOG = LoggerFactory.getLogger(Listing.class);

    private final Store<?> store;
    private final long known;
    private final boolean distrust;
    private final Set<ObjectKey> listed = new HashSet<>();
    private final Set<ObjectKey> written = new HashSet<>();
    private long version;

    /**
     * @param known the newest version that anything showed before the list was requested
     * @param distrust whether the API has gone back, although its version may be past the known one again
     */
    Listing(Store<?> store, long known, boolean distrust) {
        this.store = store;
        this.known = known;
        this.distrust = distrust;
    }

    /** Takes over a page. */
    void page(ObjectNode page) {
        version = Versioned.number(page.path("metadata").path("resourceVersion").asString(""));
        for (JsonNode item : page.path("items")) {
            listed.add(store.listed((ObjectNode) item, this));
        }
    }

    /** An answer to a write of ours arrives while the list is read. While the store is locked. */
    void answered(ObjectKey key) {
        written.add(key);
    }

    /** Whether the API has gone back to an earlier state than one that it has shown. */
    boolean wentBack() {
        return distrust || isFromBefore(version);
    }

    /** Whether a list of that version shows an earlier state than one that was known. */
    boolean isFromBefore(long listed) {
        return listed > 0 && listed < known;
    }

    /** Whether the list says what is true of the object, of which the store has that version. */
    boolean decides(ObjectKey key, long stored) {
        return !written.contains(key) || stored <= version;
    }

    boolean contains(ObjectKey key) {
        return listed.contains(key);
    }

    /** Says which states the store has lost. */
    void warnOfLostState() {
        LOG.warn(
                "{} were known up to version {} of a state that was lost, as after a restore of etcd from a backup; all"
                        + " were replaced by what is there at version {}",
                store.resource(),
                known,
                version);
    }

    long version() {
        return version;
    }
}
