package dev.turnstile.service.extension;

import java.util.Optional;
import java.util.function.UnaryOperator;

/** What an extension API server serves. Called by any thread; users were authenticated and authorized before. */
public interface ExtensionApi {
    /** Whether it can answer; else each request is refused for now. */
    boolean ready();

    /**
     * A document of discovery or OpenAPI.
     *
     * @param accept the media types that the client takes
     */
    Optional<Document> document(String path, String accept);

    /** Whether there is such a resource, whatever the object. */
    boolean serves(ResourceAddress address);

    /**
     * An object in JSON; throws {@link StatusException} where it cannot be had.
     *
     * @param parameters a query parameter by its name; the empty string where it is not given
     * @param table whether the client wants a Table
     */
    byte[] read(ResourceAddress address, UnaryOperator<String> parameters, boolean table);
}
