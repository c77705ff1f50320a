package dev.turnstile.worker.outbound;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.WriteResults;
import dev.turnstile.core.cycle.WriteTask;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.service.apply.NotLeaderException;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.Backoff;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.inbound.Surroundings;
import dev.turnstile.worker.state.Decisions;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has decisions written, in order for each workload and side by side for different ones. Of several that wait for one
 * workload the last is written: the scheduler issues a task only where the one before it is over.
 *
 * <p>It decides nothing. Each task on an assumption is tried once, and whatever happens, be it an {@link Error}, comes
 * back as one of the three {@link WriteResults}; the scheduler knows what follows and when. A message that could not be
 * published is tried again here, after a pause that grows.
 */
public final class DecisionWriter implements Decisions, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionWriter.class);
    private static final int WRITERS = 64;
    private static final int SERVER_ERRORS = 500;

    /** Something to write about one workload. */
    private sealed interface Note {
        record Task(WriteTask task) implements Note {}
    }

    /** Something that users are to read, and on which nothing depends. */
    private sealed interface Message extends Note {
        record Waits(Outcome.Waiting outcome) implements Message {}

        record Refuse(Surroundings.Problem problem) implements Message {}

        record PassOver(Workload workload) implements Message {}
    }

    private record Failures(int count, String problem) {}

    private final OutcomeWriter outcomes;
    private final InstantSource clock;
    private final Threads threads;
    private final Outage outage;
    private final Map<ObjectKey, Note> notes = new ConcurrentHashMap<>();
    private final Map<ObjectKey, Failures> failures = new ConcurrentHashMap<>();
    private final Set<Assumption> inHand = ConcurrentHashMap.newKeySet();
    private final ControlLoop<ObjectKey> loop;
    private volatile Consumer<Consumer<WriteResults>> results = result -> {
        throw new IllegalStateException("a result before anybody listens");
    };

    /** A writer that does not run yet. */
    public DecisionWriter(OutcomeWriter outcomes, InstantSource clock, Threads threads) {
        this.outcomes = outcomes;
        this.clock = clock;
        this.threads = threads;
        this.outage = new Outage(threads.random());
        this.loop = new ControlLoop<>(threads, "decisions", WRITERS, key -> {
            write(key);
            return dev.turnstile.service.informer.Outcome.done();
        });
    }

    /** Begins to write; results go there, on that thread. */
    public void start(WriteResults listener, Executor thread) {
        results = result -> thread.execute(() -> result.accept(listener));
        loop.start();
    }

    @Override
    public @Nullable Instant pausedUntil() {
        return outage.until();
    }

    @Override
    public boolean inHand(Assumption assumption) {
        return inHand.contains(assumption);
    }

    @Override
    public void carryOut(WriteTask task) {
        inHand.add(task.assumption());
        note(key(task.assumption().key()), new Note.Task(task));
    }

    @Override
    public void publish(Outcome.Waiting outcome) {
        note(key(outcome.workload().key()), new Message.Waits(outcome));
    }

    /** What is known of one of the workloads itself goes before an equal's answer. */
    @Override
    public void passOver(List<Workload> workloads) {
        for (Workload workload : workloads) {
            ObjectKey key = key(workload.key());
            notes.putIfAbsent(key, new Message.PassOver(workload));
            loop.add(key);
        }
    }

    /** Publishes that a workload makes no sense, and why. */
    public void refuse(ObjectKey key, Surroundings.Problem problem) {
        note(key, new Message.Refuse(problem));
    }

    private static ObjectKey key(WorkloadKey key) {
        return new ObjectKey(key.namespace(), key.name());
    }

    private void note(ObjectKey key, Note note) {
        Note replaced = notes.put(key, note);
        if (replaced instanceof Note.Task(WriteTask task)) {
            // The scheduler knows already that it is over, or reads what became of it.
            String why = "replaced by a later decision";
            answer(task.assumption(), listener -> listener.unanswered(task.assumption(), why));
        }
        loop.add(key);
    }

    private void write(ObjectKey key) throws InterruptedException {
        switch (notes.remove(key)) {
            case null -> {}
            case Note.Task(WriteTask task) -> carryOut(key, task);
            case Message message -> publish(key, message);
        }
    }

    private void carryOut(ObjectKey key, WriteTask task) throws InterruptedException {
        Assumption assumption = task.assumption();
        Consumer<WriteResults> result = listener -> listener.unanswered(assumption, "the writer was interrupted");
        try {
            Written written = outcomes.carryOut(key, task);
            if (written == Written.SENT || task instanceof WriteTask.Read) {
                outage.answered();
            }
            String outdated = task instanceof WriteTask.Read ? "it was not carried out" : "it no longer stands";
            result = written == Written.OUTDATED
                    ? listener -> listener.refused(assumption, outdated)
                    : listener -> listener.written(assumption);
        } catch (RuntimeException e) {
            String why = String.valueOf(e.getMessage());
            boolean read = task instanceof WriteTask.Read;
            result = !read && neverCarriedOut(e)
                    ? listener -> listener.refused(assumption, why)
                    : listener -> listener.unanswered(assumption, why);
            observe(key, e);
        } finally {
            // The message that could not be published is void: this decision took its place.
            failures.remove(key);
            answer(assumption, result);
        }
    }

    /** It is in hand until the scheduler has its result. */
    private void answer(Assumption assumption, Consumer<WriteResults> result) {
        results.accept(listener -> {
            inHand.remove(assumption);
            result.accept(listener);
        });
    }

    /** Whether the API, or this side, said no: then the request has changed nothing, and will not. */
    private static boolean neverCarriedOut(RuntimeException e) {
        return e instanceof NotLeaderException || (e instanceof ApiStatusException status && !serverFailed(status));
    }

    private static boolean serverFailed(ApiStatusException e) {
        return e.code() >= SERVER_ERRORS;
    }

    private void observe(ObjectKey key, RuntimeException e) {
        switch (e) {
            case ApiStatusException status when !serverFailed(status) -> outage.answered();
            case ApiStatusException status -> outage.unanswered(clock.instant(), String.valueOf(status.getMessage()));
            case UncheckedIOException broken -> outage.unanswered(clock.instant(), String.valueOf(broken.getMessage()));
            case NotLeaderException _ -> {}
            default -> LOG.error("a decision on {} could not be written", key, e);
        }
    }

    private void publish(ObjectKey key, Message message) throws InterruptedException {
        try {
            Written written = switch (message) {
                case Message.Waits(Outcome.Waiting outcome) -> outcomes.wait(key, outcome);
                case Message.Refuse(Surroundings.Problem problem) -> outcomes.refuse(key, problem);
                case Message.PassOver(Workload workload) -> outcomes.passOver(key, workload.uid());
            };
            if (written == Written.SENT) {
                outage.answered();
            }
            failures.remove(key);
        } catch (RuntimeException e) {
            observe(key, e);
            again(key, message, String.valueOf(e.getMessage()));
        }
    }

    private void again(ObjectKey key, Message message, String problem) {
        Failures before = failures.get(key);
        Failures now = new Failures(before == null ? 1 : before.count() + 1, problem);
        failures.put(key, now);
        if (before == null || !before.problem().equals(problem)) {
            LOG.warn("the decision on {} could not be published and will be tried again: {}", key, problem);
        }
        notes.putIfAbsent(key, message);
        loop.addAfter(key, Backoff.KEY.after(now.count(), threads.random()));
    }

    /** How many workloads wait for a decision to be written. */
    public int depth() {
        return loop.depth();
    }

    /** How many workloads have a message that could not be published and will be tried again. */
    int failing() {
        return failures.size();
    }

    /** Writes nothing more. */
    @Override
    public void close() {
        loop.close();
    }
}
