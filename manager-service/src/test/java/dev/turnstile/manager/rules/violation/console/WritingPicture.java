package dev.turnstile.manager.rules.violation.console;

import dev.turnstile.manager.group.GroupMemories;
import dev.turnstile.service.informer.ObjectKey;

/** A reader that changes what is remembered. */
public final class WritingPicture {
    private WritingPicture() {}

    public static void open(GroupMemories memories, ObjectKey group) {
        memories.forget(group);
    }
}
