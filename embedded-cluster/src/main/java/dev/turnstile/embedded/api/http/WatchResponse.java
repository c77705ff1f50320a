package dev.turnstile.embedded.api.http;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.read.Reads;
import dev.turnstile.embedded.api.request.Exchange;
import dev.turnstile.embedded.api.wire.Accept;
import dev.turnstile.embedded.api.wire.Conversion;
import dev.turnstile.embedded.api.wire.Representation;
import dev.turnstile.embedded.fault.Faults;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.store.CompactedException;
import dev.turnstile.embedded.store.Cursor;
import dev.turnstile.embedded.store.Shelf;
import dev.turnstile.embedded.store.StoredObject;
import dev.turnstile.embedded.watch.Watch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Streams the events of one watch until its time-out, the client disconnects, or a fault cuts it. */
final class WatchResponse {
    private static final byte[] NEWLINE_END = "}\n".getBytes(StandardCharsets.UTF_8);
    private static final long BOOKMARK_NANOS = TimeUnit.SECONDS.toNanos(50);
    private static final int BATCH_BYTES = 32 * 1024;

    private final Exchange exchange;
    private final Shelf shelf;
    private final Representation form;
    private final Faults faults;
    private final Batch batch = new Batch();
    private boolean columnsSent;

    /** The parameters of the query. */
    record Parameters(
            String namespace,
            Reads.Matcher matcher,
            String resourceVersion,
            boolean bookmarks,
            @Nullable Boolean initialEvents,
            long timeoutSeconds) {}

    WatchResponse(Exchange exchange, Shelf shelf, Representation form, Faults faults) {
        this.exchange = exchange;
        this.shelf = shelf;
        this.form = form;
        this.faults = faults;
    }

    void stream(Parameters parameters) throws IOException {
        long seconds = parameters.timeoutSeconds() > 0
                ? parameters.timeoutSeconds()
                : ThreadLocalRandom.current().nextLong(1800, 3600);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        long from = versionToStartFrom(parameters.resourceVersion());
        exchange.setHeader("Transfer-Encoding", "chunked");
        exchange.begin(200, "application/json");
        List<StoredObject> initial = new ArrayList<>();
        long initialVersion = 0;
        Cursor cursor;
        boolean synthetic = parameters.initialEvents() != null ? parameters.initialEvents() : from == 0;
        if (synthetic || from == 0) {
            Shelf.Followed followed = shelf.follow();
            cursor = followed.cursor();
            if (synthetic) {
                initialVersion = followed.snapshot().version();
                for (StoredObject object : followed.snapshot().in(parameters.namespace())) {
                    if (parameters.matcher().matches(object)) {
                        initial.add(object);
                    }
                }
            }
        } else {
            try {
                cursor = shelf.cursor(from);
            } catch (CompactedException e) {
                ApiException expired =
                        ApiException.expired("too old resource version: " + e.asked() + " (" + e.oldest() + ")");
                batch.add("ERROR", Json.bytes(expired.status()));
                batch.flush(true);
                return;
            }
        }
        try (Watch watch = new Watch(cursor, parameters.namespace(), parameters.matcher()::matches)) {
            Runnable cut = watch::stop;
            faults.registerWatch(cut);
            try {
                begin(parameters, initial, initialVersion);
                follow(watch, parameters.bookmarks(), initialVersion, deadline);
            } finally {
                faults.unregisterWatch(cut);
            }
        }
    }

    /** Kubernetes responds to a watch from an invalid version with an error of its own kind. */
    private static long versionToStartFrom(String resourceVersion) {
        try {
            return Reads.parseVersion(resourceVersion);
        } catch (ApiException e) {
            throw ApiException.of(500, "", Reads.noVersion(resourceVersion));
        }
    }

    private void begin(Parameters parameters, List<StoredObject> initial, long initialVersion) throws IOException {
        batch.flush(false);
        for (StoredObject object : initial) {
            batch.add("ADDED", event(object, object.version()));
        }
        if (Boolean.TRUE.equals(parameters.initialEvents()) && parameters.bookmarks()) {
            batch.add("BOOKMARK", form.bookmark(initialVersion, true));
        }
        batch.flush(false);
    }

    /** @param delivered the version up to which the client has all events */
    private void follow(Watch watch, boolean bookmarks, long delivered, long deadline) throws IOException {
        long nextBookmark = System.nanoTime() + BOOKMARK_NANOS;
        long promised = delivered;
        while (!watch.stopped()) {
            long now = System.nanoTime();
            if (now >= deadline) {
                if (bookmarks) {
                    long version = watch.caughtUp();
                    if (version > promised) {
                        batch.add("BOOKMARK", form.bookmark(version, false));
                    }
                }
                batch.flush(true);
                return;
            }
            long wait = Math.min(deadline, bookmarks ? nextBookmark : Long.MAX_VALUE) - now;
            Watch.Event event = watch.next(batch.isEmpty() ? wait : 0);
            faults.awaitUnstalled(form.type().plural());
            if (event != null) {
                add(event);
                if (batch.size() > BATCH_BYTES) {
                    batch.flush(false);
                }
            } else if (!batch.isEmpty()) {
                batch.flush(false);
            } else if (bookmarks && System.nanoTime() >= nextBookmark) {
                long version = watch.caughtUp();
                if (version > promised) {
                    batch.add("BOOKMARK", form.bookmark(version, false));
                    batch.flush(false);
                    promised = version;
                }
                nextBookmark = System.nanoTime() + BOOKMARK_NANOS;
            } else if (Thread.currentThread().isInterrupted()) {
                return;
            }
        }
        throw new IOException("the watch was cut");
    }

    private void add(Watch.Event event) {
        if (event.shared() != null
                && form.accept() == Accept.OBJECT
                && Conversion.asStored(form.type(), event.object())) {
            byte[] frame = event.shared()
                    .frame(() -> frame(event.kind().name(), event.object().json()));
            batch.addFrame(frame);
        } else {
            batch.add(event.kind().name(), event(event.object(), event.version()));
        }
    }

    private byte[] event(StoredObject object, long version) {
        byte[] bytes = form.event(object, version, !columnsSent);
        columnsSent = true;
        return bytes;
    }

    private static byte[] frame(String type, byte[] object) {
        byte[] head = ("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.UTF_8);
        byte[] frame = new byte[head.length + object.length + NEWLINE_END.length];
        System.arraycopy(head, 0, frame, 0, head.length);
        System.arraycopy(object, 0, frame, head.length, object.length);
        System.arraycopy(NEWLINE_END, 0, frame, head.length + object.length, NEWLINE_END.length);
        return frame;
    }

    /** Events that go out in one write. */
    private final class Batch {
        private final List<byte[]> frames = new ArrayList<>();
        private int size;

        void add(String type, byte[] object) {
            addFrame(frame(type, object));
        }

        void addFrame(byte[] frame) {
            frames.add(frame);
            size += frame.length;
        }

        boolean isEmpty() {
            return frames.isEmpty();
        }

        int size() {
            return size;
        }

        void flush(boolean last) throws IOException {
            byte[] bytes;
            if (frames.size() == 1) {
                bytes = frames.getFirst();
            } else {
                bytes = new byte[size];
                int at = 0;
                for (byte[] frame : frames) {
                    System.arraycopy(frame, 0, bytes, at, frame.length);
                    at += frame.length;
                }
            }
            frames.clear();
            size = 0;
            exchange.write(last, bytes, bytes.length);
        }
    }
}
