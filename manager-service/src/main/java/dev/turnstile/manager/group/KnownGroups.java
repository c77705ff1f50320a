package dev.turnstile.manager.group;

import dev.turnstile.service.informer.ObjectKey;
import java.util.Map;
import java.util.Optional;

/** What this process remembers of groups, for the console, endpoints and the audit: nothing here changes anything. */
public interface KnownGroups {

    /** What is remembered of a group; empty where nothing was decided about it yet. */
    Optional<GroupMemory> of(ObjectKey key);

    /** All of them, in order. */
    Map<ObjectKey, GroupMemory> all();
}
