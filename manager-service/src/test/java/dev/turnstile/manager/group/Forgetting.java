package dev.turnstile.manager.group;

import dev.turnstile.service.informer.ObjectKey;

/** Has a manager forget a group, for tests that break its memory. */
public final class Forgetting {
    private Forgetting() {}

    /** As if it had never decided about it. */
    public static void of(GroupMemories memories, ObjectKey group) {
        memories.forget(group);
    }
}
