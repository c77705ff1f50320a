package dev.turnstile.core.waiting;

import dev.turnstile.core.message.Message;
import dev.turnstile.core.workload.RuledOut;
import dev.turnstile.vocabulary.WaitingReason;
import dev.turnstile.vocabulary.Word;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads why a workload waits from what is stored of it: the reason and the message of {@code QuotaReserved=False}. The
 * only place that looks into such a message.
 */
public final class StoredWait {
    private StoredWait() {}

    /** The wait that a condition records. */
    public static Wait parse(String reason, Message message) {
        return Word.parse(WaitingReason.class, reason)
                .map(known -> parse(known, message))
                .orElseGet(() -> new Wait.Unknown(message));
    }

    private static Wait parse(WaitingReason reason, Message message) {
        return switch (reason) {
            case MISCONFIGURED ->
                named(message, "LocalQueue ", Wait.NoLocalQueue::new)
                        .or(() -> named(message, "ClusterQueue ", Wait.NoClusterQueue::new))
                        .orElseGet(() -> new Wait.Misconfigured(message));
            case ADMISSION_CONSTRAINED -> constrained(message);
            case PENDING_EVALUATION,
                    WAITING_FOR_QUOTA,
                    EXCEEDS_MAX_QUOTA,
                    NO_MATCHING_FLAVOR,
                    WAITING_FOR_PREEMPTED_WORKLOADS,
                    WAITING_FOR_PODS_READY,
                    SUSPENDED,
                    DEACTIVATED,
                    PREEMPTION_GATED,
                    ON_HOLD -> new Wait.Stored(reason, message);
        };
    }

    private static Wait constrained(Message message) {
        for (RuledOut ruledOut : RuledOut.values()) {
            String begin = Wait.Constrained.begin(ruledOut);
            if (message.text().startsWith(begin)) {
                return new Wait.Constrained(ruledOut, message.text().substring(begin.length()));
            }
        }
        return new Wait.Stored(WaitingReason.ADMISSION_CONSTRAINED, message);
    }

    private static Optional<Wait> named(Message message, String kind, Function<String, Wait> wait) {
        String text = message.text();
        int space = text.indexOf(' ', kind.length());
        if (!text.startsWith(kind) || space < 0) {
            return Optional.empty();
        }
        return Optional.of(wait.apply(text.substring(kind.length(), space)))
                .filter(read -> read.message().equals(message));
    }
}
