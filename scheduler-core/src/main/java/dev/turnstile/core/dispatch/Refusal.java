package dev.turnstile.core.dispatch;

import dev.turnstile.core.message.Message;
import java.time.Duration;
import java.time.Instant;

/**
 * A cluster's API server refuses to create what belongs to the workload: a policy, a webhook, missing rights.
 *
 * <p>Example: the job was refused at 12:00:00 for the first time. It is tried again until 12:00:30; then the workload
 * starts over, and is not offered to the cluster before 12:10:30.
 *
 * @param since when it was refused first, without having been accepted since
 * @param words what the API server says, the last time
 */
public record Refusal(What what, Instant since, Message words) {

    /** How long the creation of a job is tried again. */
    public static final Duration RETRIED_FOR = Duration.ofSeconds(30);

    /** How long a workload is not offered to a cluster that refused its job. */
    public static final Duration AVOIDED_FOR = Duration.ofMinutes(10);

    /** What was to be created. */
    public enum What {
        REPLICA("the Workload"),
        JOB("the job");

        private final String text;

        What(String text) {
            this.text = text;
        }
    }

    /** When the creation of the job is given up. */
    public Instant givenUpAt() {
        return since.plus(RETRIED_FOR);
    }

    /** When the cluster may be tried again. */
    public Instant avoidedUntil() {
        return givenUpAt().plus(AVOIDED_FOR);
    }

    /** Whether it is about the job, and not so long ago that the job is tried as if for the first time. */
    public boolean countsForJob(Instant now) {
        return what == What.JOB && now.isBefore(avoidedUntil());
    }

    /** Whether the workload is not offered to the cluster now. */
    public boolean avoidedAt(Instant now) {
        return countsForJob(now) && !now.isBefore(givenUpAt());
    }

    /** The same, refused once more. */
    public Refusal again(Message newest) {
        return new Refusal(what, since, newest);
    }

    /** For the check's message. */
    public Message message() {
        return message(what, words);
    }

    /** For the event. */
    public static Message message(What what, Message words) {
        return Message.of("refuses " + what.text + ": " + words);
    }
}
