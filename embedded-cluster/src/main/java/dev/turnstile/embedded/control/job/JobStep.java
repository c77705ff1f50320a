package dev.turnstile.embedded.control.job;

import dev.turnstile.embedded.control.loop.Notice;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The one thing to do next for a Job. After each but {@link Rest} the Job is looked at again. */
public sealed interface JobStep {

    /**
     * Delete these pods. Pods that are no longer wanted ({@code uncounted}) first lose the finalizer that makes the Job
     * count them; pods of a Job that has ended keep it, so that they still count.
     */
    record DeletePods(List<ApiObject> pods, boolean uncounted) implements JobStep {}

    record CreatePods(List<ObjectNode> pods) implements JobStep {}

    /** Replace the Job's status, and tell what happened once that is stored. */
    record WriteStatus(ObjectNode status, List<Notice> notices) implements JobStep {}

    /** Take the tracking finalizer off pods whose outcome the stored status already knows. */
    record ReleasePods(List<ApiObject> pods) implements JobStep {}

    /** Delete the Job, whose time to live after its end is over. */
    record DeleteJob() implements JobStep {}

    /** Nothing to do before something changes or, if given, that time has come. */
    record Rest(Optional<Instant> requeueAt) implements JobStep {}
}
