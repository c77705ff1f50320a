package dev.turnstile.worker.enqueue;

import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.enqueue.PreEnqueue.Wake;
import dev.turnstile.worker.inbound.WorkloadFacts;
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
    private final BiConsumer<Workload, Wait> failed;
    private final Map<ObjectKey, Map<String, Optional<Wait>>> answers = new HashMap<>();
    private final Map<ObjectKey, Wait> held = new ConcurrentHashMap<>();

    /**
     * The gates, in the order in which they are asked.
     *
     * @param failed hears of a Workload that is held because a bean failed, and how
     */
    public PreEnqueueGates(List<? extends PreEnqueue> beans, BiConsumer<Workload, Wait> failed) {
        this.beans = List.copyOf(beans);
        this.failed = failed;
    }

    /** Why a Workload may not queue, after something happened that may have changed that. */
    public Optional<Wait> ask(Workload workload, Wake event) {
        ObjectKey key = WorkloadFacts.key(workload);
        Map<String, Optional<Wait>> known = answers.computeIfAbsent(key, any -> new HashMap<>());
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
    public Optional<Wait> askAgain(PreEnqueue bean, Workload workload) {
        ObjectKey key = WorkloadFacts.key(workload);
        Map<String, Optional<Wait>> known = answers.computeIfAbsent(key, any -> new HashMap<>());
        known.put(bean.name(), ask(bean, workload, known.getOrDefault(bean.name(), Optional.empty())));
        return note(key, known);
    }

    private Optional<Wait> note(ObjectKey key, Map<String, Optional<Wait>> known) {
        Optional<Wait> first = beans.stream()
                .flatMap(bean -> known.getOrDefault(bean.name(), Optional.empty()).stream())
                .findFirst();
        first.ifPresentOrElse(hold -> held.put(key, hold), () -> held.remove(key));
        return first;
    }

    private Optional<Wait> ask(PreEnqueue bean, Workload workload, Optional<Wait> before) {
        try {
            return bean.hold(workload);
        } catch (RuntimeException e) {
            Wait hold = new Wait.OnHold(Message.of(bean.name() + " could not decide: " + e.getMessage()));
            if (!before.equals(Optional.of(hold))) {
                LOG.warn("{} is held, since {} failed", WorkloadFacts.key(workload), bean.name(), e);
                failed.accept(workload, hold);
            }
            return Optional.of(hold);
        }
    }

    /** What holds a Workload now. */
    public Optional<Wait> heldBy(Workload workload) {
        return Optional.ofNullable(held.get(WorkloadFacts.key(workload)));
    }

    /** A Workload that does not wait any more. */
    public void forget(ObjectKey key) {
        answers.remove(key);
        held.remove(key);
    }

    public List<PreEnqueue> beans() {
        return beans;
    }
}
