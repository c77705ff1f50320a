package dev.turnstile.core.lifecycle;

import dev.turnstile.core.message.Message;
import dev.turnstile.vocabulary.CheckState;

/** One admission check of the workload. */
public record Check(String name, CheckState state, Message message, int retryCount) {

    /**
     * As it is when its workload loses its reservation; what is pending already stays as it is, but for a new start.
     */
    Check reset(boolean fromZero) {
        if (state == CheckState.PENDING) {
            return fromZero ? new Check(name, state, message, 0) : this;
        }
        int retries = fromZero ? 0 : state == CheckState.RETRY ? retryCount + 1 : retryCount;
        return new Check(
                name,
                CheckState.PENDING,
                Message.of("Reset to Pending after eviction. Previously: " + state.text()),
                retries);
    }
}
