package dev.turnstile.core.dispatch;

/** What a cluster has under the name of the local job, as last seen. */
public sealed interface RemoteJob {

    /** No such object, as far as is known. */
    record Absent() implements RemoteJob {}

    /** The copy that this manager made. */
    record Ours() implements RemoteJob {}

    /**
     * Somebody else's object: never touched.
     *
     * @param description what it is, as in {@code Job team/sample}
     */
    record Foreign(String description) implements RemoteJob {}
}
