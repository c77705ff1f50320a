package dev.turnstile.manager.group;

import dev.turnstile.service.informer.ObjectKey;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What this process remembers, group by group. */
public final class GroupMemories {
    private final Map<ObjectKey, GroupMemory> memories = new ConcurrentHashMap<>();
    private final InstantSource clock;

    /** Nothing yet. */
    public GroupMemories(InstantSource clock) {
        this.clock = clock;
    }

    /** That of one group, empty at first. */
    public GroupMemory of(ObjectKey key) {
        return memories.computeIfAbsent(key, unseen -> new GroupMemory(clock.instant()));
    }

    /** What is remembered of a group, or null. */
    public @Nullable GroupMemory known(ObjectKey key) {
        return memories.get(key);
    }

    void forget(ObjectKey key) {
        memories.remove(key);
    }

    /** All of them, in order. */
    public Map<ObjectKey, GroupMemory> all() {
        return new TreeMap<>(memories);
    }
}
