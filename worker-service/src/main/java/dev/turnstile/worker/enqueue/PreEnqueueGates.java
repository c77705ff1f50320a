package dev.turnstile.worker.enqueue;

import dev.turnstile.core.lifecycle.Circumstances.Hold;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.WaitingReason;
import dev.turnstile.worker.enqueue.PreEnqueue.Wake;
import dev.turnstile.worker.workload.WorkloadFacts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks every bean, and remembers what each said. Questions belong to the scheduler's thread; what holds a Workload may
 * be read from any.
 */
public final class PreEnqueueGates {
    private static final Logger LOG = LoggerFactory.getLogger(PreEnqueueGates.class);

    private final List<PreEnqueue> beans;
    private final BiConsumer<Workload, String> failed;
    private final Map<ObjectKey, Map<String, Optional<Hold>>> answers = new HashMap<>();
    private final Map<ObjectKey, Hold> held = new ConcurrentHashMap<>();

    /**
     * The gates, in the order in which they are asked.
     *
     * @param failed hears of a Workload that is held because a bean failed, and how
     */
    public PreEnqueueGates(List<? extends PreEnqueue> beans, BiConsumer<Workload, String> failed) {
        this.beans = List.copyOf(beans);
        this.failed = failed;
    }

    /** Why a Workload may not queue, after something happened that may have changed that. */
    public Optional<Hold> ask(Workload workload, Wake event) {
        ObjectKey key = WorkloadFacts.key(workload);
        Map<String, Optional<Hold>> known = answers.computeIfAbsent(key, any -> new HashMap<>());
        for (PreEnqueue bean : beans) {
            if (!known.containsKey(bean.name()) || bean.wakes().contains(event)) {
                known.put(bean.name(), ask(bean, workload, known.getOrDefault(bean.name(), Optional.empty())));
            }
        }
        return note(key, known);
    }

    /** Whether such an event may change what any bean says. */
    public boolean wakeOn(Wake event) {
        return beans.stream().anyMatch(bean -> bean.wakes().contains(event));
    }

    /** The same after a bean said that its answer may have changed. */
    public Optional<Hold> askAgain(PreEnqueue bean, Workload workload) {
        ObjectKey key = WorkloadFacts.key(workload);
        Map<String, Optional<Hold>> known = answers.computeIfAbsent(key, any -> new HashMap<>());
        known.put(bean.name(), ask(bean, workload, known.getOrDefault(bean.name(), Optional.empty())));
        return note(key, known);
    }

    private Optional<Hold> note(ObjectKey key, Map<String, Optional<Hold>> known) {
        Optional<Hold> first = beans.stream()
                .flatMap(bean -> known.getOrDefault(bean.name(), Optional.empty()).stream())
                .findFirst();
        first.ifPresentOrElse(hold -> held.put(key, hold), () -> held.remove(key));
        return first;
    }

    private Optional<Hold> ask(PreEnqueue bean, Workload workload, Optional<Hold> before) {
        try {
            return bean.hold(workload);
        } catch (RuntimeException e) {
            Hold hold = new Hold(WaitingReason.ON_HOLD.text(), bean.name() + " could not decide: " + e.getMessage());
            if (!before.equals(Optional.of(hold))) {
                LOG.warn("{} is held, since {} failed", WorkloadFacts.key(workload), bean.name(), e);
                failed.accept(workload, hold.message());
            }
            return Optional.of(hold);
        }
    }

    /** What holds a Workload now. */
    public Optional<Hold> heldBy(Workload workload) {
        return Optional.ofNullable(held.get(WorkloadFacts.key(workload)));
    }

    /** A Workload that does not wait any more. */
    public void forget(ObjectKey key) {
        answers.remove(key);
        held.remove(key);
    }

    /** All beans. */
    public List<PreEnqueue> beans() {
        return beans;
    }
}
