package dev.turnstile.manager.reconcile;

import dev.turnstile.manager.group.GroupMemories;
import dev.turnstile.manager.group.GroupMemory;
import dev.turnstile.manager.group.GroupReader;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.manager.plan.GroupPlan;
import dev.turnstile.manager.plan.GroupSettings;
import dev.turnstile.manager.write.GroupListener;
import dev.turnstile.manager.write.GroupWriter;
import dev.turnstile.manager.write.Lanes;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/** Brings a group forward by one turn: read, plan, write. Every write brings the next turn. */
public final class GroupReconciler implements Reconciler<ObjectKey> {
    private final GroupReader reader;
    private final GroupMemories memories;
    private final GroupWriter writer;
    private final Lanes lanes;
    private final Supplier<GroupSettings> settings;
    private final InstantSource clock;
    private final GroupListener listener;

    public GroupReconciler(
            GroupReader reader,
            GroupMemories memories,
            GroupWriter writer,
            Lanes lanes,
            Supplier<GroupSettings> settings,
            InstantSource clock,
            GroupListener listener) {
        this.reader = reader;
        this.memories = memories;
        this.writer = writer;
        this.lanes = lanes;
        this.settings = settings;
        this.clock = clock;
        this.listener = listener;
    }

    @Override
    public Outcome reconcile(ObjectKey key) throws InterruptedException {
        Instant now = clock.instant();
        GroupView view = reader.read(key, memories.of(key).orElseGet(() -> GroupMemory.begins(now)), now);
        if (view == null) {
            memories.forget(key);
            lanes.drop(key);
            listener.gone(key);
            return Outcome.done();
        }
        GroupMemory memory = memories.begun(key);
        memories.seen(key, view.seen());
        GroupPlan plan = GroupPlan.of(view.group(), settings.get(), memory.gates(), now);
        plan.placement().ifPresent(words -> memories.placed(key, words));
        writer.apply(view, plan);
        return requeue(plan.requeueAt());
    }

    private Outcome requeue(Optional<Instant> at) {
        return at.map(time -> {
                    Duration wait = Duration.between(clock.instant(), time);
                    return Outcome.after(wait.isNegative() ? Duration.ofMillis(1) : wait.plusMillis(1));
                })
                .orElseGet(Outcome::done);
    }
}
