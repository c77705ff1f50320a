package dev.turnstile.worker.scheduler;

import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.Victim;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.service.apply.NotLeaderException;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.Backoff;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.cache.Change;
import dev.turnstile.worker.cache.ClusterCache;
import dev.turnstile.worker.cache.StateThread;
import dev.turnstile.worker.translate.Surroundings;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has decisions written, in order for each workload and side by side for different ones. Of several decisions on one
 * workload that wait to be written only the last is.
 *
 * <p>An admission or eviction that can not be written is taken back in the cache at once. The workload is looked at
 * again after a delay that grows with each failure; where the API does not answer at all, no cycle runs until a delay
 * has passed, so that it is not asked in vain for one workload after the other.
 */
public final class DecisionWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionWriter.class);
    private static final int WRITERS = 64;

    /** Something to write about one workload. */
    private sealed interface Note {
        record Decided(Outcome outcome) implements Note {}

        record Evict(Victim victim, dev.turnstile.core.workload.Workload preemptor) implements Note {}

        record Refuse(Surroundings.Problem problem) implements Note {}

        record PassOver(dev.turnstile.core.workload.Workload workload) implements Note {}

        record LookAgain() implements Note {}
    }

    private final OutcomeWriter outcomes;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final Map<ObjectKey, Note> notes = new ConcurrentHashMap<>();
    private final Map<ObjectKey, Integer> failures = new ConcurrentHashMap<>();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final ControlLoop<ObjectKey> loop;
    private volatile @Nullable Instant pausedUntil;
    private @Nullable ClusterCache cache;
    private @Nullable StateThread<Change> thread;

    /** A writer that does not run yet. */
    public DecisionWriter(OutcomeWriter outcomes, InstantSource clock, RandomGenerator random) {
        this.outcomes = outcomes;
        this.clock = clock;
        this.random = random;
        this.loop = new ControlLoop<>("decisions", WRITERS, key -> {
            write(key);
            return dev.turnstile.service.informer.Outcome.done();
        });
    }

    /** Begins to write; failures go back to that cache on that thread. */
    public void start(ClusterCache clusterCache, StateThread<Change> stateThread) {
        cache = clusterCache;
        thread = stateThread;
        loop.start();
    }

    /** Until when the API is left in peace, or null. */
    public @Nullable Instant pausedUntil() {
        return pausedUntil;
    }

    /** Takes what a cycle decided. On the state's thread. */
    void accept(CycleDecision decision, Scheduler scheduler) {
        for (Outcome outcome : decision.outcomes()) {
            if (outcome instanceof Outcome.Preempt preempt) {
                for (Victim victim : preempt.victims()) {
                    if (!victim.evicting()) {
                        note(victim.workload().key(), new Note.Evict(victim, preempt.workload()));
                    }
                }
            }
            if (!(outcome instanceof Outcome.Postponed)) {
                note(outcome.workload().key(), new Note.Decided(outcome));
            }
        }
    }

    /** Says of workloads that an equal's answer is theirs; what is known of one of them itself goes before that. */
    void passOver(List<dev.turnstile.core.workload.Workload> workloads) {
        for (dev.turnstile.core.workload.Workload workload : workloads) {
            ObjectKey key =
                    new ObjectKey(workload.key().namespace(), workload.key().name());
            notes.putIfAbsent(key, new Note.PassOver(workload));
            loop.add(key);
        }
    }

    /** Says that a workload makes no sense, and why. */
    public void refuse(ObjectKey key, Surroundings.Problem problem) {
        notes.put(key, new Note.Refuse(problem));
        loop.add(key);
    }

    private void note(WorkloadKey workload, Note note) {
        ObjectKey key = new ObjectKey(workload.namespace(), workload.name());
        notes.merge(key, note, DecisionWriter::later);
        loop.add(key);
    }

    /** An eviction that waits to be written is not pushed aside by a word on waiting. */
    private static Note later(Note before, Note after) {
        return before instanceof Note.Evict && !(after instanceof Note.Evict) ? before : after;
    }

    private void write(ObjectKey key) throws InterruptedException {
        Note note = notes.remove(key);
        if (note == null) {
            return;
        }
        try {
            boolean stands = write(key, note);
            unanswered.set(0);
            pausedUntil = null;
            failures.remove(key);
            if (!stands) {
                takeBack(key, note);
            }
        } catch (ApiStatusException e) {
            failed(key, note, e, e.code() >= 500);
        } catch (UncheckedIOException e) {
            failed(key, note, e, true);
        } catch (NotLeaderException e) {
            LOG.info("{}", e.getMessage());
            takeBack(key, note);
        }
    }

    private boolean write(ObjectKey key, Note note) throws InterruptedException {
        return switch (note) {
            case Note.Decided(Outcome.Admit admit) -> outcomes.admit(key, admit);
            case Note.Decided(Outcome.Waiting waiting) -> {
                outcomes.wait(key, waiting);
                yield true;
            }
            case Note.Evict(Victim victim, dev.turnstile.core.workload.Workload preemptor) ->
                outcomes.evict(key, victim, preemptor);
            case Note.Refuse(Surroundings.Problem problem) -> {
                outcomes.refuse(key, problem);
                yield true;
            }
            case Note.PassOver(dev.turnstile.core.workload.Workload workload) -> {
                outcomes.passOver(key, workload.uid());
                yield true;
            }
            case Note.LookAgain() -> {
                onThread(clusterCache -> clusterCache.note(new Change.OfWorkload(key)));
                yield true;
            }
        };
    }

    private void takeBack(ObjectKey key, Note note) {
        switch (note) {
            case Note.Decided(Outcome.Admit _) -> onThread(clusterCache -> clusterCache.forget(key));
            case Note.Evict _ -> onThread(clusterCache -> clusterCache.evictionFailed(key));
            case Note.Decided(Outcome.Waiting _), Note.Refuse _, Note.PassOver _, Note.LookAgain() -> {}
        }
    }

    private void failed(ObjectKey key, Note note, RuntimeException cause, boolean apiDown) {
        LOG.warn("what was decided on {} could not be written: {}", key, cause.getMessage());
        if (apiDown) {
            Duration pause = Backoff.CONNECTION.after(unanswered.incrementAndGet(), random);
            pausedUntil = clock.instant().plus(pause);
        }
        Duration wait = Backoff.KEY.after(failures.merge(key, 1, Integer::sum), random);
        switch (note) {
            case Note.Decided(Outcome.Admit _) -> {
                // Out of the books and out of the queue, so that others get the quota meanwhile.
                onThread(clusterCache -> clusterCache.setAside(key));
                notes.putIfAbsent(key, new Note.LookAgain());
            }
            case Note.Evict _ -> onThread(clusterCache -> clusterCache.evictionFailed(key));
            case Note.Decided(Outcome.Waiting _), Note.Refuse _, Note.PassOver _, Note.LookAgain() ->
                notes.putIfAbsent(key, note);
        }
        loop.addAfter(key, wait);
    }

    private void onThread(java.util.function.Consumer<ClusterCache> work) {
        StateThread<Change> stateThread = thread;
        ClusterCache clusterCache = cache;
        if (stateThread != null && clusterCache != null) {
            stateThread.execute(() -> work.accept(clusterCache));
        }
    }

    /** How many workloads wait for a decision to be written. */
    public int depth() {
        return loop.depth();
    }

    /** Writes nothing more. */
    @Override
    public void close() {
        loop.close();
    }
}
