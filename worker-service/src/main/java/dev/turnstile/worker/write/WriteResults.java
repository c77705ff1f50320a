package dev.turnstile.worker.write;

/**
 * What comes back from writing: what became of a request. Every task ends in exactly one of these, whatever is thrown
 * on the way.
 *
 * @param <A> what a request is about; the writer knows no more of it than that
 */
public interface WriteResults<A> {
    /** The API shows what was to be written: it was written now, or a read found it. */
    void written(A about);

    /** The API does not show it, and will not: nothing was sent, or it was refused. */
    void refused(A about, String why);

    /** As refused, where nothing went wrong: the object has changed, or a read did not find it. */
    default void outdated(A about, String why) {
        refused(about, why);
    }

    /** Something was sent and nobody knows what became of it. */
    void unanswered(A about, String why);
}
