package dev.turnstile.core.cycle;

/**
 * What became of a request. Every request for an assumption ends in exactly one of these, whatever is thrown on the
 * way; a result about an assumption that is over changes nothing.
 */
public interface WriteResults {
    /** The API shows what was assumed: it was written now, or a read found it. */
    void written(Assumption assumption);

    /** The API does not show it, and will not: nothing was sent, or it was refused, or a read did not find it. */
    void refused(Assumption assumption, String why);

    /** Something was sent and nobody knows what became of it. */
    void unanswered(Assumption assumption, String why);
}
