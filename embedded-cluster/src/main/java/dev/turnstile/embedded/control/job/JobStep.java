package dev.turnstile.embedded.control.job;

import dev.turnstile.embedded.control.loop.Notice;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The next step for a Job. After each but {@link Rest} the Job is requeued. */
public sealed interface JobStep {

    /**
     * Delete these pods. Surplus pods ({@code uncounted}) first lose the finalizer that makes the Job count them; pods
     * of a Job that has ended keep it, so that they still count.
     */
    record DeletePods(List<ApiObject> pods, boolean uncounted) implements JobStep {}

    record CreatePods(List<ObjectNode> pods) implements JobStep {}

    /** Replace the Job's status, then write Events about it. */
    record WriteStatus(ObjectNode status, List<Notice> notices) implements JobStep {}

    /** Remove the tracking finalizer from pods whose outcome the stored status contains. */
    record ReleasePods(List<ApiObject> pods) implements JobStep {}

    /** Delete the Job, whose ttlSecondsAfterFinished is over. */
    record DeleteJob() implements JobStep {}

    /** Nothing to do until an event arrives or, if given, that time. */
    record Rest(Optional<Instant> requeueAt) implements JobStep {}
}
