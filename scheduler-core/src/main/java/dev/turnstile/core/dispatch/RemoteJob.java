package dev.turnstile.core.dispatch;

/** What a cluster has under the name of the local job, as last seen. */
public sealed interface RemoteJob {

    /** No such object, as far as is known. */
    record Absent() implements RemoteJob {}

    /** The one that this manager made. */
    record Ours(Run run) implements RemoteJob {}

    /** How the run of a remote job stands to the start that the local job shows. */
    enum Run {
        /** It is that run, or none was copied yet. */
        CURRENT,
        /** It is a later one: the job was stopped and started over while nobody watched. */
        LATER
    }

    /**
     * Somebody else's object: never touched.
     *
     * @param description what it is, as in {@code Job team/sample}
     */
    record Foreign(String description) implements RemoteJob {}
}
