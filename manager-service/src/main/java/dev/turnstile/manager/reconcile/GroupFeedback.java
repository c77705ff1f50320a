package dev.turnstile.manager.reconcile;

import dev.turnstile.core.dispatch.Refusal;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.ungating.GateOrder;
import dev.turnstile.core.ungating.OpeningAttempt;
import dev.turnstile.core.ungating.UngatingDecision;
import dev.turnstile.manager.group.GroupMemories;
import dev.turnstile.manager.group.JobRead;
import dev.turnstile.manager.write.WriteFeedback;
import dev.turnstile.service.informer.ObjectKey;
import java.util.List;
import java.util.function.Consumer;

/**
 * Remembers what became of writes, and has the group decided on once more.
 *
 * @param enqueue takes the group whose write was answered
 */
public record GroupFeedback(GroupMemories memories, Consumer<ObjectKey> enqueue) implements WriteFeedback {

    @Override
    public boolean decided(ObjectKey group, UngatingDecision decision) {
        return memories.decided(group, decision);
    }

    @Override
    public void begun(ObjectKey group, List<GateOrder> orders) {
        memories.begun(group, orders);
    }

    @Override
    public void answered(ObjectKey group, GateOrder order, OpeningAttempt.Outcome outcome) {
        memories.answered(group, order, outcome);
        enqueue.accept(group);
    }

    @Override
    public boolean refused(ObjectKey group, String cluster, Refusal.What what, Message words, String revision) {
        boolean news = memories.refused(group, cluster, what, words, revision);
        if (news) {
            enqueue.accept(group);
        }
        return news;
    }

    @Override
    public void accepted(ObjectKey group, String cluster) {
        memories.accepted(group, cluster);
    }

    @Override
    public void read(ObjectKey group, String cluster, String cause, JobRead job) {
        memories.read(group, cluster, cause, job);
        enqueue.accept(group);
    }
}
