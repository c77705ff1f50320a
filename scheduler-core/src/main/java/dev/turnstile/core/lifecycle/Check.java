package dev.turnstile.core.lifecycle;

import dev.turnstile.core.message.Message;
import dev.turnstile.vocabulary.CheckState;
import java.util.Comparator;
import java.util.List;

/** One admission check of the workload. */
public record Check(String name, CheckState state, Message message, int retryCount) {

    /**
     * As it is when its workload loses its reservation; what is pending already stays as it is, but for a new start.
     * Only retries in a row are counted: a check that was ready or has rejected counts from zero.
     */
    Check reset(boolean fromZero) {
        if (state == CheckState.PENDING) {
            return fromZero ? new Check(name, state, message, 0) : this;
        }
        int retries = state == CheckState.RETRY && !fromZero ? retryCount + 1 : 0;
        return new Check(
                name,
                CheckState.PENDING,
                Message.of("Reset to Pending after eviction. Previously: " + state.text()),
                retries);
    }

    /** The checks that are in a state, for users: {@code AdmissionChecks in Retry state: "a" (gone); "b"}. */
    static Message inState(List<Check> checks, CheckState state) {
        List<String> found = checks.stream()
                .filter(check -> check.state() == state)
                .sorted(Comparator.comparing(Check::name))
                .map(Check::words)
                .toList();
        return Message.of("AdmissionCheck%s in %s state: %s"
                .formatted(found.size() > 1 ? "s" : "", state.text(), String.join("; ", found)));
    }

    private String words() {
        return "\"" + name + "\"" + (message.equals(Message.NONE) ? "" : " (" + message + ")");
    }
}
