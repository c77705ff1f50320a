package dev.turnstile.service.informer;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Requests to one API server in plain JSON.
 *
 * <p>Calls block; they are meant for virtual threads. A refusal is an {@link ApiStatusException}, a broken or missing
 * connection an {@link UncheckedIOException}: whether the request was carried out nobody knows then.
 */
public interface ApiConnection {
    /** Reads one object, or a page of a list. */
    ObjectNode get(String path, Map<String, String> query);

    /** Reads the metadata of a page of a list; where the server knows no other form, whole objects. */
    default ObjectNode metadata(String path, Map<String, String> query) {
        return get(path, query);
    }

    /** The same connection, where the whole answer to a request has to be there in time. */
    ApiConnection within(Duration time);

    /**
     * The same connection, for pages of lists: an answer of more than eight megabytes is not read, but an
     * {@link AnswerTooLargeException}, after which a smaller page can be requested.
     */
    default ApiConnection inPages() {
        return this;
    }

    /**
     * The same connection, past the limit of {@code clientConnection}: for the few requests, at a pace of their own, on
     * which everything else depends.
     */
    default ApiConnection urgent() {
        return this;
    }

    /** Has all requests that are under way fail; whether they were carried out nobody knows. */
    void abandon();

    /** Creates an object. */
    ObjectNode create(ApiResource resource, String namespace, ObjectNode body);

    /** Changes an object, or its part named {@code subresource}, by a JSON merge patch. */
    ObjectNode patch(ApiResource resource, ObjectKey key, String subresource, ObjectNode body);

    /** Puts an object in the place of the one that is there. */
    ObjectNode replace(ApiResource resource, ObjectKey key, ObjectNode body);

    /** Deletes an object; {@code options} as in Kubernetes' DeleteOptions. */
    ObjectNode delete(ApiResource resource, ObjectKey key, ObjectNode options);

    /**
     * Opens a stream of changes.
     *
     * @param atMost how long it may last, from the request on; then it counts as broken
     */
    ChangeStream watch(String path, Map<String, String> query, Duration atMost);

    /** An open watch. */
    interface ChangeStream extends AutoCloseable {
        /** The next event, or null where the server ended the stream. */
        @Nullable
        ObjectNode next();

        /** Has the reader's next or present read fail; from any thread. */
        void cancel();

        /** Ends the stream; for its reader only. */
        @Override
        void close();
    }
}
