package dev.turnstile.core.cycle;

import dev.turnstile.core.cycle.Outcome.NotNominated;
import dev.turnstile.core.queue.Verdict;
import dev.turnstile.core.waiting.Wait;

/** What the outcome of a cycle means for the queue that its head goes back to. */
final class Verdicts {
    private Verdicts() {}

    static Verdict of(Outcome.Waiting waiting) {
        return switch (waiting) {
            case Outcome.Preempt _, Outcome.Deferred _ -> Verdict.WAITS_FOR_VICTIMS;
            case Outcome.Gated _, Outcome.Constrained _ -> Verdict.BLOCKED;
            case Outcome.Blocked _, Outcome.Postponed _ -> Verdict.RETRY;
            case Outcome.NoCandidates _ -> Verdict.NO_CANDIDATES;
            case Outcome.NoFit _ -> Verdict.NO_FIT;
            case Outcome.Skip skip ->
                switch (skip.cause()) {
                    case NO_LONGER_FITS -> Verdict.RETRY;
                    case OVERLAPPING_VICTIMS -> Verdict.BLOCKED;
                };
            case NotNominated refused ->
                refused.why() instanceof Wait.NamespaceMismatch ? Verdict.NAMESPACE_MISMATCH : Verdict.BLOCKED;
        };
    }
}
