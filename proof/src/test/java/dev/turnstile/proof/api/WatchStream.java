package dev.turnstile.proof.api;

import dev.turnstile.proof.thread.ServiceProcess;
import dev.turnstile.proof.thread.Signal;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.thread.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One open watch.
 *
 * <p>Where nothing goes wrong, the next watch of a client would show what this one shows, and a world need not spend
 * its steps on that: it lasts until a fault disturbs its line, and ends then as if it had begun within the time that
 * the client asked for.
 */
final class WatchStream implements ApiConnection.ChangeStream {
    private static final Duration BOOKMARKS = Duration.ofSeconds(60);

    private final Line line;
    private final ServiceProcess client;
    private final History history;
    private final Selection selection;
    private final Signal signal;
    private final Duration silence;
    private final Duration time;
    private boolean lasting;
    private boolean deaf;
    private long ends;
    private long bookmark;
    private long heard;
    private long lag;
    private int index;
    private @Nullable String broken;

    WatchStream(
            Line line,
            ServiceProcess client,
            History history,
            Selection selection,
            int index,
            Duration time,
            Duration silence) {
        this.line = line;
        this.client = client;
        this.history = history;
        this.selection = selection;
        this.index = index;
        this.silence = silence;
        this.signal = new Signal(line.baton());
        this.heard = line.baton().now();
        this.lag = line.lag().toNanos();
        this.time = time;
        this.lasting = line.isFair();
        this.ends = heard + time.toNanos();
        this.bookmark = heard + BOOKMARKS.toNanos();
        line.open(this);
        history.open(this);
    }

    /** Something may be there to be read. */
    void changed() {
        signal.raise();
    }

    /** Its line is not as it was: it ends as one that began some time ago. */
    void disturbed() {
        if (lasting) {
            lasting = false;
            long now = line.baton().now();
            long began = Math.max(ends - time.toNanos(), now - line.within(time).toNanos());
            ends = began + time.toNanos();
            bookmark = began + BOOKMARKS.toNanos();
            heard = Math.max(heard, began);
        }
        signal.raise();
    }

    /** It never says anything again, and does not end: the network has forgotten it. */
    void forgotten() {
        disturbed();
        deaf = true;
    }

    void breakOff() {
        broken = "connection reset";
        signal.raise();
    }

    @Override
    public @Nullable ObjectNode next() {
        while (true) {
            client.check();
            String problem = broken;
            if (problem != null) {
                throw new UncheckedIOException(new IOException("a watch broke: " + problem));
            }
            long now = line.baton().now();
            long until = lasting ? Long.MAX_VALUE : heard + silence.toNanos();
            if (now >= until) {
                throw new UncheckedIOException(new IOException("a watch broke: nothing came for " + silence));
            }
            boolean quiet = deaf || line.isCut() || now < line.quietUntil() || now < line.heldUntil(history.kind());
            if (!quiet) {
                if (!lasting && now >= ends) {
                    return null;
                }
                if (!history.knows(index)) {
                    return expired();
                }
                Change change = history.at(index);
                if (change == null) {
                    if (!lasting) {
                        if (now >= bookmark) {
                            return bookmarked(now);
                        }
                        until = Math.min(until, Math.min(bookmark, ends));
                    }
                } else if (change.at() + lag <= now) {
                    index++;
                    ObjectNode event = event(change);
                    if (event != null) {
                        heard = now;
                        lag = line.lag().toNanos();
                        return event;
                    }
                    continue;
                } else {
                    until = Math.min(until, change.at() + lag);
                }
            }
            pause(until == Long.MAX_VALUE ? Threads.FOREVER : Duration.ofNanos(until - now));
        }
    }

    private void pause(Duration time) {
        try {
            signal.await(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("a watch was interrupted", e));
        }
    }

    private ObjectNode bookmarked(long now) {
        heard = now;
        bookmark = now + BOOKMARKS.toNanos();
        lag = line.lag().toNanos();
        ObjectNode event = JsonNodeFactory.instance.objectNode().put("type", "BOOKMARK");
        event.putObject("object")
                .putObject("metadata")
                .put("resourceVersion", Long.toString(line.server().version()));
        return event;
    }

    private static ObjectNode expired() {
        ObjectNode event = JsonNodeFactory.instance.objectNode().put("type", "ERROR");
        event.putObject("object").put("code", 410).put("reason", "Expired").put("message", "too old resource version");
        return event;
    }

    private @Nullable ObjectNode event(Change change) {
        ObjectNode before = change.before();
        ObjectNode after = change.after();
        boolean had = before != null && selection.takes(before);
        boolean has = after != null && selection.takes(after);
        if (!had && !has) {
            return null;
        }
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("type", !has ? "DELETED" : had ? "MODIFIED" : "ADDED");
        event.set("object", change.shown());
        return event;
    }

    @Override
    public void cancel() {
        broken = "cancelled";
        signal.raise();
    }

    @Override
    public void close() {
        line.closed(this);
        history.closed(this);
    }
}
