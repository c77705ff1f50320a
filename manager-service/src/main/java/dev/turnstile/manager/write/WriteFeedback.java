package dev.turnstile.manager.write;

import dev.turnstile.core.dispatch.Refusal;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.ungating.GateOrder;
import dev.turnstile.core.ungating.OpeningAttempt;
import dev.turnstile.core.ungating.UngatingDecision;
import dev.turnstile.manager.group.JobRead;
import dev.turnstile.service.informer.ObjectKey;
import java.util.List;

/**
 * What later decisions need to know of writes: the one way back from writing to deciding. Called from the thread that
 * writes, in our own cluster's loop or in a lane; returns at once.
 */
public interface WriteFeedback {
    /**
     * This was decided about the gates of a group; whether it is another situation than that of the decision before.
     */
    boolean decided(ObjectKey group, UngatingDecision decision);

    /** These gates are being written from now on: nothing else is decided about them until all were answered. */
    void begun(ObjectKey group, List<GateOrder> orders);

    /** One of them was written, was refused, or has no answer. */
    void answered(ObjectKey group, GateOrder order, OpeningAttempt.Outcome outcome);

    /**
     * A cluster refused to create this for a group; whether it is another refusal than the one before.
     *
     * @param revision of what was refused
     */
    boolean refused(ObjectKey group, String cluster, Refusal.What what, Message words, String revision);

    /** A cluster has created what it was to create for a group. */
    void accepted(ObjectKey group, String cluster);

    /** The remote job was read from its API server. */
    void read(ObjectKey group, String cluster, String cause, JobRead job);
}
