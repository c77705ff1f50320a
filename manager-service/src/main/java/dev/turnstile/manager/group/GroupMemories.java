package dev.turnstile.manager.group;

import dev.turnstile.core.dispatch.Refusal;
import dev.turnstile.core.dispatch.Sightings;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.ungating.GateOrder;
import dev.turnstile.core.ungating.OpeningAttempt;
import dev.turnstile.core.ungating.UngatingDecision;
import dev.turnstile.service.informer.ObjectKey;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** What this process remembers, group by group. Readers that only show or check groups get {@link KnownGroups}. */
public final class GroupMemories implements KnownGroups {
    /** The newest memory of each group. Any thread may replace one: each change is made in one step. */
    private final Map<ObjectKey, GroupMemory> memories = new ConcurrentHashMap<>();

    private final InstantSource clock;

    /** Nothing yet. */
    public GroupMemories(InstantSource clock) {
        this.clock = clock;
    }

    /** That of one group; one that is seen for the first time is remembered from now on. */
    public GroupMemory begun(ObjectKey key) {
        return memories.computeIfAbsent(key, unseen -> GroupMemory.begins(clock.instant()));
    }

    @Override
    public Optional<GroupMemory> of(ObjectKey key) {
        return Optional.ofNullable(memories.get(key));
    }

    @Override
    public Map<ObjectKey, GroupMemory> all() {
        return new TreeMap<>(memories);
    }

    /** Takes over what was seen. */
    public void seen(ObjectKey key, Sightings sightings) {
        change(key, memory -> memory.seen(sightings));
    }

    /** Remembers how its placement was decided. */
    public void placed(ObjectKey key, String words) {
        change(key, memory -> memory.placed(words));
    }

    /** Remembers a decision about gates; whether its situation is another one than that of the one before. */
    public boolean decided(ObjectKey key, UngatingDecision decision) {
        Optional<String> before =
                of(key).flatMap(GroupMemory::ungating).map(last -> last.trail().situation());
        change(key, memory -> memory.decided(decision));
        return !before.equals(Optional.of(decision.trail().situation()));
    }

    /** These writes to gates begin. */
    public void begun(ObjectKey key, List<GateOrder> orders) {
        change(key, memory -> memory.gates(memory.gates().begun(orders)));
    }

    /** One write to a gate was answered. */
    public void answered(ObjectKey key, GateOrder order, OpeningAttempt.Outcome outcome) {
        change(key, memory -> memory.gates(memory.gates().answered(order, outcome, clock.instant())));
    }

    /** The remote job was read in that cluster. */
    public void read(ObjectKey key, String cluster, String cause, JobRead job) {
        change(key, memory -> memory.read(cluster, cause, job));
    }

    /** A cluster refused to create this; whether it is another refusal than the one before. */
    public boolean refused(ObjectKey key, String cluster, Refusal.What what, Message words, String revision) {
        Optional<Refusal> before = of(key).flatMap(memory -> memory.refusal(cluster, () -> revision));
        Refusal newest = new Refusal(what, clock.instant(), words);
        change(key, memory -> memory.refused(cluster, new GroupMemory.Refused(newest, revision)));
        return before.filter(old -> old.what() == what && old.words().equals(words))
                .isEmpty();
    }

    /** A cluster has created what it was to create. */
    public void accepted(ObjectKey key, String cluster) {
        if (of(key).filter(memory -> memory.refusals().containsKey(cluster)).isPresent()) {
            change(key, memory -> memory.accepted(cluster));
        }
    }

    /** Nothing is left of the group. */
    public void forget(ObjectKey key) {
        memories.remove(key);
    }

    /** What is reported of a group that was forgotten in the meantime is of no use any more. */
    private void change(ObjectKey key, UnaryOperator<GroupMemory> change) {
        memories.computeIfPresent(key, (same, memory) -> change.apply(memory));
    }
}
