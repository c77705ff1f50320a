package dev.turnstile.worker.write;

import dev.turnstile.service.apply.NotLeaderException;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.Backoff;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.thread.Threads;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has requests sent, in order for each object and side by side for different ones. Of several that wait for one object
 * the last is sent: a task is issued only where the one before it is over.
 *
 * <p>It decides nothing. Each task is tried once, and whatever happens, be it an {@link Error}, comes back as one of
 * the three {@link WriteResults}; its caller knows what follows and when. A message that could not be published is
 * tried again here, after a pause that grows. Safe for any thread.
 *
 * @param <A> what a task is about
 */
public final class WriteQueue<A> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WriteQueue.class);
    private static final int WRITERS = 64;
    private static final int SERVER_ERRORS = 500;

    /** Sends something about one object, once. */
    @FunctionalInterface
    public interface Request {
        /** Sends it, where it still stands on the object as that is now. */
        Written send() throws InterruptedException;
    }

    /** Publishes something that users are to read, and on which nothing depends. */
    @FunctionalInterface
    public interface Message {
        /** Sends it, where it is due and still stands on the object as that is now. */
        Published publish(Turn turn) throws InterruptedException;
    }

    /**
     * A turn of a message.
     *
     * @param since since when this object has something to be published, be it an earlier message; one that is sent
     *     only where the object is idle is none
     * @param deferred whether this message had a turn before, in which it was not due
     */
    public record Turn(Instant since, boolean deferred) {
        private static final Turn OF_THE_IDLE = new Turn(Instant.MAX, false);

        /** Of a message that takes the place of one that had this. */
        private Turn next(Instant now) {
            return new Turn(since.isBefore(now) ? since : now, false);
        }
    }

    /** Whether a task changes its object, or reads what became of a change. */
    public enum Kind {
        WRITE,
        READ
    }

    /** A request on which something depends. */
    public record Task<A>(A about, Kind kind, Request request) {}

    private sealed interface Note<A> {
        /** Its result is reported. */
        record Due<A>(Task<A> task) implements Note<A> {}

        /** Something to be read. */
        record Text<A>(Message message, Turn turn) implements Note<A> {}
    }

    private record Failures(int count, String problem) {}

    private final InstantSource clock;
    private final Threads threads;
    private final Outage outage;
    /** What is to be sent next about each object. */
    private final Map<ObjectKey, Note<A>> notes = new ConcurrentHashMap<>();
    /** The messages that could not be published. */
    private final Map<ObjectKey, Failures> failures = new ConcurrentHashMap<>();
    /** What the tasks are about whose result was not taken over yet. */
    private final Set<A> inHand = ConcurrentHashMap.newKeySet();

    private final ControlLoop<ObjectKey> loop;
    private volatile Consumer<Consumer<WriteResults<A>>> results = result -> {
        throw new IllegalStateException("a result before start() has said who takes it over");
    };

    /** A queue that sends nothing yet. */
    public WriteQueue(InstantSource clock, Threads threads) {
        this.clock = clock;
        this.threads = threads;
        this.outage = new Outage(threads.random());
        this.loop = new ControlLoop<>(threads, "decisions", WRITERS, key -> {
            send(key);
            return Outcome.done();
        });
    }

    /** Begins to send; results go there, on that thread. */
    public void start(WriteResults<A> listener, Executor thread) {
        results = result -> thread.execute(() -> result.accept(listener));
        loop.start();
    }

    /** Until when nothing is to be decided since the API does not answer, or null. */
    public @Nullable Instant pausedUntil() {
        return outage.until();
    }

    /** Whether a task about that was given and its result is not taken over yet. On the thread of the results. */
    public boolean inHand(A about) {
        return inHand.contains(about);
    }

    /** Sends a task; exactly one result comes back. */
    public void carryOut(ObjectKey key, Task<A> task) {
        inHand.add(task.about());
        put(key, _ -> new Note.Due<>(task));
    }

    /** Sends a message, in the place of what waits for this object. */
    public void publish(ObjectKey key, Message message) {
        Instant now = clock.instant();
        put(key, before -> {
            Turn turn = before instanceof Note.Text<A> text ? text.turn().next(now) : new Turn(now, false);
            return new Note.Text<>(message, turn);
        });
    }

    /** Sends a message where nothing else waits for this object. */
    public void publishIfIdle(ObjectKey key, Message message) {
        if (notes.putIfAbsent(key, new Note.Text<>(message, Turn.OF_THE_IDLE)) == null) {
            loop.add(key);
        }
    }

    private void put(ObjectKey key, Function<@Nullable Note<A>, Note<A>> replacement) {
        List<A> replaced = new ArrayList<>(1);
        notes.compute(key, (_, before) -> {
            if (before instanceof Note.Due<A>(Task<A> task)) {
                replaced.add(task.about());
            }
            return replacement.apply(before);
        });
        // Whoever gave it knows already that it is over, or reads what became of it.
        replaced.forEach(
                about -> report(about, listener -> listener.unanswered(about, "replaced by a later decision")));
        loop.add(key);
    }

    private void send(ObjectKey key) throws InterruptedException {
        switch (notes.remove(key)) {
            case null -> {}
            case Note.Due<A>(Task<A> task) -> send(key, task);
            case Note.Text<A> text -> send(key, text);
        }
    }

    private void send(ObjectKey key, Task<A> task) throws InterruptedException {
        A about = task.about();
        boolean read = task.kind() == Kind.READ;
        Consumer<WriteResults<A>> result = listener -> listener.unanswered(about, "the writer was interrupted");
        try {
            Written written = task.request().send();
            if (written == Written.SENT || read) {
                outage.answered();
            }
            String outdated = read ? "it was not carried out" : "it no longer stands";
            result = written == Written.OUTDATED
                    ? listener -> listener.outdated(about, outdated)
                    : listener -> listener.written(about);
        } catch (RuntimeException e) {
            String why = String.valueOf(e.getMessage());
            result = !read && neverCarriedOut(e)
                    ? listener -> listener.refused(about, why)
                    : listener -> listener.unanswered(about, why);
            observe(key, e);
        } finally {
            // The message that could not be published is void: this task took its place.
            failures.remove(key);
            report(about, result);
        }
    }

    /** It is in hand until its result is taken over. */
    private void report(A about, Consumer<WriteResults<A>> result) {
        results.accept(listener -> {
            inHand.remove(about);
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

    private void send(ObjectKey key, Note.Text<A> text) throws InterruptedException {
        try {
            switch (text.message().publish(text.turn())) {
                case Published.Done(Written written) -> {
                    if (written == Written.SENT) {
                        outage.answered();
                    }
                }
                case Published.Later(Duration time) -> defer(key, text, time);
            }
            failures.remove(key);
        } catch (RuntimeException e) {
            observe(key, e);
            retry(key, text, e);
        }
    }

    private void defer(ObjectKey key, Note.Text<A> text, Duration time) {
        Turn turn = text.turn();
        notes.merge(
                key,
                new Note.Text<>(text.message(), new Turn(turn.since(), true)),
                (newer, deferred) -> newer instanceof Note.Text<A>(Message message, Turn newerTurn)
                        ? new Note.Text<>(message, turn.next(newerTurn.since()))
                        : newer);
        loop.addAfter(key, time);
    }

    private void retry(ObjectKey key, Note.Text<A> text, RuntimeException cause) {
        String problem = String.valueOf(cause.getMessage());
        Failures before = failures.get(key);
        Failures now = new Failures(before == null ? 1 : before.count() + 1, problem);
        failures.put(key, now);
        if (cause instanceof NotLeaderException) {
            // That this instance does not write was logged when it began, and not for each message.
            LOG.debug("the decision on {} is published later: {}", key, problem);
        } else if (before == null || !before.problem().equals(problem)) {
            LOG.warn("the decision on {} could not be published and will be tried again: {}", key, problem);
        }
        notes.putIfAbsent(key, text);
        loop.addAfter(key, Backoff.KEY.after(now.count(), threads.random()));
    }

    /** About how many objects something waits to be sent. */
    public int depth() {
        return loop.depth();
    }

    /** About how many objects a message could not be published and will be tried again. */
    public int failing() {
        return failures.size();
    }

    /** Sends nothing more. */
    @Override
    public void close() {
        loop.close();
    }
}
