package dev.turnstile.model.condition;

import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.CutText;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A {@code metav1.Condition}.
 *
 * @param type what may hold
 * @param status whether it does
 * @param observedGeneration the generation of the spec that this was said of
 * @param lastTransitionTime since when the status is what it is
 * @param reason why, as a word for programs
 * @param message why, as a sentence for people
 */
public record Condition(
        String type,
        ConditionStatus status,
        @Nullable Long observedGeneration,
        Instant lastTransitionTime,
        String reason,
        String message) {
    /** The longest message that the API takes. */
    public static final int MAXIMUM_MESSAGE_LENGTH = 32768;

    /** Cuts the time to whole seconds, and the message to what the API takes. */
    public Condition {
        lastTransitionTime = Absent.seconds(lastTransitionTime);
        message = CutText.of(message, MAXIMUM_MESSAGE_LENGTH);
    }

    /** One of a type that is known here. */
    public Condition(
            ConditionType type,
            ConditionStatus status,
            @Nullable Long observedGeneration,
            Instant lastTransitionTime,
            String reason,
            String message) {
        this(type.text(), status, observedGeneration, lastTransitionTime, reason, message);
    }

    /** Whether the status is true. */
    public boolean holds() {
        return status == ConditionStatus.TRUE;
    }

    /** Whether status, reason and message are the same, whenever and of whichever generation they were said. */
    public boolean saysTheSameAs(Condition other) {
        return type.equals(other.type)
                && status == other.status
                && reason.equals(other.reason)
                && message.equals(other.message);
    }

    /** The same condition, of another time. */
    public Condition since(Instant time) {
        return new Condition(type, status, observedGeneration, time, reason, message);
    }
}
