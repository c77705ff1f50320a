package dev.turnstile.service.informer;

import java.io.IOException;
import java.io.UncheckedIOException;

/** More arrived in answer to a request than is read. */
public final class AnswerTooLargeException extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    AnswerTooLargeException(String message, IOException cause) {
        super(message, cause);
    }
}
