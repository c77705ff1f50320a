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

    /** The API does not show it, and will not: nothing was sent, or it was refused, or a read did not find it. */
    void refused(A about, String why);

    /** Something was sent and nobody knows what became of it. */
    void unanswered(A about, String why);
}
