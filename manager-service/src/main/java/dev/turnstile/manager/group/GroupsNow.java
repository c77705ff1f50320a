package dev.turnstile.manager.group;

import dev.turnstile.service.informer.ObjectKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Groups as they are known now, for the console, the endpoints and the audit. A group that is read here is as the next
 * decision would see it; nothing that is seen is remembered, so reading changes no decision.
 */
public final class GroupsNow {
    private final GroupReader reader;
    private final KnownGroups known;
    private final InstantSource clock;

    /** Groups that are read with what is remembered of them. */
    public GroupsNow(GroupReader reader, KnownGroups known, InstantSource clock) {
        this.reader = reader;
        this.known = known;
        this.clock = clock;
    }

    /** The group of that name; null where it is none, and nothing of ours is anywhere. */
    public @Nullable GroupView view(ObjectKey key) {
        Instant now = clock.instant();
        return reader.read(key, known.of(key).orElseGet(() -> GroupMemory.begins(now)), now);
    }

    /** What is remembered of a group; empty where nothing was decided about it yet. */
    public Optional<GroupMemory> memory(ObjectKey key) {
        return known.of(key);
    }

    /** What is remembered of all groups, in order. */
    public Map<ObjectKey, GroupMemory> memories() {
        return known.all();
    }
}
